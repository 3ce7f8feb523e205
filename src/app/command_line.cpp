#include "app/command_line.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/option_checks.h"
#include "core/fp_environment.h"
#include "core/text.h"
#include "observe/record/provenance.h"

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
    "Exit status: 0 success, 1 an expectation or comparison says no, 2 wrong usage, 3 bad input, 4 a run "
    "failed,\n"
    "5 nothing selected, 6 output could not be written, 70 a bug in drover, 130/143 interrupted.\n"
    "`drover COMMAND --help` has examples for each command.";

// Options that mean the same in every command; they may stand before or after it.
void add_global_flags(CommandLine& line) {
  line.app.add_flag("-q,--quiet", line.console.quiet, "Only warnings and errors");
  line.app.add_flag("-v,--verbose", line.console.verbose, "More about what is done");
  line.app.add_flag("--json", line.console.json, "Results as one JSON document on standard output");
  line.app.add_option("--color", line.console.color, "Colors: auto, always or never")
      ->type_name("WHEN")
      ->envname("DROVER_COLOR")
      ->transform(auto_always_never());
  line.app.add_option("--progress", line.console.progress, "Progress: auto, always or never")
      ->type_name("WHEN")
      ->envname("DROVER_PROGRESS")
      ->transform(auto_always_never());
  line.app.set_version_flag("--version", fmt::format("drover {}", drover_version()));
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
      for (const std::string& name : option->get_lnames())
        names.push_back("--" + name);
    }
  }
  return names;
}

std::string suggestion(const std::string& wanted, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view nearest = nearest_name(wanted, views);
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
}

// A bad value that came from the environment is called by the name it has there.
std::string naming_the_source(const std::string& problem, const std::vector<std::string>& words) {
  static constexpr std::array<std::pair<const char*, const char*>, 3> kVariables = {
      {{"--seed", "DROVER_SEED"}, {"--color", "DROVER_COLOR"}, {"--progress", "DROVER_PROGRESS"}}};
  for (const auto& [option, variable] : kVariables) {
    if (problem.rfind(fmt::format("{}:", option), 0) != 0 || std::getenv(variable) == nullptr) continue;
    const std::string prefix = option;
    const bool is_given = std::any_of(words.begin(), words.end(), [&prefix](const std::string& word) {
      return word.rfind(prefix, 0) == 0;
    });
    if (!is_given) return variable + problem.substr(prefix.size());
  }
  return problem;
}

// The command, or the action of a command, that the words led to; the program itself where they led nowhere.
const CLI::App& chosen_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty())
    command = command->get_subcommands().front();
  return *command;
}

// "golden accept "; empty for the program itself.
std::string words_of(const CLI::App& command) {
  if (command.get_parent() == nullptr) return {};
  return words_of(*command.get_parent()) + command.get_name() + " ";
}

// A command that has actions and was given none of them.
std::string action_problem(const CLI::App& command, const std::vector<std::string>& words) {
  const auto name = std::find(words.begin(), words.end(), command.get_name());
  const auto action = std::find_if(name == words.end() ? name : name + 1, words.end(),
                                   [](const std::string& word) { return word.empty() || word[0] != '-'; });
  if (action == words.end())
    return fmt::format("an action is missing: {}", fmt::join(command_names(command), ", "));
  return fmt::format("unknown action \"{}\"{}", *action, suggestion(*action, command_names(command)));
}

// What is wrong with the command line, with the nearest valid name where a word is unknown.
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error,
                          const std::vector<std::string>& words) {
  const CLI::App& chosen = chosen_command(app);
  if (&chosen != &app && !command_names(chosen).empty()) return action_problem(chosen, words);
  const std::vector<std::string> known = option_names(chosen);
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (name.rfind("--", 0) != 0 || name == "--") continue;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fmt::format("unknown option \"{}\"{}", name, suggestion(name, known));
    }
  }
  if (&chosen == &app) {
    const auto word =
        std::find_if(words.begin(), words.end(), [](const std::string& w) { return w[0] != '-'; });
    if (word == words.end()) return "a command is missing; `drover --help` lists them";
    return fmt::format("unknown command \"{}\"{}", *word, suggestion(*word, command_names(app)));
  }
  return naming_the_source(error.what(), words);
}

int answer_parse_error(const CLI::App& app, const CLI::ParseError& error,
                       const std::vector<std::string>& words) {
  const Console console{ConsoleOptions{}};
  if (error.get_exit_code() == 0) {  // --help, --version
    std::ostringstream text;
    app.exit(error, text, text);
    return static_cast<int>(print_result(console, text.str()));
  }
  console.error(usage_problem(app, error, words));
  console.info(fmt::format("see: drover {}--help", words_of(chosen_command(app))));
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
  add_check_command(line);
  add_golden_command(line);
  add_hash_command(line);
  add_diff_command(line);
  add_list_command(line);
  add_explain_command(line);
  add_schema_command(line);
  add_init_command(line);
  add_version_command(line);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    command->fallthrough();

  ignore_write_signals();
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
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
  return static_cast<int>(line.chosen(console));
}

}  // namespace drover
