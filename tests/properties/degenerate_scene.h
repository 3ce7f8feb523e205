// A scene in which any behavior finds whatever its example names: agents, groups, types, paths, obstacles,
// walls and regions.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/kind.h"
#include "core/vec3.h"

namespace drover::test {

struct SceneOptions {
  std::vector<Vec3> subjects = {};  // where the agents with the behavior start [m]
  double speed = 0.0;               // of the subjects, towards +x [m/s]
  std::string arbiter = "prioritized_sum";
  bool non_penetration = false;
  double torus = 0.0;  // side of a world that wraps, around the origin [m]; 0: an open plane
};

// What stands where.
inline constexpr Vec3 kOtherPosition{3.0, 1.0,
                                     0.0};  // of every named agent and member of a named group or type
inline constexpr Vec3 kObstacleCenter{6.0, 2.0, 0.0};
inline constexpr double kObstacleRadius = 1.5;
inline constexpr Vec3 kWallStart{-8.0, -5.0, 0.0};
inline constexpr Vec3 kWallEnd{8.0, -5.0, 0.0};
inline constexpr Vec3 kPathStart{0.0, 3.0, 0.0};
inline constexpr Vec3 kPathMiddle{5.0, 3.0, 0.0};
inline constexpr Vec3 kRegionCenter{-4.0, 2.0, 0.0};
inline constexpr double kRegionRadius = 3.0;

// A scenario without subjects that holds whatever the example of a kind names.
nlohmann::ordered_json scene_around(const nlohmann::ordered_json& example, double torus = 0.0);

// Scenario text whose subjects run the behavior as its example gives it.
std::string scene_for(const Kind& behavior, const SceneOptions& options);

// The places the behavior may aim at: the points of its example and everything above.
std::vector<Vec3> targets_of(const Kind& behavior);

}  // namespace drover::test
