#include "sim/navigation/distance_queue.h"

#include <functional>
#include <queue>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drover::distance_queue_test {
namespace {

// Pushes up to three entries for each that is popped, as searches do, with many equal distances among them.
void compare_with_a_heap(std::uint64_t seed, double reach, double grain, double start) {
  Draws draws({seed});
  DistanceQueue queue;
  for (int round = 0; round < 2; ++round) {
    std::priority_queue<std::pair<double, CellIndex>, std::vector<std::pair<double, CellIndex>>,
                        std::greater<>>
        heap;
    queue.start(reach);
    EXPECT_TRUE(queue.is_empty());
    const auto push = [&](double distance) {
      const auto cell = static_cast<CellIndex>(draws.uniform() * 1e6);
      queue.push({distance, cell});
      heap.push({distance, cell});
    };
    push(start);
    for (int k = 0; k < 20000 && !heap.empty(); ++k) {
      ASSERT_FALSE(queue.is_empty());
      const DistanceQueue::Entry entry = queue.pop();
      ASSERT_EQ(std::pair(entry.distance, entry.cell), heap.top());
      heap.pop();
      const int count = static_cast<int>(3.2 * draws.uniform());
      for (int n = 0; n < count; ++n) {
        const double step = reach * draws.uniform();
        push(entry.distance + (grain > 0.0 ? std::floor(step / grain) * grain : step));
      }
      if (heap.empty()) push(entry.distance + 1000.0 * reach);
    }
  }
}

TEST(DistanceQueue, IsInTheOrderOfDistancesAndIndices) {
  compare_with_a_heap(1, 1.5, 0.0, 0.0);
  compare_with_a_heap(2, 1.5, 0.25, 0.0);
  compare_with_a_heap(3, 1e-6, 0.0, 12345.0);
  compare_with_a_heap(4, 1e9, 0.0, 0.0);
  compare_with_a_heap(5, 3.0, 1.0, -77.0);
  compare_with_a_heap(6, 3.0, 1.0, 1e200);
}

TEST(DistanceQueue, TakesWhatIsNearerThanItsFirstEntry) {
  DistanceQueue queue;
  queue.start(1.0);
  queue.push({5.0, 1});
  EXPECT_EQ(queue.top().cell, 1u);
  queue.push({3.0, 2});
  queue.push({3.5, 3});
  EXPECT_EQ(queue.pop().cell, 2u);
  EXPECT_EQ(queue.pop().cell, 3u);
  EXPECT_EQ(queue.pop().cell, 1u);
  EXPECT_TRUE(queue.is_empty());
}

}  // namespace
}  // namespace drover::distance_queue_test
