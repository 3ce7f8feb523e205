// A part of the plane: a disc, a rectangle or a polygon. Regions do not wrap.
#pragma once

#include <string>
#include <vector>

#include "core/vec3.h"
#include "sim/definitions/definitions.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/strip_tree.h"

namespace drover {

class Region {
 public:
  Region() = default;
  Region(std::string name, const RegionDef& def);

  const std::string& name() const { return name_; }

  // Whether p lies inside; the border belongs to the region.
  bool contains(Vec3 p) const;

  // The point of the region nearest to p: p itself inside it.
  Vec3 nearest_point(Vec3 p) const;

  // How far p is inside the border [m]; negative outside.
  double depth(Vec3 p) const;

  // No point is farther inside [m]; of a polygon from above, by less than half of it.
  double greatest_depth() const { return greatest_depth_; }

  // In a world that wraps, the image of p that is nearest to the region, p itself where it is inside; else p.
  // Of images at the same distance p comes first.
  Vec3 nearest_image(const Bounds& bounds, Vec3 p) const;

  // The point of the border nearest to p; of several at the same distance inside a rectangle, one on the left
  // or right side before one at the bottom or top, and on the left or at the bottom before one opposite.
  Vec3 nearest_border(Vec3 p) const;

  // For pictures: the corners, or none for a disc.
  const std::vector<Vec3>& corners() const { return corners_; }
  Vec3 center() const { return center_; }
  double radius() const { return radius_; }
  bool is_disc() const { return corners_.empty(); }
  bool is_rectangle() const { return is_rectangle_; }

 private:
  // Where a rectangle reaches to along one axis.
  struct Interval {
    double low = 0.0, high = 0.0;  // m

    bool contains(double v) const { return low <= v && v <= high; }
    double nearest_end(double v) const { return v - low <= high - v ? low : high; }
  };
  Vec3 nearest_border_of_rectangle(Vec3 p) const;

  std::string name_;
  Vec3 center_;          // of a disc, m
  double radius_ = 0.0;  // of a disc, m
  std::vector<Vec3> corners_;
  bool is_rectangle_ = false;
  Interval x_, y_;               // of a rectangle
  StripTree sides_;              // of a polygon; side k starts at corner k
  double greatest_depth_ = 0.0;  // m
};

}  // namespace drover
