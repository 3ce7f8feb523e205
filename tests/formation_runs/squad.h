// Scenarios with one formation for tests: members that only steer to their slots.
#pragma once

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/formation/formation_columns.h"
#include "support/scene.h"

namespace drover::test {

// All strings are JSON; lists of keys and of entries start with a comma.
struct Squad {
  std::string pattern = R"({"type":"v","spacing":2})";
  int count = 5;
  std::string anchor = "";     // the object of the anchor; with a steering of `goal` by default
  std::string goal = "";       // a point such as "[0,30]": the anchor arrives there
  std::string formation = "";  // keys of the formation
  std::string type = R"("max_speed":3,"max_acceleration":6)";
  std::string placement = R"({"type":"in_slot"})";
  std::string agents = "";      // more agents
  std::string types = "";       // more agent types
  std::string formations = "";  // more formations
  std::string scenario = "";    // keys of the scenario
  double dt = 0.02;
};

// An anchor that arrives at a point with the speed max_speed * min(1, distance / slow_radius).
inline std::string arriving(const std::string& goal, double slow_radius = 2.0) {
  return fmt::format(R"({{"type":"arrive","variant":"slowing_distance","slow_radius":{},)"
                     R"("target":{{"point":{}}}}})",
                     slow_radius, goal);
}

inline std::string anchor_at(const std::string& position, const std::string& heading,
                             const std::string& behaviors) {
  return fmt::format(R"({{"position":{},"heading":{},"steering":{{"behaviors":[{}]}}}})", position, heading,
                     behaviors);
}

inline std::string text_of(const Squad& squad) {
  std::string anchor = squad.anchor;
  if (anchor.empty()) anchor = anchor_at("[0,0]", "0", squad.goal.empty() ? "" : arriving(squad.goal));
  return R"({"format":1,"agent_types":{"m":{)" + squad.type +
         R"(,"steering":{"behaviors":[{"type":"slot_arrive"}]}})" + squad.types + R"(},"agents":[)" +
         fmt::format(R"({{"type":"m","count":{},"id":"m","group":"squad","placement":{}}})", squad.count,
                     squad.placement) +
         squad.agents + R"(],"formations":{"squad":{"pattern":)" + squad.pattern +
         R"(,"members":[{"group":"squad"}],"anchor":)" + anchor + squad.formation + "}" + squad.formations +
         fmt::format(R"(}},"simulation":{{"dt":{}}})", squad.dt) + squad.scenario + "}";
}

inline Simulator simulator_of(const Squad& squad) {
  return make_simulator(text_of(squad));
}

inline Vec3 place_of(const Simulator& simulator, AgentIndex agent) {
  return simulator.world().state.motion.position(agent);
}

inline Vec3 velocity_of(const Simulator& simulator, AgentIndex agent) {
  return simulator.world().state.motion.velocity(agent);
}

// From a member to its slot [m].
inline Vec3 way_to_slot(const Simulator& simulator, AgentIndex agent) {
  const SlotTarget& slot = simulator.world().state.slots[agent];
  return simulator.world().model().bounds.displacement(place_of(simulator, agent), slot.position);
}

inline Vec3 anchor_place(const Simulator& simulator, std::uint32_t formation = 0) {
  return place_of(simulator, simulator.world().model().formations[formation].anchor);
}
inline Vec3 anchor_heading(const Simulator& simulator, std::uint32_t formation = 0) {
  return simulator.world().state.motion.heading(simulator.world().model().formations[formation].anchor);
}

// The mean of the members [m].
inline Vec3 mean_place(const Simulator& simulator, AgentIndex count) {
  Vec3 sum;
  for (AgentIndex i = 0; i < count; ++i)
    sum += place_of(simulator, i);
  return sum / static_cast<double>(count);
}

// The greatest distance of a member from its slot about the mean of the members [m].
inline double shape_error(const Simulator& simulator, std::uint32_t formation = 0) {
  const FormationScratch& scratch = simulator.formations().scratch(formation);
  double greatest = 0.0;
  for (const AgentIndex i : scratch.placed) {
    if (simulator.world().model().is_anchor(i)) continue;
    const Vec3 lead =
        simulator.world().model().bounds.displacement(scratch.mean.position, scratch.anchor.position);
    greatest = larger(greatest, length(way_to_slot(simulator, i) - lead));
  }
  return greatest;
}

// Three members of a formation with these keys end alike, whichever order the file has them in.
inline void expect_any_order(const std::string& formation, int steps) {
  const auto hash_of = [&](const std::string& agents) {
    Simulator simulator = make_simulator(
        R"({"format":1,"agent_types":{"m":{"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[)" +
        agents + R"(],"formations":{"f":{"members":[{"agent_type":"m"}],)" + formation + "}}}");
    run_steps(simulator, steps);
    return simulator.hash();
  };
  const std::string a = R"({"type":"m","number":1,"position":[0,0.5]})";
  const std::string b = R"({"type":"m","number":2,"position":[3,2]})";
  const std::string c = R"({"type":"m","number":3,"position":[3,-1]})";
  EXPECT_EQ(hash_of(a + "," + b + "," + c), hash_of(c + "," + a + "," + b));
}

inline void run_for(Simulator& simulator, double seconds) {
  run_steps(simulator, static_cast<int>(seconds / simulator.world().model().dt + 0.5));
}

inline void expect_near(Vec3 actual, Vec3 expected, double tolerance) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
}

}  // namespace drover::test
