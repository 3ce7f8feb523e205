// Patterns for tests, made by name with their parameters set by key, as a reader would do it.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formations/pattern.h"
#include "formations/patterns/registry.h"

namespace drover::test {

inline const Field& field_of(const Table& table, std::string_view key) {
  const auto row = std::ranges::find(table.fields, key, &Field::key);
  EXPECT_NE(row, table.fields.end()) << table.name << " has no " << key;
  return *row;
}

template <class T>
void set(const Table& table, void* object, std::string_view key, const T& value) {
  *static_cast<T*>(field_of(table, key).in(object)) = value;
}

inline void set_choice(const Table& table, void* object, std::string_view key, int value) {
  const Field& field = field_of(table, key);
  field.access.set_choice(field.in(object), value);
}

using Numbers = std::vector<std::pair<std::string_view, double>>;

inline PatternDef make_pattern_def(std::string_view name, const Numbers& numbers = {}) {
  const auto kinds = pattern_kinds();
  const auto kind = std::ranges::find(kinds, name, &Kind::name);
  EXPECT_NE(kind, kinds.end()) << "no pattern " << name;
  PatternDef def{.pattern = {{*kind, (*kind)->make_params()}}};
  for (const auto& [key, value] : numbers)
    set(def.kind().table, def.pattern.params.get(), key, value);
  return def;
}

// Appends an entry to the list `slots` of a custom pattern or a play.
struct SlotEntry {
  const Table& table;
  void* object;
};
inline SlotEntry append_slot(PatternDef& def) {
  const Field& field = field_of(def.kind().table, "slots");
  return {field.access.nested(), field.access.list.append(field.in(def.pattern.params.get()), {})};
}

inline PatternDef make_custom(const std::vector<Vec3>& places) {
  PatternDef def = make_pattern_def("custom");
  for (const Vec3 place : places) {
    const SlotEntry slot = append_slot(def);
    set(slot.table, slot.object, "position", place);
  }
  return def;
}

inline std::vector<PatternSlot> slots_of(const PatternDef& def, const PatternRequest& request) {
  std::vector<PatternSlot> slots;
  lay_out(def, request, slots);
  return slots;
}
inline std::vector<PatternSlot> slots_of(std::string_view name, std::size_t count,
                                         const Numbers& numbers = {}) {
  return slots_of(make_pattern_def(name, numbers), {.count = count, .radius = 0.5});
}

inline std::vector<Vec3> places_of(const std::vector<PatternSlot>& slots) {
  std::vector<Vec3> places;
  for (const PatternSlot& slot : slots)
    places.push_back(slot.place);
  return places;
}

inline void expect_near(Vec3 value, Vec3 expected, double tolerance = 1e-4) {
  EXPECT_NEAR(value.x, expected.x, tolerance);
  EXPECT_NEAR(value.y, expected.y, tolerance);
  EXPECT_NEAR(value.z, expected.z, tolerance);
}

inline void expect_places(const std::vector<PatternSlot>& slots, const std::vector<Vec3>& expected,
                          double tolerance = 1e-4) {
  ASSERT_EQ(slots.size(), expected.size());
  for (std::size_t k = 0; k < slots.size(); ++k) {
    SCOPED_TRACE(k);
    expect_near(slots[k].place, expected[k], tolerance);
  }
}

}  // namespace drover::test
