#include "app/interrupt.h"

#include <atomic>
#include <csignal>

namespace drover {
namespace {

// Written by the handler, which may do nothing else, and read by all threads that share the work of a step.
std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void note(int signal) {
  received = signal;
  std::signal(signal, SIG_DFL);  // a second one ends the program at once
}

}  // namespace

// Without SA_RESTART: what waits for another program, such as open() of a pipe that nobody reads, returns and
// fails instead of waiting on where nobody looks at the flag.
void watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = note;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

void ignore_write_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int interrupt_signal() {
  return received;
}

ExitCode code_of_interrupt() {
  return received == SIGTERM ? ExitCode::terminated : ExitCode::interrupted;
}

}  // namespace drover
