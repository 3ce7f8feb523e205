#include "app/out_of_memory.h"

#include <atomic>
#include <new>
#include <string_view>

#include <unistd.h>

#include "app/exit_code.h"
#include "observe/record/temporary_file.h"

namespace drover {
namespace {

// Runs in the thread whose allocation failed, with nothing but the stack.
[[noreturn]] void end_program() {
  static std::atomic<bool> is_ending = false;
  while (is_ending.exchange(true))
    ::pause();  // another thread is at it
  constexpr std::string_view kMessage = "drover: error: out of memory\n";
  const auto no_more_files = TemporaryFile::remove_all();  // until the process is gone
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(static_cast<int>(ExitCode::run_failed));
}

}  // namespace

void end_when_out_of_memory() {
  std::set_new_handler(end_program);
}

void throw_when_out_of_memory() {
  std::set_new_handler(nullptr);
}

}  // namespace drover
