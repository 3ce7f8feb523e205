// The program: parses the command line, runs the chosen command, answers with an exit status.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <new>
#include <variant>

#include <fmt/format.h>

#include "app/cli.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/limits.h"
#include "app/out_of_memory.h"
#include "core/fp_environment.h"
#include "core/stop_scope.h"
#include "core/utf8.h"
#include "scenario/file_root.h"

namespace drover {
namespace {

// What looks at steps ends by itself, with its results marked; what is stopped before them has none.
ExitCode execute_until_stopped(const CommandLine& line, const Console& console) {
  const std::function<bool()> is_stopped = [] { return interrupt_signal() != 0; };
  const StopScope scope(is_stopped);
  try {
    return std::visit([&console](const auto& options) { return execute(options, console); }, line.command);
  } catch (const WorkStopped&) {
    report_stop();
    return code_of_interrupt();
  }
}

ExitCode run_command_line(int argc, char** argv) {
  ignore_write_signals();
  const auto parsed = parse_command_line(argc, argv);
  if (const auto* answer = std::get_if<CommandLineAnswer>(&parsed)) {
    const Console console{ConsoleOptions{}};
    if (answer->problem.empty()) return print_result(console, answer->text);
    console.error(answer->problem);
    console.info(fmt::format("see: {}", answer->help));
    return ExitCode::usage;
  }
  const CommandLine& line = std::get<CommandLine>(parsed);
  const Console console(line.console);
  if (const char* problem = fp_environment_problem())
    return refuse(fmt::format("results would not be reproducible: {}", problem), ExitCode::run_failed,
                  console);
  if (line.console.json) report_stops_in_json();
  set_limits(line.limits);
  set_file_root(line.root);
  const ExitCode code = execute_until_stopped(line, console);
  // What a signal interrupted failed because of it.
  const bool has_failed = code == ExitCode::bad_input || code == ExitCode::bad_output;
  return has_failed && interrupt_signal() != 0 ? code_of_interrupt() : code;
}

// The lowest priority that is not reserved: before the constructors of all static objects of the program.
[[gnu::constructor(101)]] void begin() {
  end_when_out_of_memory();
}

}  // namespace
}  // namespace drover

int main(int argc, char** argv) {
  try {
    return static_cast<int>(drover::run_command_line(argc, argv));
  } catch (const std::bad_alloc&) {  // sizes that no memory could have
    std::fputs("drover: error: out of memory\n", stderr);
    return static_cast<int>(drover::ExitCode::run_failed);
  } catch (const std::filesystem::filesystem_error& problem) {
    std::fprintf(stderr, "drover: error: %s\n", drover::make_visible(problem.what()).c_str());
    return static_cast<int>(drover::ExitCode::bad_output);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "drover: bug: %s. Please report it.\n", problem.what());
    return static_cast<int>(drover::ExitCode::bug);
  }
}
