// The commands and their options as plain data, for the texts that are made from them: completions of shells
// and manual pages. Filled from the declarations that parse the command line (cli.h).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

struct OptionInfo {
  std::vector<std::string> names = {};  // "-o", "--out"; of a positional argument its name alone
  std::string value = {};               // "FILE"; empty for a flag
  std::string doc = {};
  std::vector<std::string> choices = {};  // the words it takes, where these are all; else empty
  bool is_positional = false;
};

struct CommandInfo {
  std::string name = {};     // "golden"
  std::string summary = {};  // one line
  std::string notes = {};    // examples and rules, laid out
  std::vector<OptionInfo> options = {};
  std::vector<CommandInfo> commands = {};
};

// The completion of the command line: the script that a shell of this name reads.
inline constexpr std::array<std::string_view, 3> kShells = {"bash", "zsh", "fish"};
std::string completion_script(const CommandInfo& program, std::string_view shell);

// The manual page of the program, in the language of man(7).
std::string man_page(const CommandInfo& program, std::string_view version);

}  // namespace drover
