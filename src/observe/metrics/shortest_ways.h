// How long the shortest ways of agents are.
#pragma once

#include <optional>

#include "observe/metrics/observation.h"
#include "sim/step/way_planning.h"

namespace drover {

// The end of what an agent wants to do, and how far it is from where it starts at least; no length where no
// way leads there [m].
struct WholeWay {
  Vec3 end;
  std::optional<double> length;
};

// Ways round what stands, as the body of an agent can go them, over the first grid and pulled taut; straight
// in a world without grids. The grids are an observer's own, so what it asks changes neither what the run
// knows of ways nor its counts of work.
class ShortestWays {
 public:
  // From a point to the agent's goal: to the border of a region, along a route from place to place up to the
  // last one once. Nothing without a goal.
  std::optional<WholeWay> to_goal(const Observation& observation, AgentIndex agent, Vec3 start);

 private:
  WholeWay leg(const World& world, AgentIndex agent, Vec3 from, const WayEnd& end);

  Navigation navigation_;
  WayScratch scratch_;
};

}  // namespace drover
