#include "core/field_table.h"

#include <algorithm>

namespace drover {

std::vector<std::string_view> ReadCondition::list() const {
  std::vector<std::string_view> found;
  std::string_view rest = values;
  for (std::size_t end; (end = rest.find(", ")) != std::string_view::npos; rest.remove_prefix(end + 2))
    found.push_back(rest.substr(0, end));
  found.push_back(rest);
  return found;
}

std::span<const ReadCondition> Field::read_conditions() const {
  const auto end = std::ranges::find(read_when, "", &ReadCondition::key);
  return {read_when.begin(), end};
}

}  // namespace drover
