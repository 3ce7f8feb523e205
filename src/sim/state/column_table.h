// Columns as members of a struct: for_each_column() calls visit(MemberColumn) for every one, so that what
// sizes, hashes, saves, compares and shows them is a loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "sim/state/column_set.h"

namespace drover {

struct MemberInfo {
  std::string_view name;
  std::string_view unit = {};
  std::string_view quantity = {};  // what it is a part of, for messages: "position" of x and y
  bool hashed = true;              // see ColumnInfo
  bool spatial = false;            // in the plane it keeps its first value and is not part of the registry
  double initial = 0.0;            // the first value; see ColumnInfo
  StateOwner owner = StateOwner::agent;
  std::size_t width = 1;  // numbers per row, beside each other
};

// One column of a struct of columns.
template <class Struct, class Column>
struct MemberColumn {
  Column Struct::*member;
  MemberInfo info;
};
template <class Struct, class Column>
constexpr MemberColumn<Struct, Column> column(Column Struct::*member, const MemberInfo& info) {
  return {member, info};
}

// The initial number of a column of numbers of this type. The greatest whole number, which stands for
// "never", is no double.
template <class Number>
Number initial_number(double initial) {
  constexpr Number kMost = std::numeric_limits<Number>::max();
  if (!(initial > 0.0)) return 0;  // also what a file may say that is none
  return initial < static_cast<double>(kMost) ? static_cast<Number>(initial) : kMost;
}
template <>
inline double initial_number<double>(double initial) {
  return initial;
}

// Gives each column of a struct `count` rows of first values.
template <class Columns>
void resize_columns(Columns& columns, std::size_t count) {
  Columns::for_each_column([&](auto column) {
    auto& values = columns.*column.member;
    using Number = std::remove_cvref_t<decltype(values[0])>;
    values.assign(count * column.info.width, initial_number<Number>(column.info.initial));
  });
}

// Adds row `i` of `other` at the end.
template <class Columns>
void append_row(Columns& columns, const Columns& other, AgentIndex i) {
  Columns::for_each_column(
      [&](auto column) { (columns.*column.member).push_back((other.*column.member)[i]); });
}

// Gives every agent an entry of its own in the shared columns of a struct: from then on threads may set the
// numbers of different agents at once, and nothing allocates.
template <class Columns>
void materialize_columns(Columns& columns) {
  Columns::for_each_column([&](auto column) {
    if constexpr (requires { (columns.*column.member).materialize(); })
      (columns.*column.member).materialize();
  });
}

}  // namespace drover
