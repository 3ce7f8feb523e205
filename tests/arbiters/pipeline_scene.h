// Agents under the arbiter pipeline, and what it did for them.
#pragma once

#include <optional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/step/goals.h"
#include "support/scene.h"

namespace drover::test {

// The keys of a pipeline and what is around it, in the words of a scenario; `scenario` and `type` start with
// a comma.
struct PipelineScene {
  std::string targeters = R"({"type":"fixed","target":{"point":[10,0]}})";
  std::string constraints = "";
  std::string keys = "";  // more keys of the arbiter, beginning with a comma
  std::string behaviors = "";
  std::string agents = R"({"type":"a","position":[0,0]})";
  std::string type = R"(,"max_acceleration":6)";
  std::string scenario = "";
  std::string simulation = "";
};

inline std::string text_of(const PipelineScene& scene) {
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.02,"duration":60{}}},"agent_types":{{"a":{{"steering":{{)"
      R"("arbiter":{{"type":"pipeline","targeters":[{}],"constraints":[{}]{}}},"behaviors":[{}]}}{}}}}},"agents":[{}]{}}})",
      scene.simulation, scene.targeters, scene.constraints, scene.keys, scene.behaviors, scene.type,
      scene.agents, scene.scenario);
}

class PipelineTrial {
 public:
  explicit PipelineTrial(const PipelineScene& scene) : simulator_(make_simulator(text_of(scene))) {
    simulator_.record_requests();
  }

  PipelineTrial& step() {
    run_steps(simulator_, 1);
    return *this;
  }
  const Simulator& simulator() const { return simulator_; }
  double time() const { return simulator_.world().time(); }
  Vec3 position(AgentIndex agent = 0) const { return simulator_.world().state.motion.position(agent); }
  Vec3 velocity(AgentIndex agent = 0) const { return simulator_.world().state.motion.velocity(agent); }
  std::optional<Request> request(AgentIndex agent = 0) const {
    if (!simulator_.requests().is_active(agent)) return std::nullopt;
    return simulator_.requests().request(agent);
  }

  // What the pipeline did in the last step.
  PipelineRecord record(AgentIndex agent = 0) const {
    const World& world = simulator_.world();
    const StackEntry& entry = *find_pipeline(world, agent);
    return entry.kind->pipeline(entry.params.get(), AgentView(world, {}, entry), agent);
  }
  std::optional<Vec3> sub_goal(AgentIndex agent = 0) const {
    const World& world = simulator_.world();
    const auto& entries = world.model().type_of(agent).entries;
    const auto index = static_cast<std::uint32_t>(find_pipeline(world, agent) - entries.data());
    const Aims aims = simulator_.aims(agent, index);
    return aims.all().empty() ? std::nullopt : std::optional(aims.all().front().place);
  }

  // Runs on until the agent is within `radius` of a place; the time then, infinite when it is not there at
  // `end`.
  double arrival(Vec3 place, double radius, double end, AgentIndex agent = 0) {
    while (time() < end - 1e-9) {
      if (length(position(agent) - place) < radius) return time();
      step();
    }
    return kInfinity;
  }

 private:
  Simulator simulator_;
};

inline void expect_place(const std::optional<Vec3>& found, double x, double y, double tolerance = 1e-4) {
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->x, x, tolerance);
  EXPECT_NEAR(found->y, y, tolerance);
}

// A constraint that keeps off one circle.
inline std::string circle(double x, double y, double radius, const std::string& keys = "") {
  return fmt::format(R"({{"type":"avoid_obstacle","center":[{},{}],"radius":{}{}}})", x, y, radius, keys);
}

}  // namespace drover::test
