// Shapes that do not wrap, asked from the images of a point in a world that does: the point itself and the
// eight that are moved by one period along an axis or both.
#pragma once

#include <optional>

#include "sim/geometry/bounds.h"
#include "sim/geometry/region.h"
#include "sim/geometry/shape.h"

namespace drover {

// The image of p that is nearest to the inside of a shape; p itself where the shape encloses it or the world
// does not wrap. Of several that the shape encloses the deepest: a shape may reach round the world. Of
// equally near or deep ones that of the first column and in it of the first row: p's own, then the one a
// period below, then above.
Vec3 image_near(const Shape& shape, const Bounds& bounds, Vec3 p);

// The same image, and where finding it took that: the point of the shape's inside or border nearest to it.
struct NearImage {
  Vec3 image;
  std::optional<Vec3> nearest;
};
NearImage near_image(const Shape& shape, const Bounds& bounds, Vec3 p);

// Whether the shape encloses p, or an image of it in a world that wraps.
bool encloses_image(const Shape& shape, const Bounds& bounds, Vec3 p);

// The same of regions, in space with the images above and below too; the deepest or nearest image there.
Vec3 image_near(const Region& region, const Bounds& bounds, Vec3 p);
NearImage near_image(const Region& region, const Bounds& bounds, Vec3 p);
bool encloses_image(const Region& region, const Bounds& bounds, Vec3 p);

}  // namespace drover
