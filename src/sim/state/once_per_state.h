// What the first thread that asks for it in a state makes for all of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace drover {

class OncePerState {
 public:
  // Calls make() unless it was made for this state already; states count from 1.
  template <class Make>
  void make(std::uint64_t state, const Make& make) {
    if (made_for_.load(std::memory_order_acquire) == state) return;
    const std::lock_guard lock(mutex_);
    if (made_for_.load(std::memory_order_relaxed) == state) return;
    make();
    made_for_.store(state, std::memory_order_release);
  }

 private:
  std::mutex mutex_;
  std::atomic<std::uint64_t> made_for_ = 0;
};

}  // namespace drover
