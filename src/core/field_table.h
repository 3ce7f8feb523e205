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
#include <vector>

#include "core/json_text.h"
#include "core/parameter.h"
#include "core/problem.h"
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
constexpr Range both_open(double low, double high) {
  return {low, high, true, true};
}

// What follows with a time constant. Explicit steps follow it without overshoot only where the time constant
// is at least one step.
enum class TimeConstant {
  none,
  of_velocity,  // the velocity or the rate of turn; at once where requests are velocities
  of_position,  // the position or the orientation
};
// Time constants: shorter ones than the shortest step serve nothing, and quotients by them must stay finite.
inline constexpr Range kTimeConstantRange = closed(1e-6, 1e3);

// A choice made by "type": which kind, and its parameters.
struct KindBox {
  const Kind* kind = nullptr;
  std::shared_ptr<void> params;

  template <class Params>
  const Params& as() const {
    return *static_cast<const Params*>(params.get());
  }
};

// A kind as one of its family (core/kind.h); null stays null.
template <class K>
const K* kind_cast(const Kind* kind);

// A choice among the kinds of the family K.
template <class K>
struct Boxed : KindBox {
  using Family = K;
  const K* get() const { return kind_cast<K>(kind); }
  const K* operator->() const { return get(); }
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

// The tag of a type of value. What it is as text is a row of its own (scenario/value_type.h).
enum class FieldType {
  number,            // double
  parameter,         // Parameter: a number, a distribution, or null for absent
  own_parameter,     // Parameter in a map: by the name of another field, whose unit and range it has
  numbers,           // std::vector<double>: one number, or a list of numbers
  boolean,           // bool
  integer,           // std::int64_t
  text,              // std::string
  choice,            // an enum by DROVER_ENUM (core/enum_names.h)
  vector,            // Vec3
  row,               // std::array<double, N>
  target,            // Target
  reference,         // Reference: the name of something declared elsewhere in the scenario
  shared_reference,  // SharedReference: a name, or several with shares
  json,              // JsonText: any value, or one that the table's check allows
  object,            // a struct with table()
  // std::optional<NamedList<KindBox>>: {"name": {"type": "kind", its parameters}}; without type the name is
  // it
  kind_map,
};

// How many values of its type a field holds.
enum class Holder {
  one,
  optional,  // std::optional<T>
  list,      // std::vector<T>
  map,       // NamedList<T>
};

// Type-erased access to an optional, a list or a map.
struct ListAccess {
  std::size_t (*size)(const void* list) = nullptr;
  void* (*at)(void* list, std::size_t index) = nullptr;
  void* (*append)(void* list, std::string_view name) = nullptr;  // name: of a map's entry, else empty
  std::string_view (*name_at)(const void* list, std::size_t index) = nullptr;
  void (*clear)(void* list) = nullptr;
};

// How to reach the value of a field, which its type alone does not say.
struct FieldAccess {
  FieldType type = FieldType::number;
  Holder holder = Holder::one;
  void* (*address)(void* object) = nullptr;
  const Table& (*nested)() = nullptr;              // object
  std::span<const std::string_view> choices = {};  // choice
  int (*get_choice)(const void* field) = nullptr;
  void (*set_choice)(void* field, int value) = nullptr;
  ListAccess list = {};       // of every holder but one
  std::size_t row_width = 0;  // row

  bool is_one(FieldType other) const { return type == other && holder == Holder::one; }
};

// A key of the same object and with which values of it a field is read: "radii, arrive" of a choice, "true"
// of a boolean, kGiven or kAbsent of any other key.
inline constexpr std::string_view kGiven = "given", kAbsent = "absent";
struct ReadCondition {
  std::string_view key = "";
  std::string_view values = "";

  std::vector<std::string_view> list() const;  // the values
};
using ReadConditions = std::array<ReadCondition, 3>;  // all of them; those that are not used have no key
constexpr ReadConditions when(std::string_view key, std::string_view values) {
  return {ReadCondition{key, values}};
}

// The words of a row. `unit` is SI ("m/s", "rad"), empty for pure numbers and non-numbers.
struct FieldInfo {
  std::string_view key = "";
  std::string_view unit = "";
  Range range = kAny;
  std::string_view doc = "";
  bool required = false;
  std::string_view otherwise = "";         // what an absent value means, such as "the agent's max_speed"
  std::string_view original_default = "";  // the value in the cited source where drover's differs
  std::string_view family = "";            // kind_map: the family of its kinds
  TimeConstant time_constant = TimeConstant::none;
  // The reader resolves the key before definitions are read, so that none of them holds it and none is
  // written with it.
  bool is_resolved = false;
  // Of a number in lengths of the agent's body (body_length): the key that gives the same in meters. Only one
  // of the two is given.
  std::string_view body_lengths_of = "";
  // Vectors of the plane, which have two numbers in space, too, such as the corners of a region seen from
  // above.
  bool is_planar = false;
  // Of a vector: whether it has a height, its third number, where agents stand on ground with heights.
  bool has_height = false;
  // Of a row: its last number is a height, 0 where it is left out, as it is outside of space.
  bool last_is_height = false;
  // Whether it has a meaning where agents move in the plane, and in space. Elsewhere it is an error to give
  // it. What is about ground with heights has one on it alone.
  bool in_plane = true;
  bool in_space = true;
  bool on_heights = false;  // of what has no meaning in the plane: whether it has one on ground with heights
  // Of a choice: the values, comma-separated, that only have a meaning in the plane.
  std::string_view planar_choices = "";
  bool only_on_heights = false;
  // Where other keys of the object leave the field unread, what they have to be.
  ReadConditions read_when = {};
};

struct Field : FieldInfo {
  FieldAccess access;
  // Set by embed(), from the inside out: from the object that holds the struct the field lives in to that.
  std::array<void* (*)(void* object), 2> outer = {};
  std::size_t outer_count = 0;

  void* in(void* object) const {
    for (std::size_t level = outer_count; level-- > 0;)
      object = outer[level](object);
    return access.address(object);
  }
  const void* in(const void* object) const { return in(const_cast<void*>(object)); }
  std::span<const ReadCondition> read_conditions() const;
};

// The keys of one JSON object. With a family, the object also has a "type" that names a kind of that family,
// and the kind's own fields stand beside these.
struct Table {
  std::string_view name = "";  // "agent type", as messages call it
  std::span<const Field> fields = {};
  std::string_view family = "";
  KindBox* (*box)(void* object) = nullptr;
  std::string_view default_kind = "";  // taken when "type" is absent; empty: "type" is required
  // Whether the chosen parameters are linked with those of the object that holds this one, as a part of them;
  // else whoever knows the family links them.
  bool is_part = false;
  // Problems that no single field shows; their pointers are relative to the object.
  std::vector<Problem> (*check)(const void* object) = nullptr;
  // A list or a string in the place of the object stands for an object with this key alone; empty: for none.
  std::string_view list_key = "";
  std::string_view string_key = "";
  // Whether the object is no more than a list in its place says: then that is written. Null: never.
  bool (*is_list)(const void* object) = nullptr;
  // The keys of which exactly one is given, each a form of the object.
  std::span<const std::string_view> one_of = {};
};

}  // namespace drover
