#include "app/console.h"

#include <cstdio>
#include <cstdlib>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace drover {
namespace {

bool is_dumb_terminal() {
  const char* term = std::getenv("TERM");
  return term != nullptr && std::string_view(term) == "dumb";
}

bool decide(When when, bool automatic) {
  return when == When::always || (when == When::automatic && automatic);
}

}  // namespace

bool is_in_environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

Console::Console(const ConsoleOptions& options) : options_(options) {
  const bool terminal = isatty(STDERR_FILENO) == 1 && !is_dumb_terminal();
  const bool result_terminal = isatty(STDOUT_FILENO) == 1 && !is_dumb_terminal();
  color_ = decide(options.color, terminal && !is_in_environment("NO_COLOR"));
  result_color_ = decide(options.color, result_terminal && !is_in_environment("NO_COLOR"));
  progress_ = !options.quiet && decide(options.progress, terminal && !is_in_environment("CI"));
  auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_st>(color_ ? spdlog::color_mode::always
                                                                           : spdlog::color_mode::never);
  auto logger = std::make_shared<spdlog::logger>("drover", std::move(sink));
  logger->set_level(options.quiet     ? spdlog::level::warn
                    : options.verbose ? spdlog::level::debug
                                      : spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

void Console::detail(std::string_view message) const {
  spdlog::set_pattern("%v");
  spdlog::debug("{}", message);
}

void Console::info(std::string_view message) const {
  spdlog::set_pattern("%v");
  spdlog::info("{}", message);
}

void Console::warning(std::string_view message) const {
  spdlog::set_pattern("drover: %^warning%$: %v");
  spdlog::warn("{}", message);
}

void Console::error(std::string_view message) const {
  spdlog::set_pattern("drover: %^error%$: %v");
  spdlog::error("{}", message);
}

void Console::raw_error(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void Console::status(std::string_view text) const {
  if (!progress_) return;
  std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(text.size()), text.data());
  std::fflush(stderr);
}

bool Console::print(std::string_view text) const {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

ExitCode print_result(const Console& console, std::string_view text, ExitCode code) {
  if (console.print(text)) return code;
  console.error("standard output does not take the result");
  return ExitCode::bad_output;
}

}  // namespace drover
