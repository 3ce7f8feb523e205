// Where a group is, as one point.
#pragma once

#include <span>
#include <vector>

#include "sim/state/world.h"

namespace drover {

class Centroid {
 public:
  // The mean position of the agents, which are at least one. In a world that wraps, the point with the least
  // mean squared distance to them, each by its nearest image: the mean of the images nearest to each other
  // where the group spans less than half the world. Of points that are as good the one with the least
  // coordinates. It does not depend on the order of the agents; n log n for n agents that span more.
  Vec3 of(const World& world, std::span<const AgentIndex> agents);

 private:
  double on_circle(double low, double width);

  std::vector<double> coordinates_;  // of the agents along one axis [m]
};

}  // namespace drover
