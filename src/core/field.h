// Field tables: one row per key a scenario may contain.
// The reader, the writer, the JSON Schema, the range checks and `drover explain` are loops over these rows,
// so that a key, its unit, its range and its meaning are written once. Defaults are the member initialisers
// of the struct.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/quantity.h"
#include "core/target.h"
#include "core/vec3.h"

namespace drover {

struct Kind;
struct Table;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Which values a number may take.
struct Range {
  double low = -kInfinity;
  double high = kInfinity;
  bool low_open = false;
  bool high_open = false;

  constexpr bool contains(double v) const {
    return (low_open ? v > low : v >= low) && (high_open ? v < high : v <= high);
  }
};
inline constexpr Range kAny{};
inline constexpr Range kPositive{0.0, kInfinity, true, false};
inline constexpr Range kNotNegative{0.0, kInfinity, false, false};
inline constexpr Range kFraction{0.0, 1.0, false, false};
inline constexpr Range kProbability{0.0, 1.0, true, false};
constexpr Range closed(double low, double high) {
  return {low, high, false, false};
}
constexpr Range left_open(double low, double high) {
  return {low, high, true, false};
}

// A choice made by "type": which kind, and its parameters.
struct KindBox {
  const Kind* kind = nullptr;
  std::shared_ptr<void> params;

  template <class Params>
  const Params& as() const {
    return *static_cast<const Params*>(params.get());
  }
};

// Objects by name, in file order: {"name": {...}}.
template <class T>
struct Named {
  std::string name;
  T value;
};
template <class T>
using NamedList = std::vector<Named<T>>;

// Rows of numbers such as keyframes: [[t, x, y], ...].
template <std::size_t N>
using Rows = std::vector<std::array<double, N>>;

enum class FieldType {
  number,            // double
  quantity,          // Quantity: a number, a distribution, or null for absent
  boolean,           // bool
  integer,           // std::int64_t
  optional_integer,  // std::optional<std::int64_t>
  text,              // std::string
  texts,             // std::vector<std::string>
  choice,            // an enum with enum_names()
  vector,            // Vec3
  optional_vector,   // std::optional<Vec3>
  points,            // std::vector<Vec3>
  rows,              // Rows<N>
  target,            // Target
  reference,         // Reference: the name of something declared elsewhere in the scenario
  object,            // a struct with table()
  optional_object,   // std::optional<struct>
  object_list,       // std::vector<struct>
  object_map,        // NamedList<struct>
  kind_map,          // std::vector<KindBox>: {"kind name": {its parameters}}
};

// Type-erased access to a list-like member.
struct ListAccess {
  std::size_t (*size)(const void* list) = nullptr;
  void* (*at)(void* list, std::size_t index) = nullptr;
  void* (*append)(void* list, std::string_view name) = nullptr;  // name: of an object_map's entry, else empty
  std::string_view (*name_at)(const void* list, std::size_t index) = nullptr;
  void (*clear)(void* list) = nullptr;
};

// What the tables cannot say with a type alone: how to reach what the field holds.
struct FieldAccess {
  FieldType type = FieldType::number;
  void* (*address)(void* object) = nullptr;
  const Table& (*nested)() = nullptr;              // object, optional_object, object_list, object_map
  std::span<const std::string_view> choices = {};  // choice
  int (*get_choice)(const void* field) = nullptr;
  void (*set_choice)(void* field, int value) = nullptr;
  ListAccess list = {};       // object_list, object_map, optional_object, rows
  std::size_t row_width = 0;  // rows
};

// The words of a row. `unit` is SI ("m/s", "rad"), empty for pure numbers and non-numbers.
struct FieldInfo {
  std::string_view key = "";
  std::string_view unit = "";
  Range range = kAny;
  std::string_view doc = "";
  bool required = false;
  std::string_view otherwise = "";  // what an absent value means, such as "the agent's max_speed"
  std::string_view seed = "";       // the seeds' value where drover's default differs
  std::string_view family = "";     // kind_map: the family of its kinds
};

struct Field : FieldInfo {
  FieldAccess access;
  void* (*outer)(void* object) = nullptr;  // set by embed(): the struct the field lives in

  void* in(void* object) const { return access.address(outer != nullptr ? outer(object) : object); }
  const void* in(const void* object) const { return in(const_cast<void*>(object)); }
};

// The keys of one JSON object. With a family, the object also has a "type" that names a kind of that family,
// and the kind's own fields stand beside these.
struct Table {
  std::string_view name = "";  // "agent type", as messages call it
  std::span<const Field> fields = {};
  std::string_view family = "";
  KindBox* (*box)(void* object) = nullptr;
  std::string_view default_kind = "";  // taken when "type" is absent; empty: "type" is required
  // A non-empty answer is a problem no single field shows; `key` is the field to blame.
  struct Problem {
    std::string_view key;
    std::string message;
  };
  std::vector<Problem> (*check)(const void* object) = nullptr;
};

namespace field_detail {

template <auto Member>
struct MemberOf;
template <class Object, class Value, Value Object::*Member>
struct MemberOf<Member> {
  using object_type = Object;
  using value_type = Value;
  static void* address(void* object) { return &(static_cast<Object*>(object)->*Member); }
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsNamed : std::false_type {};
template <class T>
struct IsNamed<Named<T>> : std::true_type {};
template <class T>
struct RowWidth : std::integral_constant<std::size_t, 0> {};
template <std::size_t N>
struct RowWidth<std::array<double, N>> : std::integral_constant<std::size_t, N> {};

template <class T>
constexpr ListAccess vector_access() {
  using List = std::vector<T>;
  ListAccess access;
  access.size = [](const void* list) { return static_cast<const List*>(list)->size(); };
  access.at = [](void* list, std::size_t index) -> void* {
    T& element = (*static_cast<List*>(list))[index];
    if constexpr (IsNamed<T>::value) {
      return &element.value;
    } else {
      return &element;
    }
  };
  access.append = [](void* list, [[maybe_unused]] std::string_view name) -> void* {
    T& element = static_cast<List*>(list)->emplace_back();
    if constexpr (IsNamed<T>::value) {
      element.name = name;
      return &element.value;
    } else {
      return &element;
    }
  };
  access.name_at = []([[maybe_unused]] const void* list,
                      [[maybe_unused]] std::size_t index) -> std::string_view {
    if constexpr (IsNamed<T>::value) {
      return (*static_cast<const List*>(list))[index].name;
    } else {
      return {};
    }
  };
  access.clear = [](void* list) { static_cast<List*>(list)->clear(); };
  return access;
}

template <class T>
constexpr ListAccess optional_access() {
  using Optional = std::optional<T>;
  ListAccess access;
  access.size = [](const void* list) -> std::size_t {
    return static_cast<const Optional*>(list)->has_value() ? 1 : 0;
  };
  access.at = [](void* list, std::size_t) -> void* { return &**static_cast<Optional*>(list); };
  access.append = [](void* list, std::string_view) -> void* {
    return &static_cast<Optional*>(list)->emplace();
  };
  access.clear = [](void* list) { static_cast<Optional*>(list)->reset(); };
  return access;
}

template <class T>
constexpr void describe_struct(FieldAccess& access, FieldType type) {
  access.type = type;
  access.nested = []() -> const Table& { return T::table(); };
}

template <class T>
constexpr void describe_vector(FieldAccess& access) {
  if constexpr (std::is_same_v<T, Vec3>) {
    access.type = FieldType::points;
  } else if constexpr (std::is_same_v<T, std::string>) {
    access.type = FieldType::texts;
  } else if constexpr (std::is_same_v<T, KindBox>) {
    access.type = FieldType::kind_map;
  } else if constexpr (RowWidth<T>::value > 0) {
    access.type = FieldType::rows;
    access.row_width = RowWidth<T>::value;
    access.list = vector_access<T>();
  } else if constexpr (IsNamed<T>::value) {
    describe_struct<decltype(T::value)>(access, FieldType::object_map);
    access.list = vector_access<T>();
  } else {
    describe_struct<T>(access, FieldType::object_list);
    access.list = vector_access<T>();
  }
}

template <class T>
constexpr void describe_enum(FieldAccess& access) {
  access.type = FieldType::choice;
  access.choices = enum_names(T{});
  access.get_choice = [](const void* field) { return static_cast<int>(*static_cast<const T*>(field)); };
  access.set_choice = [](void* field, int value) { *static_cast<T*>(field) = static_cast<T>(value); };
}

template <class T>
constexpr void describe_optional(FieldAccess& access) {
  using Inner = typename T::value_type;
  if constexpr (std::is_same_v<Inner, std::int64_t>) {
    access.type = FieldType::optional_integer;
  } else if constexpr (std::is_same_v<Inner, Vec3>) {
    access.type = FieldType::optional_vector;
  } else {
    describe_struct<Inner>(access, FieldType::optional_object);
    access.list = optional_access<Inner>();
  }
}

template <class T>
constexpr FieldAccess describe() {
  FieldAccess access;
  if constexpr (std::is_same_v<T, double>)
    access.type = FieldType::number;
  else if constexpr (std::is_same_v<T, Quantity>)
    access.type = FieldType::quantity;
  else if constexpr (std::is_same_v<T, bool>)
    access.type = FieldType::boolean;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    access.type = FieldType::integer;
  else if constexpr (std::is_same_v<T, std::string>)
    access.type = FieldType::text;
  else if constexpr (std::is_same_v<T, Vec3>)
    access.type = FieldType::vector;
  else if constexpr (std::is_same_v<T, Target>)
    access.type = FieldType::target;
  else if constexpr (std::is_same_v<T, Reference>)
    access.type = FieldType::reference;
  else if constexpr (std::is_enum_v<T>)
    describe_enum<T>(access);
  else if constexpr (IsOptional<T>::value)
    describe_optional<T>(access);
  else if constexpr (IsVector<T>::value)
    describe_vector<typename T::value_type>(access);
  else
    describe_struct<T>(access, FieldType::object);
  return access;
}

template <auto Outer>
void* outer_address(void* object) {
  return MemberOf<Outer>::address(object);
}

}  // namespace field_detail

// The row of one member: field<&ArriveDef::slow_radius>({.key = "slow_radius", .unit = "m", ...}).
template <auto Member>
constexpr Field field(FieldInfo info) {
  using Access = field_detail::MemberOf<Member>;
  Field row;
  static_cast<FieldInfo&>(row) = info;
  row.access = field_detail::describe<typename Access::value_type>();
  row.access.address = &Access::address;
  return row;
}

// The rows of a struct that is itself a member, as if its keys stood in the outer object.
template <auto Outer, std::size_t N>
constexpr std::array<Field, N> embed(const std::array<Field, N>& inner) {
  std::array<Field, N> rows = inner;
  for (Field& row : rows)
    row.outer = &field_detail::outer_address<Outer>;
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
