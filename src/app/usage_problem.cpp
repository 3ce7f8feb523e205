#include "app/usage_problem.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/suggestion.h"

namespace drover {
namespace {

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

// A bad value that came from an environment variable is called by the name of the variable.
std::string naming_the_source(const std::string& problem, const std::vector<std::string>& words) {
  static constexpr std::array<std::pair<const char*, const char*>, 5> kVariables = {
      {{"--seed", "DROVER_SEED"},
       {"--threads", "DROVER_THREADS"},
       {"--golden", "DROVER_GOLDEN"},
       {"--color", "DROVER_COLOR"},
       {"--progress", "DROVER_PROGRESS"}}};
  for (const auto& [option, variable] : kVariables) {
    if (!problem.starts_with(fmt::format("{}:", option)) || std::getenv(variable) == nullptr) continue;
    const std::string prefix = option;
    if (std::ranges::none_of(words, [&](const std::string& word) { return word.starts_with(prefix); }))
      return variable + problem.substr(prefix.size());
  }
  return problem;
}

// The sentences of the parser about missing and unreadable values, in the words of the help.
std::string plain_problem(const CLI::App& command, const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string name = error.get_name();
  const auto option_at = [&command, &text](std::size_t begin, std::string_view end) -> const CLI::Option* {
    const std::size_t stop = text.find(end, begin);
    return stop == std::string::npos ? nullptr
                                     : command.get_option_no_throw(text.substr(begin, stop - begin));
  };
  if (name == "RequiredError") {
    if (const CLI::Option* option = option_at(0, " is required"))
      return fmt::format("{} is missing: {}",
                         option->get_positional() ? value_name(*option) : option->get_name(),
                         option->get_description());
  } else if (name == "ArgumentMismatch" && text.find("required") != std::string::npos) {
    if (const CLI::Option* option = option_at(0, ":"))
      return fmt::format("{} needs a value: {}", option->get_name(), value_name(*option));
  } else if (name == "ConversionError") {
    constexpr std::string_view kHead = "Could not convert: ";
    if (const CLI::Option* option = option_at(kHead.size(), " = "))
      return fmt::format("{}: {} is needed, not \"{}\"", option->get_name(), value_name(*option),
                         fmt::join(option->results(), " "));
  }
  return text;
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

}  // namespace

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::string value_name(const CLI::Option& option) {
  // Behind a colon the parser adds the words that are allowed.
  std::string name = option.get_type_name();
  name.resize(std::min(name.size(), name.find(':')));
  if (name.empty() || name == "TEXT") name = option.get_name();
  for (char& c : name)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

const CLI::App& chosen_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty())
    command = command->get_subcommands().front();
  return *command;
}

std::string words_of(const CLI::App& command) {
  if (command.get_parent() == nullptr) return {};
  return words_of(*command.get_parent()) + command.get_name() + " ";
}

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
  // What no option and no command took, in particular no value of an option; the parser forgets it in some
  // errors.
  const std::vector<std::string> rest = app.remaining(true);
  if (&chosen == &app && rest.empty() && error.get_name() == "RequiredError")
    return "a command is missing; `drover --help` lists them";
  if (&chosen == &app && !rest.empty() && rest.front().starts_with('-'))
    return fmt::format("unknown option \"{}\"", rest.front());
  if (&chosen == &app && !rest.empty())
    return fmt::format("unknown command \"{}\"{}", rest.front(),
                       suggestion(rest.front(), command_names(app)));
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::string text = error.what();
    const std::string extra = text.substr(std::min(text.size(), text.rfind(": ") + 2));
    return fmt::format("{} \"{}\"",
                       extra.starts_with('-') ? "unknown option" : "one argument too many:", extra);
  }
  return naming_the_source(plain_problem(chosen, error), words);
}

}  // namespace drover
