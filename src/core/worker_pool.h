// A thread pool that shares the work of a step. The work is cut into chunks whose borders never depend on the
// number of threads, and every chunk writes only its own results, so it does not matter which thread runs it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace drover {

// Cuts `count` items into chunks of `size`; the last may be shorter.
struct Chunks {
  std::size_t count = 0;
  std::size_t size = 1;

  std::size_t number() const { return (count + size - 1) / size; }
  std::size_t begin(std::size_t chunk) const { return chunk * size; }
  std::size_t end(std::size_t chunk) const { return chunk + 1 < number() ? (chunk + 1) * size : count; }
};

// Small enough for the data of a chunk to stay in the L1 cache, large enough to amortize the hand-out.
inline constexpr std::size_t kAgentsPerChunk = 1024;

// Thrown by WorkerPool::run() where the work is to be stopped.
struct WorkStopped {};

class WorkerPool {
 public:
  // The calling thread counts as one of them; with one there is no other.
  explicit WorkerPool(std::size_t threads = 1, std::size_t agents_per_chunk = kAgentsPerChunk);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Workers are numbered from 0, the calling thread, to size() - 1.
  std::size_t size() const { return threads_.size() + 1; }

  std::size_t agents_per_chunk() const { return agents_per_chunk_; }
  Chunks chunks_of(std::size_t agents) const { return {agents, agents_per_chunk_}; }

  // From now on it is asked before every chunk, by several threads at a time, and true ends run() with
  // WorkStopped: what the chunks write is then incomplete. An empty function: work is never stopped.
  void stop_when(std::function<bool()> is_stopped) { is_stopped_ = std::move(is_stopped); }

  // Calls task(chunk, worker) for every chunk from 0 to `chunks` - 1 and returns when all have ended. A
  // worker runs one chunk at a time; fewer than kWorthwhile chunks all run on the calling thread. An
  // exception of a task is thrown again here, the first of several. Not to be called from a task.
  template <class Task>
  void run(std::size_t chunks, Task&& task) {
    if (threads_.empty() || chunks < kWorthwhile) {
      for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        stop_if_asked();
        task(chunk, std::size_t{0});
      }
      return;
    }
    using Callable = std::remove_reference_t<Task>;
    TaskRef ref;
    ref.callable = const_cast<void*>(static_cast<const void*>(&task));
    ref.call = [](void* callable, std::size_t chunk, std::size_t worker) {
      (*static_cast<Callable*>(callable))(chunk, worker);
    };
    run_shared(chunks, ref);
  }

  static constexpr std::size_t kWorthwhile = 2;

 private:
  struct TaskRef {
    void* callable = nullptr;
    void (*call)(void* callable, std::size_t chunk, std::size_t worker) = nullptr;
  };
  void stop_if_asked() const {
    if (is_stopped_ && is_stopped_()) throw WorkStopped{};
  }
  void run_shared(std::size_t chunks, TaskRef task);
  void work(std::size_t worker);
  void take_chunks(std::size_t worker);
  // `spins`: the adaptive number of polls before the waiting thread sleeps.
  static void await_change(const std::atomic<std::uint32_t>& value, std::uint32_t old, int& spins);

  std::size_t agents_per_chunk_;
  std::function<bool()> is_stopped_;
  int spins_;  // of the calling thread

  // Of the work being done. A round is one call of run_shared; the last one stops the threads.
  TaskRef task_;
  std::size_t chunks_ = 0;
  std::atomic<bool> stops_ = false;  // read by threads that wake up late, too
  std::exception_ptr failure_;
  std::mutex failure_mutex_;
  alignas(64) std::atomic<std::size_t> next_chunk_ = 0;
  alignas(64) std::atomic<std::uint32_t> round_ = 0;
  alignas(64) std::atomic<std::uint32_t> busy_ = 0;  // threads that still work in this round

  std::vector<std::jthread> threads_;  // joined first
};

}  // namespace drover
