// A world that was built from a scenario: what a simulator is made of, and what was wrong.
#pragma once

#include <string>
#include <vector>

#include "sim/perception/perception.h"
#include "sim/state/world.h"

namespace drover {

// Something only building can find, such as a region too small for its agents.
struct BuildProblem {
  std::string pointer;  // JSON pointer of the value to blame
  std::string message;
  std::string nearest = {};               // the name that was probably meant; empty without
  std::vector<std::string> allowed = {};  // the names there are
};

struct BuiltWorld {
  World world;
  std::vector<PerceptionPlan::Entry> perceptions;
  std::vector<BuildProblem> problems;  // not empty: the world must not be used
  std::vector<BuildProblem> warnings;
};

}  // namespace drover
