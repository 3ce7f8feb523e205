#include "sim/step/pushes.h"

#include "core/det_math.h"

namespace drover {
namespace {

constexpr double kKnockTime = 0.3;    // s
constexpr double kLeastPush = 1e-4;   // m/s
constexpr double kFastestPush = 1e6;  // nothing in a scenario is faster [m/s]

bool has_inertia(const World& world, AgentIndex i) {
  return world.model().type_of(i).locomotion->takes == RequestUnit::acceleration;
}

bool can_be_pushed(const World& world, AgentIndex i) {
  return world.is_present(i) && world.model().agents.immovable[i] == 0 &&
         world.model().type_of(i).locomotion->steered && !world.model().is_anchor(i);
}

void lift(ElevationColumns& elevation, AgentIndex i, double change) {
  if (change <= 0.0 && elevation.grounded[i] != 0) return;
  elevation.vz[i] += change;
  elevation.grounded[i] = 0;
}

}  // namespace

void push(World& world, const BodyState& bodies, AgentIndex agent, Vec3 change) {
  if (!can_be_pushed(world, agent)) return;
  change = clip(change, kFastestPush);
  if (!world.model().is_spatial()) {
    if (world.model().is_elevated()) lift(bodies.elevation, agent, change.z);
    change.z = 0.0;
  }
  bodies.motion.set_velocity(agent, bodies.motion.velocity(agent) + change);
  if (has_inertia(world, agent)) return;
  PushColumns& pushes = world.state.pushes;
  pushes.set_velocity(agent, pushes.velocity(agent) + change);
}

// p += u knock_time (1 - e^-(dt / knock_time)), u e^-(dt / knock_time) is left: exact for any dt.
void move_pushed(World& world, AgentRange range) {
  PushColumns& pushes = world.state.pushes;
  AgentMotion& next = world.state.next;
  const double left = det::exp(-world.model().dt / kKnockTime);
  for (AgentIndex i = range.first; i < range.last; ++i) {
    const Vec3 pushed = pushes.velocity(i);
    if (pushed == Vec3{}) continue;
    next.set_position(i, next.position(i) + pushed * (kKnockTime * (1.0 - left)));
    const Vec3 rest = length(pushed) * left > kLeastPush ? pushed * left : Vec3{};
    next.set_velocity(i, next.velocity(i) + rest);
    pushes.set_velocity(i, rest);
  }
}

}  // namespace drover
