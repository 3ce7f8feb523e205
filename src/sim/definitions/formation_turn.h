// Which formations turn in succession.
#pragma once

#include "sim/definitions/formation_definitions.h"

namespace drover {

// Whether a formation does so while it has one of its patterns: where it is told to, and by the automatic
// choice in a file that has a way, in the plane.
inline bool turns_in_succession(const FormationDef& def, const PatternDef& pattern, bool is_spatial) {
  if (def.turn != FormationTurn::automatic) return def.turn == FormationTurn::in_succession;
  const bool has_way = def.mode == FormationMode::two_level && def.anchor.type != AnchorType::fixed;
  return has_way && pattern.kind().is_file && !is_spatial &&
         def.heading_estimator != HeadingEstimator::frame_change;
}

}  // namespace drover
