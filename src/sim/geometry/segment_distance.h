// How far the segment between two points is from what does not move: what a disc keeps from things on a
// straight way.
#pragma once

#include <cstdint>

#include "core/field_table.h"
#include "core/vec3.h"
#include "sim/geometry/shape.h"
#include "sim/geometry/static_geometry.h"

namespace drover {

// Between the segments from a to b and from c to d; exactly 0 where they cross or one ends inside the other.
// Either may be a point [m].
double distance_between_segments(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

// From the segment to a shape: 0 where it touches the border or the inside of a solid one. Distances above
// `reach` may come out larger than they are; a small one makes polygons of many corners cheaper [m].
double distance_to_segment(const Shape& shape, Vec3 a, Vec3 b, double reach = kInfinity);

// Calls visit(shift) for the images of a shape that may be within `reach` of the segment: seen from the image
// the segment is moved by the shift. In a world that wraps those of the image nearest to a and of the eight
// around it, so that b, which is not brought back, may be up to a period from a; else 0 alone.
template <class Visit>
void visit_images_near(const Shape& shape, const Bounds& bounds, Vec3 a, Vec3 b, double reach,
                       Visit&& visit) {
  if (!bounds.wraps()) return visit(Vec3{});
  const Vec3 nearest = shape.center() + bounds.displacement(shape.center(), a);
  const Vec3 period = bounds.size();
  for (const double column : {0.0, -1.0, 1.0}) {
    for (const double row : {0.0, -1.0, 1.0}) {
      const Vec3 image = nearest + Vec3{column * period.x, row * period.y, 0.0};
      const StaticGrid::Box box = StaticGrid::box(image, image + (b - a), reach);
      const bool is_near = box.x - box.half_x <= shape.high().x && box.x + box.half_x >= shape.low().x &&
                           box.y - box.half_y <= shape.high().y && box.y + box.half_y >= shape.low().y;
      if (is_near) visit(image - a);
    }
  }
}

// From the segment to an obstacle, by index, in a world that wraps to the nearest of these images.
double distance_to_segment(const StaticGeometry& geometry, std::uint32_t obstacle, Vec3 a, Vec3 b,
                           double reach = kInfinity);

// Whether nothing that is present is nearer to the segment than a radius less kRoomTolerance. What is inside
// a solid is at distance 0 from it. Images as above, of obstacles; walls do not repeat.
bool is_clear_way(const StaticGeometry& geometry, Vec3 a, Vec3 b, double radius);

}  // namespace drover
