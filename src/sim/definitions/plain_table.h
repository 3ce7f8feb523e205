// A table of keys without a choice of kinds.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/field_table.h"
#include "core/problem.h"

namespace drover {

// name: how messages call the object; rows: its keys; check: what no row alone can tell, nullptr for nothing.
constexpr Table plain_table(std::string_view name, std::span<const Field> rows,
                            std::vector<Problem> (*check)(const void*) = nullptr) {
  return {.name = name, .fields = rows, .check = check};
}

}  // namespace drover
