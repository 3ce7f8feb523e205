// A table of keys without a choice of kinds.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/field_table.h"
#include "core/problem.h"

namespace drover {

// name: how messages call the object; rows: its keys; check: what no row alone can tell, nullptr for nothing;
// one_of: the keys of which exactly one is given.
constexpr Table plain_table(std::string_view name, std::span<const Field> rows,
                            std::vector<Problem> (*check)(const void*) = nullptr,
                            std::span<const std::string_view> one_of = {}) {
  return {.name = name, .fields = rows, .check = check, .one_of = one_of};
}

// The keys that a list and a string stand for, in the place of the object.
struct ShortKeys {
  std::string_view of_list = "";
  std::string_view of_string = "";
};
constexpr Table with_short_keys(Table table, const ShortKeys& keys) {
  table.list_key = keys.of_list;
  table.string_key = keys.of_string;
  return table;
}

}  // namespace drover
