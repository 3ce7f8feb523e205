#include "sim/state/column_set.h"

#include <fmt/format.h>

namespace drover {

// Names of types and modes may hold anything, so that two columns can come to the same name: "a/b" and "c",
// or "a" and "b/c". The later one is told apart by a number in front.
std::string ColumnSet::unique_name(const std::string& name) {
  std::string unique = name;
  for (int& number = numbers_.try_emplace(name, 1).first->second; !names_.insert(unique).second;)
    unique = fmt::format("#{}/{}", ++number, name);
  return unique;
}

}  // namespace drover
