#include "core/worker_pool.h"

#include <initializer_list>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace drover::worker_pool_test {
namespace {

// How often each chunk was done.
std::vector<int> done_by(WorkerPool& pool, std::size_t chunks) {
  std::vector<int> done(chunks);
  pool.run(chunks, [&](std::size_t chunk, std::size_t worker) {
    EXPECT_LT(worker, pool.size());
    ++done[chunk];
  });
  return done;
}

TEST(WorkerPool, DoesEveryChunkOnce) {
  for (const std::size_t threads : std::initializer_list<std::size_t>{1, 2, 3, 8, 33}) {
    WorkerPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (const std::size_t chunks : std::initializer_list<std::size_t>{0, 1, 2, 5, 200})
      EXPECT_EQ(done_by(pool, chunks), std::vector<int>(chunks, 1)) << threads << " threads";
  }
}

TEST(WorkerPool, DoesManyRoundsOneAfterTheOther) {
  WorkerPool pool(3);
  std::vector<std::uint64_t> values(64, 1);
  // Each round needs what the one before has written elsewhere.
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::uint64_t> next(values.size());
    pool.run(values.size(), [&](std::size_t chunk, std::size_t) {
      next[chunk] = values[chunk] + values[(chunk + 1) % values.size()] * 3;
    });
    values = next;
  }
  EXPECT_EQ(values, std::vector<std::uint64_t>(64, values.front()));
  std::uint64_t expected = 1;
  for (int round = 0; round < 2000; ++round)
    expected *= 4;
  EXPECT_EQ(values.front(), expected);
}

TEST(WorkerPool, LeavesASingleChunkToTheCaller) {
  WorkerPool pool(4);
  const std::thread::id caller = std::this_thread::get_id();
  pool.run(1, [&](std::size_t, std::size_t worker) {
    EXPECT_EQ(worker, 0u);
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
}

TEST(WorkerPool, ThrowsWhatATaskThrewAndGoesOn) {
  WorkerPool pool(3);
  const auto fails = [](std::size_t chunk, std::size_t) {
    if (chunk == 17) throw std::runtime_error("chunk 17");
  };
  EXPECT_THROW(pool.run(100, fails), std::runtime_error);
  EXPECT_EQ(done_by(pool, 50), std::vector<int>(50, 1));
}

TEST(WorkerPool, StopsBeforeTheNextChunkWhereItIsAskedTo) {
  for (const std::size_t threads : {1u, 3u}) {
    WorkerPool pool(threads);
    std::atomic<int> done = 0;
    pool.stop_when([&done] { return done >= 5; });
    EXPECT_THROW(pool.run(1000, [&done](std::size_t, std::size_t) { ++done; }), WorkStopped);
    EXPECT_LT(done, 5 + static_cast<int>(threads));
    pool.stop_when({});
    EXPECT_EQ(done_by(pool, 50), std::vector<int>(50, 1));
  }
}

TEST(Chunks, CoverEverythingOnce) {
  for (const std::size_t count : std::initializer_list<std::size_t>{0, 1, 9, 10, 11, 95}) {
    const Chunks chunks{count, 10};
    std::size_t next = 0;
    for (std::size_t k = 0; k < chunks.number(); ++k) {
      EXPECT_EQ(chunks.begin(k), next);
      EXPECT_LT(chunks.begin(k), chunks.end(k));
      next = chunks.end(k);
    }
    EXPECT_EQ(next, count);
  }
}

}  // namespace
}  // namespace drover::worker_pool_test
