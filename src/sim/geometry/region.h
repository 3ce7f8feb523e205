// A part of the plane or of space that has a name. Regions do not wrap.
#pragma once

#include <optional>
#include <string>

#include "sim/definitions/definitions.h"
#include "sim/geometry/shape.h"
#include "sim/geometry/space_shape.h"

namespace drover {

// A ball, or what lies over a shape of the plane between two heights, which may be infinite. Its border
// belongs to it.
class SpaceRegion {
 public:
  explicit SpaceRegion(const RegionDef& def);

  bool encloses(Vec3 p) const { return distance(p) <= 0.0; }
  // From a point to the region, negative inside: the depth [m].
  double distance(Vec3 p) const;
  // The nearest place of the border: of equally near ones one on the side before the top before the bottom.
  Vec3 border_point(Vec3 p) const;
  // The bounding box [m]; infinite where the heights are.
  Vec3 low() const;
  Vec3 high() const;

 private:
  std::optional<SpaceShape> ball_;
  Shape outline_;  // seen from above
  double bottom_ = -kInfinity, top_ = kInfinity;
};

// The heights of the feet that a region is for, on ground with heights [m]; both belong to it.
struct HeightSpan {
  double bottom = -kInfinity, top = kInfinity;

  // How far a height is from them [m].
  double distance(double z) const { return larger(0.0, larger(bottom - z, z - top)); }
};

struct Region {
  Region(std::string region_name, const RegionDef& def, Dimensions dimensions = Dimensions::plane);

  // Questions that have an answer in the plane and in space; those of Shape.
  bool encloses(Vec3 p) const { return space ? space->encloses(p) : shape.encloses(p); }
  double distance(Vec3 p) const { return space ? space->distance(p) : shape.distance(p); }
  Vec3 border_point(Vec3 p) const { return space ? space->border_point(p) : shape.border_point(p); }
  std::optional<Vec3> border_within(Vec3 p, double reach) const;
  Vec3 low() const { return space ? space->low() : shape.low(); }
  Vec3 high() const { return space ? space->high() : shape.high(); }

  std::string name;
  Shape shape;  // solid: its border belongs to the region; of one in space its outline from above
  std::optional<SpaceRegion> space;
  HeightSpan heights;     // unlimited but on ground with heights
  double greatest_depth;  // no point is farther inside; of a polygon from above, by less than half of it [m]
};

}  // namespace drover
