#include "core/worker_pool.h"

#include <algorithm>
#include <system_error>

#include "core/check.h"
#include "core/fp_environment.h"

namespace drover {
namespace {

// Adaptive spinning: double the budget after a hit, halve it after a miss. Phases and chunks are shorter than
// it takes to wake a sleeping thread, so spinning pays; where threads outnumber the cores it mostly misses.
constexpr int kMinSpins = 500;   // some 15 microseconds
constexpr int kMaxSpins = 8000;  // some 250

// The bit of `busy_` that says that no thread may join the round any more; the rest counts those that did.
constexpr std::uint32_t kClosed = 0x80000000u;

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

WorkerPool::WorkerPool(std::size_t threads, std::size_t agents_per_chunk)
    : agents_per_chunk_(agents_per_chunk), spins_(kMinSpins) {
  if (threads > 1) threads_.reserve(threads - 1);
  try {
    for (std::size_t worker = 1; worker < threads; ++worker)
      threads_.emplace_back([this, worker] { work(worker); });
  } catch (const std::system_error&) {
    // The system gives no more threads; those there are do the same work.
  }
}

WorkerPool::~WorkerPool() {
  if (threads_.empty()) return;
  stops_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
}

void WorkerPool::await_change(const std::atomic<std::uint32_t>& value, std::uint32_t old, int& spins) {
  for (int k = 0; k < spins; ++k) {
    if (value.load(std::memory_order_acquire) != old) {
      spins = std::min(2 * spins, kMaxSpins);
      return;
    }
    pause_briefly();
  }
  spins = std::max(spins / 2, kMinSpins);
  value.wait(old, std::memory_order_acquire);
}

void WorkerPool::run_shared(std::size_t chunks, TaskRef task) {
  task_ = task;
  chunks_ = chunks;
  failure_ = nullptr;
  next_chunk_.store(0, std::memory_order_relaxed);
  busy_.store(0, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  take_chunks(0);
  // Only threads that joined are waited for: where the processors are busy with something else, a thread may
  // sleep longer than the whole round takes.
  busy_.fetch_or(kClosed, std::memory_order_acq_rel);
  for (std::uint32_t busy = busy_.load(std::memory_order_acquire); busy != kClosed;
       busy = busy_.load(std::memory_order_acquire))
    await_change(busy_, busy, spins_);
  if (failure_) std::rethrow_exception(failure_);
}

void WorkerPool::work(std::size_t worker) {
  // How numbers are rounded is set for each thread by itself; a new one takes it from its maker.
  DROVER_CHECK(fp_environment_problem() == nullptr, "a worker rounds as the thread that started it");
  int spins = kMinSpins;
  std::uint32_t round = 0;
  for (;;) {
    await_change(round_, round, spins);
    round = round_.load(std::memory_order_acquire);
    if (stops_) return;
    // What is to be done may be read by those alone that join.
    std::uint32_t busy = busy_.load(std::memory_order_acquire);
    while ((busy & kClosed) == 0 && !busy_.compare_exchange_weak(busy, busy + 1, std::memory_order_acq_rel)) {
    }
    if ((busy & kClosed) != 0) continue;
    take_chunks(worker);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == kClosed + 1) busy_.notify_one();
  }
}

void WorkerPool::take_chunks(std::size_t worker) {
  try {
    for (std::size_t chunk = next_chunk_.fetch_add(1, std::memory_order_relaxed); chunk < chunks_;
         chunk = next_chunk_.fetch_add(1, std::memory_order_relaxed)) {
      stop_if_asked();
      task_.call(task_.callable, chunk, worker);
    }
  } catch (...) {
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = std::current_exception();
    next_chunk_.store(chunks_, std::memory_order_relaxed);  // no thread begins another
  }
}

}  // namespace drover
