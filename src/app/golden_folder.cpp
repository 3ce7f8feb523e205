#include "app/golden_folder.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace drover {

std::string accept_command(const std::string& folder, const std::vector<std::string>& goldens) {
  std::string command = fmt::format("drover golden accept --golden {} --reason \"...\"", shell_word(folder));
  for (const std::string& golden : goldens)
    command += " " + shell_word(golden);
  return goldens.empty() ? command + " --all" : command;
}

std::string update_command(const std::string& folder, const std::vector<std::string>& scenarios) {
  std::string command =
      fmt::format("drover check --golden {} --update failed --reason \"...\"", shell_word(folder));
  for (const std::string& scenario : scenarios)
    command += " " + shell_word(scenario);
  return command;
}

std::string prune_command(const std::string& folder) {
  return fmt::format("drover golden prune --golden {}", shell_word(folder));
}

}  // namespace drover
