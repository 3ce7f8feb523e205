// Whole jobs on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace drover {

// The number of threads for a wish: 0 means one per processor.
inline std::size_t thread_count(std::size_t wanted) {
  return wanted > 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
}

// Calls job(0), job(1), ... job(count - 1), each once, in this order as far as threads are free. A job that
// returns false ends the work: those that have not begun are left out.
template <class Job>
void for_each_job(std::size_t count, std::size_t threads, const Job& job) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < count; k = next++) {
      if (!job(k)) next = count;
    }
  };
  std::vector<std::jthread> others;
  // Where the system gives no more threads, those that there are do the work.
  try {
    for (std::size_t k = 1; k < std::min(thread_count(threads), count); ++k)
      others.emplace_back(work);
  } catch (const std::system_error&) {
  }
  work();
}

}  // namespace drover
