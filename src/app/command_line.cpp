#include "app/command_line.h"

#include <variant>

#include <fmt/format.h>

#include "app/cli.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "core/fp_environment.h"

namespace drover {
namespace {

ExitCode print_answer(const CommandLineAnswer& answer) {
  const Console console{ConsoleOptions{}};
  if (answer.problem.empty()) return print_result(console, answer.text);
  console.error(answer.problem);
  console.info(fmt::format("see: {}", answer.help));
  return ExitCode::usage;
}

ExitCode execute_command(const CommandLine& line) {
  const Console console(line.console);
  if (const char* problem = fp_environment_problem())
    return refuse(fmt::format("results would not be reproducible: {}", problem), ExitCode::run_failed,
                  console);
  const ExitCode code =
      std::visit([&console](const auto& options) { return execute(options, console); }, line.command);
  // What a signal interrupted failed because of it.
  const bool has_failed = code == ExitCode::bad_input || code == ExitCode::bad_output;
  return has_failed && interrupt_signal() != 0 ? code_of_interrupt() : code;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  ignore_write_signals();
  const auto parsed = parse_command_line(argc, argv);
  const auto* line = std::get_if<CommandLine>(&parsed);
  return static_cast<int>(line != nullptr ? execute_command(*line)
                                          : print_answer(std::get<CommandLineAnswer>(parsed)));
}

}  // namespace drover
