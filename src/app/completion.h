// Completion of the command line in shells.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/command_info.h"

namespace drover {

inline constexpr std::array<std::string_view, 3> kShells = {"bash", "zsh", "fish"};

// The script that a shell of this name reads; one of kShells.
std::string completion_script(const CommandInfo& program, std::string_view shell);

}  // namespace drover
