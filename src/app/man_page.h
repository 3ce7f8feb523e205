// The manual page of the program, in the language of man(7).
#pragma once

#include <string>
#include <string_view>

#include "app/command_info.h"

namespace drover {

std::string man_page(const CommandInfo& program, std::string_view version);

}  // namespace drover
