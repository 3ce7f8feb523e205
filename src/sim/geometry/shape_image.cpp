#include "sim/geometry/shape_image.h"

namespace drover {

Vec3 image_near(const Shape& shape, const Bounds& bounds, Vec3 p) {
  if (!bounds.wraps()) return p;
  Vec3 best = p;
  double least = kInfinity;
  for (const double across : {0.0, -1.0, 1.0}) {
    for (const double up : {0.0, -1.0, 1.0}) {
      const Vec3 image = p + Vec3{across * bounds.size().x, up * bounds.size().y, 0.0};
      const double d2 = length2(shape.nearest_point(image) - image);
      if (d2 >= least) continue;
      least = d2;
      best = image;
    }
  }
  return best;
}

bool encloses_image(const Shape& shape, const Bounds& bounds, Vec3 p) {
  return shape.encloses(p) || (bounds.wraps() && shape.encloses(image_near(shape, bounds, p)));
}

}  // namespace drover
