// The target of a behavior, and references by name. Both are read as names and linked to indices when the
// world is built.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/index.h"
#include "core/parameter.h"
#include "core/vec3.h"

namespace drover {

enum class TargetType {
  none,
  point,
  agent,
  group,
  agent_type,
  path,
  obstacle,
  wall,
  region,
  formation,
  slot,
  trail,
  projectile,
  goal
};
inline constexpr std::array<std::string_view, 14> kTargetTypeNames = {
    "none", "point",  "agent",     "group", "agent_type", "path",       "obstacle",
    "wall", "region", "formation", "slot",  "trail",      "projectile", "goal"};
// Those that are keys of an object: the last one stands alone, as a string.
inline constexpr std::size_t kTargetKeyCount = kTargetTypeNames.size() - 1;

// The name of a target of type slot: the slot that the agent itself fills.
inline constexpr std::string_view kOwnSlot = "own";

// For a target with several members: which one counts.
enum class TargetSelect { nearest, centroid };

// {"point": [x, y]}, {"agent": "dog"}, {"group": "flock"}, {"agent_type": "sheep"}, {"path": "patrol"},
// {"obstacle": "oak"}, {"wall": "fence"}, {"region": "pen"}, {"formation": "patrol"} (its anchor) or {"slot":
// "own"}; groups and types also take "select". {"trail": "dog", "behind": 3, "memory": 20}: the way that an
// agent came, as far back as it did so in the last `memory` seconds. {"projectile": "ball"}: the nearest one
// of a type of projectiles. Or the string "goal": that of the agent itself.
struct Target {
  TargetType type = TargetType::none;
  Vec3 point;        // m
  std::string name;  // of everything but a point
  TargetSelect select = TargetSelect::nearest;
  Parameter behind;      // of a trail: the place so far behind its agent [m]; absent: the nearest place
  double memory = 30.0;  // of a trail [s]
  std::uint32_t index = kNoIndex;  // linked: agent (of a formation its anchor), group, type, path, trail, ...

  friend bool operator==(const Target&, const Target&) = default;
};

// What a name stands for; a source is an event that spawns.
enum class ReferenceType {
  agent,
  group,
  agent_type,
  path,
  region,
  quantity,
  formation,
  source,
  obstacle,
  wall,
  grid,
  graph,
  projectile_type,
  counter
};
inline constexpr std::size_t kReferenceTypeCount = 14;
// What the name of a target stands for; nothing for targets without a name of their own.
constexpr std::optional<ReferenceType> reference_type(TargetType target) {
  using enum ReferenceType;
  constexpr std::optional<ReferenceType> kNone;
  constexpr std::array<std::optional<ReferenceType>, kTargetTypeNames.size()> kTypes = {
      kNone,  kNone,     agent, group, agent_type,      path, obstacle, wall,
      region, formation, kNone, agent, projectile_type, kNone};
  return kTypes[static_cast<std::size_t>(target)];
}

// The name of something declared elsewhere in the scenario.
struct Reference {
  ReferenceType type = ReferenceType::path;
  std::string name;
  std::uint32_t index = kNoIndex;  // linked

  friend bool operator==(const Reference&, const Reference&) = default;
};

// A name, or {"shares": {"adult": 4, "child": 1}}: each agent draws one of the names, as often as its share
// of their sum says.
struct SharedReference : Reference {
  struct Share {
    std::string name;
    double share = 0.0;

    friend bool operator==(const Share&, const Share&) = default;
  };
  std::vector<Share> shares = {};  // in file order; empty where there is one name

  friend bool operator==(const SharedReference&, const SharedReference&) = default;
};

}  // namespace drover
