// The rule for the characters of names (name_problem, core/utf8.h) for readers of other programs.
#pragma once

#include <string>

namespace drover {

// A regular expression (ECMA 262) that finds a character that no name holds; of those beyond U+FFFF, which
// need a flag of the expression, none.
std::string hidden_character_pattern();

}  // namespace drover
