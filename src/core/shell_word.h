// Commands as text for a shell.
#pragma once

#include <string>
#include <string_view>

namespace drover {

// A word as a shell reads it: in quotes where it needs them.
std::string shell_word(std::string_view word);

}  // namespace drover
