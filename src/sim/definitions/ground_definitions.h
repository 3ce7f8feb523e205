// What a scenario file says about the ground; see definitions.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/field.h"

namespace drover {

// Ground that rises from one height to another, evenly along the line between two points; beyond them it has
// the heights of its ends.
struct SlopeDef {
  Vec3 from, to;
  static const Table& table();
};

// What agents jump over: feet that come into it, not lower than its bottom, leave the ground. Seen from above
// it is a convex region.
struct JumpableGapDef {
  Parameter direction;
  std::optional<Vec3> velocity;
  Parameter bottom;
  static const Table& table();
};

// What holds for the bodies whose centers are in a region, and who may not enter it.
struct GroundDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  double speed_factor = 1.0;
  Vec3 carries;
  std::vector<std::string> forbidden_to;  // agent types
  Parameter one_way;
  Parameter height;
  std::optional<SlopeDef> ramp;
  std::optional<bool> solid;
  std::optional<JumpableGapDef> jumpable_gap;
  bool has_top() const { return height.is_present() || ramp.has_value(); }
  bool is_solid() const { return solid.value_or(ramp.has_value()); }
  static const Table& table();
};

// Whether the entry says anything beside its region.
bool has_effect(const GroundDef& ground);

}  // namespace drover
