#include "sim/state/state_columns.h"

#include <fmt/format.h>

namespace drover {

std::string name_of(const StateColumn& column) {
  std::string name(column.owner_name);
  if (column.owner_index != StateColumn::kNoOwnerIndex) name += fmt::format(" {}", column.owner_index);
  for (const std::string_view part : {column.part, column.quantity}) {
    if (part.empty()) continue;
    if (!name.empty()) name += '/';
    name += part;
  }
  return name;
}

}  // namespace drover
