#include "properties/same_motion.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "properties/scenario_files.h"
#include "properties/world_comparison.h"
#include "sim/step/simulator.h"

namespace drover::test {
namespace {

// Moves every agent by up to a millimeter. A scene may start with a tie, such as an agent exactly a
// waypoint's radius away from it, which rounding would decide differently after the motion.
void break_ties(AgentMotion& state) {
  const auto fraction = [](double v) { return v - std::floor(v); };
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double k = static_cast<double>(i + 1);
    state.x[i] += 1e-3 * fraction(0.618 * k);
    state.y[i] += 1e-3 * fraction(0.755 * k);
    const auto agent = static_cast<AgentIndex>(i);
    if (!state.z.is_uniform()) state.z.set(agent, state.z[agent] + 1e-3 * fraction(0.389 * k));
  }
}

// Of projectiles, whose heights may be rounded otherwise in space alone.
std::optional<std::string> other_flight(const World& original, const World& image, const RigidMotion& motion,
                                        double tolerance) {
  const ProjectileColumns& expected = original.state.projectiles;
  const ProjectileColumns& found = image.state.projectiles;
  if (expected.number != found.number || expected.owner != found.owner) return "other projectiles";
  for (std::size_t row = 0; row < expected.room(); ++row) {
    if (expected.number[row] == 0) break;
    const Vec3 way = motion.of_point(expected.position(row)) - found.position(row);
    const Vec3 change = motion.of_vector(expected.velocity(row)) - found.velocity(row);
    const double size = 1.0 + length(expected.position(row)) + length(expected.velocity(row));
    if (length(way) > tolerance * size || length(change) > tolerance * size)
      return fmt::format("projectile {} is {} m off", expected.number[row], length(way));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_other_motion(const ScenarioDef& def, const RigidMotion& motion,
                                             const MovedRun& run) {
  BuiltWorld built = build_despite_warnings(def);
  if (run.tolerance > 0.0) break_ties(built.world.state.motion);
  built.world.state.next = built.world.state.motion;  // agents yet to spawn are in both
  Simulator image(build_moved(def, built, motion));
  Simulator original(std::move(built));
  for (int step = 0; step < run.steps; ++step) {
    if (original.step() || image.step()) return "a step failed";
    const auto difference = first_difference(moved(original.world().state.motion, motion),
                                             image.world().state.motion, run.tolerance);
    if (difference) return fmt::format("after tick {}: {}", original.world().state.tick, *difference);
    if (const auto flight = other_flight(original.world(), image.world(), motion, run.tolerance))
      return fmt::format("after tick {}: {}", original.world().state.tick, *flight);
  }
  return std::nullopt;
}

void expect_same_motion(const ScenarioDef& def, const RigidMotion& motion, const MovedRun& run) {
  const std::optional<std::string> other = find_other_motion(def, motion, run);
  EXPECT_FALSE(other) << *other;
}

}  // namespace drover::test
