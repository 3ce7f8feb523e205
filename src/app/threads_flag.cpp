#include "app/threads_flag.h"

#include <algorithm>
#include <thread>

#include <CLI/CLI.hpp>

namespace drover {
namespace {

constexpr std::int64_t kMostThreads = 256;

}  // namespace

std::size_t ThreadsFlag::count() const {
  if (wanted > 0) return static_cast<std::size_t>(wanted);
  return std::max(1u, std::thread::hardware_concurrency());
}

void add_threads_flag(CLI::App& command, ThreadsFlag& flag) {
  command
      .add_option(
          "--threads", flag.wanted,
          "Threads that share the work of a step, instead of one per processor; the results are the same "
          "bits, and a world of up to a thousand agents is left to one")
      ->type_name("N")
      ->envname("DROVER_THREADS")
      ->check(CLI::Range(std::int64_t{1}, kMostThreads));
}

}  // namespace drover
