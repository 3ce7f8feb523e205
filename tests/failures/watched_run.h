// A failure scenario while it runs: where its agents are, by name.
#pragma once

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "properties/scenario_files.h"
#include "sim/step/simulator.h"

namespace drover::test {

class WatchedRun {
 public:
  // The name of a file of scenarios/failures, without its extension.
  explicit WatchedRun(const std::string& name)
      : simulator_(build_without_problems(load_file("scenarios/failures/" + name + ".json").def)) {}

  void step() { ASSERT_FALSE(simulator_.step()); }

  void run_until(double time) {
    while (simulator_.world().time() < time - 1e-9)
      step();
  }

  const World& world() const { return simulator_.world(); }
  double time() const { return simulator_.world().time(); }
  AgentIndex agent(const std::string& name) const { return *simulator_.world().model().find_agent(name); }
  Vec3 position(const std::string& name) const {
    return simulator_.world().state.motion.position(agent(name));
  }
  Vec3 velocity(const std::string& name) const {
    return simulator_.world().state.motion.velocity(agent(name));
  }

  // The least distance of an agent's center to any wall, now [m].
  double clearance(const std::string& name) const {
    double min_distance = kInfinity;
    for (const Segment& wall : simulator_.world().geometry().segments()) {
      const Vec3 nearest = nearest_point_on_segment(wall.a, wall.b, position(name));
      min_distance = smaller(min_distance, length(position(name) - nearest));
    }
    return min_distance;
  }

  // Runs on until the agent is within `radius` of the place; the time then, or infinity when it is not there
  // at `end`.
  double arrival(const std::string& name, Vec3 place, double radius, double end) {
    while (time() < end - 1e-9) {
      if (length(position(name) - place) < radius) return time();
      step();
    }
    return kInfinity;
  }

 private:
  Simulator simulator_;
};

}  // namespace drover::test
