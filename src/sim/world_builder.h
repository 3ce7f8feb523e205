// From what the file said to a world ready to step: agents are counted, numbered, placed and drawn; names
// become indices; behaviors declare what they perceive.
#pragma once

#include <string>
#include <vector>

#include "sim/definitions.h"
#include "sim/perception.h"
#include "sim/world.h"

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

// The definition has passed the reader's checks: names exist, kinds are set.
BuiltWorld build_world(const ScenarioDef& def);

}  // namespace drover
