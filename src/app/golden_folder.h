// The commands that `drover check` and `drover golden` propose, as text for a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/shell_word.h"

namespace drover {

// "drover golden accept --golden tests/golden --reason '...' tests/golden/hide.golden.json"
std::string accept_command(const std::string& folder, const std::vector<std::string>& goldens);
// "drover check --golden tests/golden --update failed --reason '...' scenarios/hide.json": where nothing
// waits.
std::string update_command(const std::string& folder, const std::vector<std::string>& scenarios);
std::string prune_command(const std::string& folder);

}  // namespace drover
