// Paths for the tests of behaviors that follow one.
#pragma once

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "behaviors/stage.h"
#include "core/det_math.h"

namespace drover::test {

// A key of the scenario: a world with the path "p" through some points (JSON), with more keys of the path.
inline std::string path(const std::string& points, const std::string& keys = "") {
  return fmt::format(R"(,"world":{{"paths":{{"p":{{"points":{}{}}}}}}})", points, keys);
}

inline constexpr const char* kClosed = R"(,"closed":true)";

// The corners of a regular polygon around the origin.
inline std::string polygon(double radius, int corners) {
  std::string points;
  for (int k = 0; k < corners; ++k) {
    const double angle = det::kTwoPi * k / corners;
    points += fmt::format("{}[{},{}]", k > 0 ? "," : "", radius * std::cos(angle), radius * std::sin(angle));
  }
  return "[" + points + "]";
}

// The number the actor of a stage remembers for its first behavior.
inline double& remembered(Simulator& simulator) {
  return memory_of(simulator)[0];
}

inline bool is_finished(const Simulator& simulator) {
  const StackEntry& entry = simulator.world().model().types[0].entries[0];
  return entry.kind->finished(entry.params.get(), AgentView(simulator.world(), {}, entry), 0);
}

}  // namespace drover::test
