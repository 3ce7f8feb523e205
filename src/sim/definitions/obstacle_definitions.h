// Obstacles as a scenario file says them: circles, boxes, capsules and polygons, in space balls, boxes and
// capsules, solid or hollow, one by one or many at places that are drawn.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/field.h"

namespace drover {

struct PlacementKind;

struct BoxDef {
  std::optional<Vec3> center;
  Vec3 size;
  double angle = 0.0;
  std::optional<std::array<double, 4>> orientation = std::nullopt;
  static const Table& table();
};

struct CapsuleDef {
  Vec3 from;
  Vec3 to;
  Parameter radius;
  static const Table& table();
};

// Where the obstacles of one entry stand.
struct ObstaclePlacementDef {
  Boxed<PlacementKind> placement;
  double jitter = 0.0;
  double gap = 0.0;
  static const Table& table();
};

// One obstacle, or `count` alike: exactly one of radius, box, capsule and polygon says which shape.
struct ObstacleDef {
  std::string id;
  std::optional<Vec3> center;
  Parameter radius;
  std::optional<BoxDef> box;
  std::optional<CapsuleDef> capsule;
  std::vector<Vec3> polygon;
  bool hollow = false;
  bool present = true;
  std::int64_t count = 1;
  std::optional<ObstaclePlacementDef> placement;
  Parameter scale;
  Parameter turn;
  static const Table& table();
};

}  // namespace drover
