#include "app/command_line.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "app/command.h"
#include "app/interrupt.h"
#include "core/fp_environment.h"
#include "core/text.h"

namespace drover {
namespace {

constexpr const char* kDescription =
    "drover simulates steering behaviors: headless, deterministic, from JSON to traces and metrics.\n"
    "\n"
    "Examples:\n"
    "  drover init first                                     write a small scenario to start from\n"
    "  drover run first/scenario.jsonc -o first/out          simulate it; write trace and metrics\n"
    "  drover render first/scenario.jsonc -o first/run.svg   draw what happened\n";

constexpr const char* kFooter =
    "Exit status: 0 success, 1 an expectation does not hold, 2 wrong usage, 3 bad scenario, 4 a run failed,\n"
    "5 nothing selected, 6 output could not be written, 70 a bug in drover, 130/143 interrupted.\n"
    "`drover COMMAND --help` has examples for each command.";

// Options that mean the same in every command; they may stand before or after it.
void add_global_flags(CommandLine& line) {
  static const std::map<std::string, When> kWhen = {
      {"auto", When::automatic}, {"always", When::always}, {"never", When::never}};
  line.app.add_flag("-q,--quiet", line.console.quiet, "Only warnings and errors");
  line.app.add_flag("-v,--verbose", line.console.verbose, "More about what is done");
  line.app.add_flag("--json", line.console.json, "Results as one JSON document on standard output");
  line.app.add_option("--color", line.console.color, "Colors: auto, always or never")
      ->type_name("WHEN")
      ->envname("DROVER_COLOR")
      ->transform(CLI::CheckedTransformer(kWhen).description(""));
  line.app.add_option("--progress", line.console.progress, "Progress: auto, always or never")
      ->type_name("WHEN")
      ->envname("DROVER_PROGRESS")
      ->transform(CLI::CheckedTransformer(kWhen).description(""));
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command = &app; command != nullptr; command = command->get_parent()) {
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

std::string suggestion(const std::string& wanted, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view nearest = nearest_name(wanted, views);
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
}

// What is wrong with the command line, with the nearest valid name where a word is unknown.
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  const auto& chosen = app.get_subcommands();
  if (chosen.empty()) {
    const auto word = std::find_if(words.begin(), words.end(), [](const std::string& w) { return w[0] != '-'; });
    if (word == words.end()) return "a command is missing; `drover --help` lists them";
    return fmt::format("unknown command \"{}\"{}", *word, suggestion(*word, command_names(app)));
  }
  const std::vector<std::string> known = option_names(*chosen.front());
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (name.rfind("--", 0) != 0 || name == "--" || name == "--help") continue;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fmt::format("unknown option \"{}\"{}", name, suggestion(name, known));
    }
  }
  return error.what();
}

int answer_parse_error(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help
  const Console console{ConsoleOptions{}};
  console.error(usage_problem(app, error, words));
  const auto& chosen = app.get_subcommands();
  console.info(fmt::format("see: drover {}--help", chosen.empty() ? "" : chosen.front()->get_name() + " "));
  return static_cast<int>(ExitCode::usage);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app(kDescription, "drover");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  CommandLine line{app, {}, {}};
  add_global_flags(line);
  add_run_command(line);
  add_validate_command(line);
  add_render_command(line);
  add_list_command(line);
  add_explain_command(line);
  add_schema_command(line);
  add_init_command(line);
  add_version_command(line);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) command->fallthrough();

  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return answer_parse_error(app, error, words);
  }
  const Console console(line.console);
  if (const char* problem = fp_environment_problem()) {
    console.error(fmt::format("results would not be reproducible: {}", problem));
    return static_cast<int>(ExitCode::run_failed);
  }
  watch_for_interrupts();
  return static_cast<int>(line.chosen(console));
}

}  // namespace drover
