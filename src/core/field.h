// Makes the rows of field tables (core/field_table.h) from pointers to members.
#pragma once

#include "core/enum_names.h"
#include "core/field_access.h"
#include "core/field_table.h"

namespace drover {

// The row of one member: field<&ArriveDef::slow_radius>({.key = "slow_radius", .unit = "m", ...}).
template <auto Member>
constexpr Field field(FieldInfo info) {
  using Access = field_detail::MemberOf<Member>;
  Field row;
  static_cast<FieldInfo&>(row) = info;
  row.access = field_detail::describe<typename Access::value_type>();
  row.access.address = Access::address;
  return row;
}

// Table::box and Table::family of a struct whose choice of a kind is this member, a Boxed<K>.
template <auto Member>
KindBox* box_of(void* object) {
  using Access = field_detail::MemberOf<Member>;
  return static_cast<typename Access::value_type*>(Access::address(object));
}
template <auto Member>
inline constexpr std::string_view family_of = field_detail::MemberOf<Member>::value_type::Family::kFamily;

// The rows of a struct that is itself a member, as if its keys stood in the outer object.
template <auto Outer, std::size_t N>
constexpr std::array<Field, N> embed(const std::array<Field, N>& inner) {
  std::array<Field, N> rows = inner;
  for (Field& row : rows)
    row.outer[row.outer_count++] = field_detail::MemberOf<Outer>::address;
  return rows;
}

// The same words, read on one more condition.
constexpr FieldInfo read_when(std::string_view key, std::string_view values, FieldInfo info) {
  std::size_t used = 0;
  while (!info.read_when[used].key.empty())
    ++used;
  info.read_when[used] = {key, values};
  return info;
}

// The same rows, those with these keys (all, without any) read on one more condition.
template <std::size_t N, class... Keys>
constexpr std::array<Field, N> read_when(std::string_view key, std::string_view values,
                                         std::array<Field, N> rows, const Keys&... keys) {
  for (Field& row : rows) {
    if (sizeof...(Keys) > 0 && !((row.key == keys) || ...)) continue;
    static_cast<FieldInfo&>(row) = read_when(key, values, row);
  }
  return rows;
}

template <class... Rows>
constexpr auto fields(const Rows&... rows) {
  return std::array<Field, sizeof...(Rows)>{rows...};
}

// Joins arrays of rows.
template <std::size_t A, std::size_t B>
constexpr std::array<Field, A + B> join(const std::array<Field, A>& a, const std::array<Field, B>& b) {
  std::array<Field, A + B> all;
  for (std::size_t k = 0; k < A; ++k)
    all[k] = a[k];
  for (std::size_t k = 0; k < B; ++k)
    all[A + k] = b[k];
  return all;
}

}  // namespace drover
