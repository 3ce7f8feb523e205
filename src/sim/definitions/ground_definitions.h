// What a scenario file says about the ground; see definitions.h.
#pragma once

#include <string>
#include <vector>

#include "core/field.h"

namespace drover {

// What holds for the bodies whose centers are in a region, and who may not enter it.
struct GroundDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  double speed_factor = 1.0;
  Vec3 carries;
  std::vector<std::string> forbidden_to;  // agent types
  Parameter one_way;
  static const Table& table();
};

// Whether the entry says anything beside its region.
bool has_effect(const GroundDef& ground);

}  // namespace drover
