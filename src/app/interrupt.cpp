#include "app/interrupt.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <limits>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include "observe/record/temporary_file.h"

namespace drover {
namespace {

using Clock = std::chrono::steady_clock;

const Clock::time_point program_start = Clock::now();

// Written by the handler and the watchdog, and read by all threads that share the work of a step.
std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free);
// Whether some thread has looked at the flag since then.
std::atomic<bool> is_noticed = false;

std::atomic<bool> answers_in_json = false;

std::array<int, 2> wake_pipe = {-1, -1};  // a pipe from the handler to the watchdog
Clock::time_point time_limit = Clock::time_point::max();

void note_signal(int signal) {
  const int error = errno;
  received = signal;
  std::signal(signal, SIG_DFL);  // a second one ends the program at once
  [[maybe_unused]] const auto written = ::write(wake_pipe[1], "", 1);
  errno = error;
}

// All or nothing of a few bytes: a pipe that can be written has room for them.
void write_without_waiting(int descriptor, std::string_view text) {
  pollfd out{.fd = descriptor, .events = POLLOUT, .revents = 0};
  if (::poll(&out, 1, 0) != 1 || (out.revents & POLLOUT) == 0) return;
  [[maybe_unused]] const auto written = ::write(descriptor, text.data(), text.size());
}

// Nothing but the temporary files has to be tidied up: what was published stays, all else is as if it had not
// begun.
[[noreturn]] void end_at_once() {
  const auto no_more_files = TemporaryFile::remove_all();  // until the process is gone
  report_stop();
  ::_exit(static_cast<int>(code_of_interrupt()));
}

void wait_for_signal(Clock::time_point end) {
  while (received == 0 && Clock::now() < end) {
    using std::chrono::milliseconds;
    constexpr milliseconds kLongest{1'000'000};
    const auto left = std::min(kLongest, std::chrono::duration_cast<milliseconds>(
                                             std::min(end, Clock::now() + kLongest) - Clock::now()));
    pollfd in{.fd = wake_pipe[0], .events = POLLIN, .revents = 0};
    ::poll(&in, 1, static_cast<int>(left.count()) + 1);
  }
}

// Reading a file, placing agents and writing a database look at no flag. What does look gets the time to
// close its files, which marks them as incomplete.
void* run_watchdog(void*) {
  constexpr unsigned kNotice = 800'000, kClosing = 4'000'000;  // microseconds
  wait_for_signal(time_limit);
  int none = 0;
  received.compare_exchange_strong(none, SIGALRM);
  ::usleep(kNotice);
  if (is_noticed) ::usleep(kClosing);
  end_at_once();
}

// Without a thread there is the flag alone.
void start_watchdog() {
  if (wake_pipe[0] >= 0 || ::pipe2(wake_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  constexpr std::size_t kStack = std::size_t{256} << 10;
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kStack);
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // Signals go to the other threads, whose system calls they interrupt.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread{};
  ::pthread_create(&thread, &attributes, run_watchdog, nullptr);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::pthread_attr_destroy(&attributes);
}

}  // namespace

// Without SA_RESTART: what waits for another program, such as open() of a pipe that nobody reads, returns and
// fails instead of waiting on where nobody looks at the flag.
void watch_for_interrupts() {
  start_watchdog();
  struct sigaction action {};
  action.sa_handler = note_signal;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  struct sigaction hang_up {};
  ::sigaction(SIGHUP, nullptr, &hang_up);
  if (hang_up.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

void end_after(double seconds) {
  constexpr double kLongest = 1e9;
  time_limit = program_start + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(std::min(seconds, kLongest)));
  start_watchdog();
}

void ignore_write_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int interrupt_signal() {
  const int signal = received;
  if (signal != 0) is_noticed = true;
  return signal;
}

bool is_time_over() {
  return received == SIGALRM;
}

std::string_view interrupt_word() {
  return is_time_over() ? "stopped by the limit of time" : "interrupted";
}

void report_stop() {
  struct Texts {
    std::string_view people, json;
  };
  constexpr Texts kInterrupted = {
      "drover: error: interrupted; what was not finished is gone\n",
      R"({"ok": false, "problems": [{"severity": "error", "message": "interrupted"}]})"
      "\n"};
  constexpr Texts kTimeout = {
      "drover: error: stopped by the limit of time; what was not finished is gone\n",
      R"({"ok": false, "problems": [{"severity": "error", "message": "stopped by the limit of time"}]})"
      "\n"};
  const Texts& texts = is_time_over() ? kTimeout : kInterrupted;
  write_without_waiting(STDERR_FILENO, texts.people);
  if (answers_in_json) write_without_waiting(STDOUT_FILENO, texts.json);
}

void report_stops_in_json() {
  answers_in_json = true;
}

ExitCode code_of_interrupt() {
  switch (received) {
    case SIGALRM:
      return ExitCode::run_failed;
    case SIGTERM:
      return ExitCode::terminated;
    case SIGHUP:
      return ExitCode::hung_up;
    default:
      return ExitCode::interrupted;
  }
}

}  // namespace drover
