#include "observe/metrics/observation.h"

#include <cmath>
#include <utility>

namespace drover {

void Observation::advance(const Simulator& simulator) {
  simulator_ = &simulator;
  ++count_;
  searched_ = false;
  tick_before_ = tick_;
  tick_ = simulator.world().state.tick;
  const State& state = simulator.world().state;
  if (remembers_bodies_) {
    std::swap(bodies_before_, bodies_);
    bodies_.x = state.motion.x;
    bodies_.y = state.motion.y;
    bodies_.z = state.motion.z;
    bodies_.radius = state.limits.radius;
    bodies_.present = state.status.present;
  }
  if (!remembers_) return;
  std::swap(before_, current_);
  current_ = state.motion;
}

// In the numbers of visit_contacts().
std::optional<double> Observation::gap_before(AgentIndex a, AgentIndex b) const {
  const Bodies& bodies = bodies_before_;
  if (is_first() || bodies.present[a] == 0 || bodies.present[b] == 0) return std::nullopt;
  const double touch = bodies.radius[a] + bodies.radius[b];
  const Vec3 from{bodies.x[a], bodies.y[a], bodies.z[a]};
  const Vec3 to{bodies.x[b], bodies.y[b], bodies.z[b]};
  return std::sqrt(length2(world().model().bounds.displacement(from, to))) - touch;
}

}  // namespace drover
