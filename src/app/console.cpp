#include "app/console.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <poll.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/escape.h"
#include "core/hash.h"
#include "core/utf8.h"

namespace drover {
namespace {

bool is_dumb_terminal() {
  const char* term = std::getenv("TERM");
  return term != nullptr && std::string_view(term) == "dumb";
}

// Text for people, of whole lines: nothing in it may steer the terminal, or be a command to what reads the
// log.
std::string visible_lines(std::string_view text) {
  std::string out;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    out += make_visible(text.substr(0, end)) + "\n";
    text.remove_prefix(end + 1);
  }
  return defuse_commands(out + make_visible(text));
}

// A message is one line, whatever the names in it hold.
std::string visible(std::string_view message) {
  return defuse_commands(make_visible(message));
}

// A token that ends what GitHub's runner does not look into. The paths of the files it gives a step hold a
// random number that is new in every step, which no file of the repository can know; the same step has the
// same token.
std::string stop_token() {
  StateHasher hasher;
  for (const char* name : {"GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STATE",
                           "GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT", "GITHUB_JOB"}) {
    const char* value = std::getenv(name);
    hasher.add(std::string_view(value == nullptr ? "" : value));
    hasher.add(std::string_view("\n"));
  }
  return "drover-" + hex(hasher.digest());
}

bool decide(When when, bool automatic) {
  return when == When::always || (when == When::automatic && automatic);
}

}  // namespace

// Very narrow and very wide ones are treated as if they were readable.
std::size_t terminal_width() {
  constexpr std::size_t kUnknown = 80, kLeast = 40, kGreatest = 120;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUnknown;
  return std::clamp<std::size_t>(size.ws_col, kLeast, kGreatest);
}

bool is_in_environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

Console::Console(const ConsoleOptions& options) : options_(options) {
  const bool terminal = isatty(STDERR_FILENO) == 1 && !is_dumb_terminal();
  const bool result_terminal = isatty(STDOUT_FILENO) == 1 && !is_dumb_terminal();
  const bool is_forced = is_in_environment("FORCE_COLOR") || is_in_environment("CLICOLOR_FORCE");
  const bool is_forbidden = is_in_environment("NO_COLOR");
  color_ = decide(options.color, (terminal || is_forced) && !is_forbidden);
  result_color_ = decide(options.color, (result_terminal || is_forced) && !is_forbidden);
  progress_ = !options.quiet && decide(options.progress, terminal && !is_in_environment("CI"));
  logs_progress_ = !options.quiet && options.progress == When::automatic && !progress_;
  width_ = terminal_width();
  if (is_in_environment("GITHUB_ACTIONS")) stop_token_ = stop_token();
  stop_commands();
  auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_st>(color_ ? spdlog::color_mode::always
                                                                           : spdlog::color_mode::never);
  auto logger = std::make_shared<spdlog::logger>("drover", std::move(sink));
  logger->set_level(options.quiet     ? spdlog::level::warn
                    : options.verbose ? spdlog::level::debug
                                      : spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

Console::~Console() {
  allow_commands();
}

// On stderr, where nothing but text for people goes; the runner reads both streams, and stops for both.
void Console::stop_commands() const {
  if (!stop_token_.empty()) std::fprintf(stderr, "::stop-commands::%s\n", stop_token_.c_str());
}

void Console::allow_commands() const {
  if (!stop_token_.empty()) std::fprintf(stderr, "::%s::\n", stop_token_.c_str());
}

void Console::annotate(std::string_view commands) const {
  allow_commands();
  std::fwrite(commands.data(), 1, commands.size(), stderr);
  stop_commands();
}

void Console::detail(std::string_view message) const {
  spdlog::set_pattern("%v");
  spdlog::debug("{}", visible(message));
}

void Console::info(std::string_view message) const {
  spdlog::set_pattern("%v");
  spdlog::info("{}", visible(message));
}

void Console::warning(std::string_view message) const {
  spdlog::set_pattern("drover: %^warning%$: %v");
  spdlog::warn("{}", visible(message));
}

void Console::error(std::string_view message) const {
  spdlog::set_pattern("drover: %^error%$: %v");
  spdlog::error("{}", visible(message));
}

void Console::raw_error(std::string_view text) const {
  const std::string lines = defuse_commands(text);
  std::fwrite(lines.data(), 1, lines.size(), stderr);
  std::fflush(stderr);
}

void Console::status(std::string_view text) const {
  constexpr std::chrono::seconds kPause{10};
  const auto now = std::chrono::steady_clock::now();
  if (logs_progress_ && !text.empty() && now - last_logged_ >= kPause) {
    last_logged_ = now;
    info(text);
  }
  if (!progress_) return;
  std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(text.size()), text.data());
  std::fflush(stderr);
}

bool Console::is_unread() {
  pollfd out{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return ::poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0;
}

bool Console::print(std::string_view text) const {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

bool Console::print_text(std::string_view text) const {
  return print(visible_lines(text));
}

namespace {

ExitCode code_after(bool is_printed, const Console& console, ExitCode code) {
  if (is_printed) return code;
  if (Console::is_unread()) return ExitCode::unread;
  console.error("standard output does not take the result");
  return ExitCode::bad_output;
}

}  // namespace

ExitCode print_text(const Console& console, std::string_view text, ExitCode code) {
  return code_after(console.print_text(text), console, code);
}

ExitCode print_result(const Console& console, std::string_view text, ExitCode code) {
  return code_after(console.print(text), console, code);
}

ExitCode refuse(std::string_view problem, ExitCode code, const Console& console) {
  console.error(problem);
  return code;
}

}  // namespace drover
