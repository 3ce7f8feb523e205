#include "sim/state/column_set.h"

#include <algorithm>

#include <fmt/format.h>

namespace drover {

// Names of types and modes may hold anything, so that two columns can come to the same name: "a/b" and "c",
// or "a" and "b/c". The later one is told apart by a number in front.
std::string ColumnSet::unique_name(const std::string& name) const {
  std::string unique = name;
  const auto has_name = [&](const Column& column) { return column.info.name == unique; };
  for (int k = 2; std::ranges::any_of(columns_, has_name); ++k)
    unique = fmt::format("#{}/{}", k, name);
  return unique;
}

}  // namespace drover
