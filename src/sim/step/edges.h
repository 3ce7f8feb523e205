// The boundary conditions of the world, applied to agents that moved past its edge.
#pragma once

#include "sim/geometry/bounds.h"
#include "sim/state/agent_column.h"
#include "sim/state/agent_columns.h"

namespace drover {

// wrap: to the other side. reflect: folded back as often as needed, velocity and heading mirrored with every
// bounce; in space up and angular velocity too, so that the body stays upright. clamp: onto the edge, the
// outward velocity set to zero. The world is bounded; bounds without heights do nothing along z.
void apply_edges(const Bounds& bounds, AgentMotion& state, AgentRange agents);

// Whether a point lies beyond edges that reflect or clamp, where no agent gets.
inline bool is_beyond_closed_edges(const Bounds& bounds, Vec3 p) {
  const bool closes = bounds.is_bounded() && (bounds.edge() == Edge::reflect || bounds.edge() == Edge::clamp);
  return closes && !bounds.contains(p);
}

}  // namespace drover
