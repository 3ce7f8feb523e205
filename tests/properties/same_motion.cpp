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
  }
  return std::nullopt;
}

void expect_same_motion(const ScenarioDef& def, const RigidMotion& motion, const MovedRun& run) {
  const std::optional<std::string> other = find_other_motion(def, motion, run);
  EXPECT_FALSE(other) << *other;
}

}  // namespace drover::test
