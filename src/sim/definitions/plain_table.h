// Tables of keys, with and without a choice of kinds.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/field.h"
#include "core/problem.h"

namespace drover {

// name: how messages call the object; rows: its keys; check: what no row alone can tell, nullptr for nothing;
// one_of: the keys of which exactly one is given.
constexpr Table plain_table(std::string_view name, std::span<const Field> rows,
                            std::vector<Problem> (*check)(const void*) = nullptr,
                            std::span<const std::string_view> one_of = {}) {
  return {.name = name, .fields = rows, .check = check, .one_of = one_of};
}

// The table of a struct whose choice of a kind is this member; `rows`: the keys beside those of the kind.
template <auto kMember>
constexpr Table choice_table(std::string_view name, std::string_view default_kind = "",
                             std::span<const Field> rows = {},
                             std::vector<Problem> (*check)(const void*) = nullptr) {
  return {.name = name,
          .fields = rows,
          .family = family_of<kMember>,
          .box = box_of<kMember>,
          .default_kind = default_kind,
          .check = check};
}

// The same of a part of the parameters of another kind.
template <auto kMember>
constexpr Table part_table(std::string_view name, std::string_view default_kind = "",
                           std::span<const Field> rows = {}) {
  Table table = choice_table<kMember>(name, default_kind, rows);
  table.is_part = true;
  return table;
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
