#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_info.h"

namespace drover {
namespace {

// Quoted for the shells: between single quotes nothing has a meaning, and a quote ends them.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// With a backslash before each of the special characters.
std::string escaped_in(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// For fish, where a backslash escapes inside single quotes.
std::string quoted_for_fish(std::string_view text) {
  return "'" + escaped_in(text, "'\\") + "'";
}

// For the specifications of zsh: a description must not end its brackets or fields.
std::string quoted_for_zsh(std::string_view text) {
  return escaped_in(text, "[]:\\");
}

std::vector<std::string> names_of(const std::vector<CommandInfo>& commands) {
  std::vector<std::string> names;
  for (const CommandInfo& command : commands)
    names.push_back(command.name);
  return names;
}

std::vector<std::string> option_names(const CommandInfo& command) {
  std::vector<std::string> names;
  for (const OptionInfo& option : command.options) {
    if (!option.is_positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// The words a command takes beside its options: its actions, or those of its first argument.
std::vector<std::string> words_of(const CommandInfo& command) {
  std::vector<std::string> words = names_of(command.commands);
  for (const OptionInfo& option : command.options) {
    if (option.is_positional) words.insert(words.end(), option.choices.begin(), option.choices.end());
  }
  return words;
}

// Calls `visit` with every command and the words that lead to it: "golden accept".
template <class Visit>
void visit_commands(const CommandInfo& command, const std::string& path, Visit visit) {
  visit(command, path);
  for (const CommandInfo& inner : command.commands)
    visit_commands(inner, path.empty() ? inner.name : path + " " + inner.name, visit);
}

std::string bash_script(const CommandInfo& program) {
  std::string cases, values, paths;
  visit_commands(program, "", [&](const CommandInfo& command, const std::string& path) {
    if (!path.empty()) paths += fmt::format("{}{}", paths.empty() ? "" : "|", in_quotes(path));
    std::vector<std::string> options = option_names(command);
    const std::vector<std::string> all = option_names(program);
    if (!path.empty()) options.insert(options.end(), all.begin(), all.end());
    cases += fmt::format("    {}) options={}; words={} ;;\n", in_quotes(path),
                         in_quotes(fmt::format("{}", fmt::join(options, " "))),
                         in_quotes(fmt::format("{}", fmt::join(words_of(command), " "))));
    for (const OptionInfo& option : command.options) {
      if (option.is_positional || option.choices.empty()) continue;
      for (const std::string& name : option.names) {
        // Options of the program may stand behind every command.
        values += fmt::format("    {}{}) words={}; options= ;;\n", path.empty() ? "*" : "",
                              in_quotes(path + " " + name),
                              in_quotes(fmt::format("{}", fmt::join(option.choices, " "))));
      }
    }
  });
  return fmt::format(
      R"(# Completion of drover for bash: source it, or put it into a folder of bash-completion.
_drover() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= word options words
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "${{command:+$command }}$word" in
      {}) command="${{command:+$command }}$word" ;;
    esac
  done
  case $command in
{}  esac
  case "$command $before" in
{}  esac
  COMPREPLY=()
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
    if [[ -n $command && ${{#COMPREPLY[@]}} -eq 0 ]]; then
      local IFS=$'\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$current"))
    fi
  fi
}}
complete -F _drover drover
)",
      paths, cases, values);
}

std::string zsh_option(const OptionInfo& option) {
  const std::string doc = quoted_for_zsh(option.doc);
  std::string action = "_files";
  if (!option.choices.empty()) action = fmt::format("({})", fmt::join(option.choices, " "));
  if (option.is_positional)
    return " \\\n      " + in_quotes(fmt::format("*:{}:{}", quoted_for_zsh(option.value), action));
  std::string text;
  for (const std::string& name : option.names) {
    const std::string value =
        option.value.empty() ? "" : fmt::format(":{}:{}", quoted_for_zsh(option.value), action);
    text += " \\\n      " + in_quotes(fmt::format("*{}[{}]{}", name, doc, value));
  }
  return text;
}

std::string zsh_script(const CommandInfo& program) {
  std::string list, cases;
  for (const CommandInfo& command : program.commands) {
    list += fmt::format("    {}\n",
                        in_quotes(fmt::format("{}:{}", command.name, quoted_for_zsh(command.summary))));
    cases += fmt::format("    {}) _arguments", command.name);
    for (const OptionInfo& option : command.options)
      cases += zsh_option(option);
    if (!command.commands.empty())
      cases +=
          " \\\n      " + in_quotes(fmt::format("1:action:({})", fmt::join(names_of(command.commands), " ")));
    cases += " ;;\n";
  }
  return fmt::format(R"(#compdef drover
# Completion of drover for zsh: put it as _drover into a folder of $fpath.
_drover() {{
  local -a commands
  commands=(
{})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_drover "$@"
)",
                     list, cases);
}

std::string fish_option(const OptionInfo& option, const std::string& condition) {
  std::string text = fmt::format("complete -c drover -n {}", quoted_for_fish(condition));
  if (option.is_positional) {
    if (option.choices.empty()) return {};
    return fmt::format("{} -f -a {}\n", text,
                       quoted_for_fish(fmt::format("{}", fmt::join(option.choices, " "))));
  }
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) text += " -r";
  if (!option.choices.empty())
    text += fmt::format(" -f -a {}", quoted_for_fish(fmt::format("{}", fmt::join(option.choices, " "))));
  return fmt::format("{} -d {}\n", text, quoted_for_fish(option.doc));
}

std::string fish_script(const CommandInfo& program) {
  std::string text = "# Completion of drover for fish: put it as drover.fish into a folder of completions.\n";
  for (const OptionInfo& option : program.options)
    text += fish_option(option, "true");
  for (const CommandInfo& command : program.commands) {
    text += fmt::format("complete -c drover -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                        quoted_for_fish(command.summary));
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const OptionInfo& option : command.options)
      text += fish_option(option, condition);
    for (const CommandInfo& action : command.commands) {
      text += fmt::format("complete -c drover -n {} -f -a {} -d {}\n", quoted_for_fish(condition),
                          action.name, quoted_for_fish(action.summary));
      for (const OptionInfo& option : action.options)
        text += fish_option(option, condition + "; and __fish_seen_subcommand_from " + action.name);
    }
  }
  return text;
}

}  // namespace

std::string completion_script(const CommandInfo& program, std::string_view shell) {
  if (shell == "bash") return bash_script(program);
  return shell == "zsh" ? zsh_script(program) : fish_script(program);
}

}  // namespace drover
