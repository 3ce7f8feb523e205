// The commands and their options as plain data, for the texts that are made from them: completions of shells
// and manual pages. Filled from the declarations that parse the command line (cli.h).
#pragma once

#include <string>
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

}  // namespace drover
