#include "core/shell_word.h"

#include <algorithm>
#include <cctype>

namespace drover {

std::string shell_word(std::string_view word) {
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-./=,:@%+").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (is_plain) return std::string(word);
  std::string quoted = "'";
  for (const char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace drover
