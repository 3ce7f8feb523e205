// Merges two objects of one table, as "extends" and "change" do.
#pragma once

#include "core/kind.h"
#include "scenario/json_value.h"

namespace drover {

// Objects are merged key by key, everything else is replaced; where the type of a polymorphic object changes,
// nothing of the other type's parameters stays. A value in degrees replaces that in radians, and the other
// way round.
class ObjectMerger {
 public:
  explicit ObjectMerger(const Catalog& catalog) : catalog_(catalog) {}

  JsonValue merge(const JsonValue& base, const JsonValue& over, const Table& table) const;

 private:
  void put(JsonValue& result, const JsonMember& member, const Field* field) const;

  const Catalog& catalog_;
};

}  // namespace drover
