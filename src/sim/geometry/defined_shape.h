// The shape that the definition of an obstacle or a region describes.
#pragma once

#include "sim/definitions/definitions.h"
#include "sim/definitions/obstacle_definitions.h"
#include "sim/geometry/shape.h"
#include "sim/geometry/space_shape.h"

namespace drover {

// Where an obstacle of an entry with a placement stands.
struct ShapePose {
  Vec3 place;          // m
  double turn = 0.0;   // rad
  double scale = 1.0;  // of all lengths
};

// The shape of an obstacle with a place of its own.
Shape shape_of(const ObstacleDef& def);

// The shape of an obstacle that is placed. `radius` is that of a circle or a capsule [m].
Shape shape_of(const ObstacleDef& def, const ShapePose& pose, double radius);

// The same in space, where a turn is about the vertical.
SpaceShape space_shape_of(const ObstacleDef& def);
SpaceShape space_shape_of(const ObstacleDef& def, const ShapePose& pose, double radius);

// The shape of a region in the plane, or seen from above: a circle, a rectangle along the axes or a polygon,
// which may cross itself.
Shape shape_of(const RegionDef& def);

}  // namespace drover
