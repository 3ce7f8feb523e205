// A world that was built from a scenario: what a simulator is made of, and what was wrong.
#pragma once

#include <vector>

#include "core/problem.h"
#include "sim/perception/perception.h"
#include "sim/state/world.h"

namespace drover {

struct BuiltWorld {
  World world;
  std::vector<PerceptionPlan::Entry> perceptions = {};
  // What only building can find, such as a region too small for its agents.
  std::vector<Problem> problems = {};  // not empty: the world must not be used
  std::vector<Problem> warnings = {};
};

}  // namespace drover
