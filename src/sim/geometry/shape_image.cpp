#include "sim/geometry/shape_image.h"

namespace drover {
namespace {

// More than what rounding changes in a distance: as a part of it, and in meters for coordinates up to 1e6 m.
constexpr double kImageSlack = 1e-9;

// The three images of a coordinate, and how far each is outside of an interval at least.
struct ImagesAlongAxis {
  ImagesAlongAxis(double v, double period, double low, double high) : at{v, v - period, v + period} {
    for (int k = 0; k < 3; ++k)
      outside[k] = larger(0.0, larger(low - at[k], at[k] - high) * (1.0 - kImageSlack) - kImageSlack);
    const int beside = outside[1] < outside[2] ? 1 : 2;
    nearest = outside[beside] < outside[0] ? beside : 0;
    next = nearest == 0 ? outside[beside] : smaller(outside[0], outside[3 - beside]);
    reach = larger(high - at[nearest], at[nearest] - low) * (1.0 + kImageSlack) + kImageSlack;
  }

  double at[3];       // the coordinate itself, a period below, a period above [m]
  double outside[3];  // m
  int nearest;        // the image that is outside by least
  double next;        // by how much the others are outside at least [m]
  double reach;       // from the nearest image to the farther end of the interval [m]
};

double square(double v) {
  return v * v;
}

// Of the images that the shape encloses the deepest, of equally deep ones the first.
NearImage deepest_image(const Shape& shape, const ImagesAlongAxis& x, const ImagesAlongAxis& y, double z) {
  NearImage best;
  double greatest = -kInfinity;
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      if (x.outside[column] > 0.0 || y.outside[row] > 0.0) continue;
      const Vec3 image{x.at[column], y.at[row], z};
      const double depth = -shape.distance(image);
      if (!(depth > greatest)) continue;
      greatest = depth;
      best = {image, image};
    }
  }
  return best;
}

}  // namespace

// Distances to the bounding box bound those to the shape from below, the farthest corner of the box from
// above: most often that tells the nearest image without a look at the shape. The others are asked only where
// they can be nearer.
NearImage near_image(const Shape& shape, const Bounds& bounds, Vec3 p) {
  if (!bounds.wraps()) return {p, std::nullopt};
  const ImagesAlongAxis x(p.x, bounds.size().x, shape.low().x, shape.high().x);
  const ImagesAlongAxis y(p.y, bounds.size().y, shape.low().y, shape.high().y);
  const Vec3 first{x.at[x.nearest], y.at[y.nearest], p.z};
  const double others =
      smaller(square(x.next) + square(y.outside[y.nearest]), square(y.next) + square(x.outside[x.nearest]));
  if (square(x.reach) + square(y.reach) < others) return {first, std::nullopt};
  NearImage best{first, shape.nearest_point(first)};
  double least = length2(*best.nearest - first);
  if (least < others) return best;
  const int rank_of_first = 3 * x.nearest + y.nearest;
  int rank_of_best = rank_of_first;
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      const int rank = 3 * column + row;
      if (rank == rank_of_first || square(x.outside[column]) + square(y.outside[row]) > least) continue;
      const Vec3 image{x.at[column], y.at[row], p.z};
      const Vec3 nearest = shape.nearest_point(image);
      const double d2 = length2(nearest - image);
      if (d2 > least || (d2 == least && rank >= rank_of_best)) continue;
      least = d2;
      best = {image, nearest};
      rank_of_best = rank;
    }
  }
  const bool is_inside = least == 0.0 && rank_of_best != 0;
  return is_inside ? deepest_image(shape, x, y, p.z) : best;
}

Vec3 image_near(const Shape& shape, const Bounds& bounds, Vec3 p) {
  return near_image(shape, bounds, p).image;
}

// Only images in the bounding box can be enclosed.
bool encloses_image(const Shape& shape, const Bounds& bounds, Vec3 p) {
  if (shape.encloses(p)) return true;
  if (!bounds.wraps()) return false;
  const ImagesAlongAxis x(p.x, bounds.size().x, shape.low().x, shape.high().x);
  const ImagesAlongAxis y(p.y, bounds.size().y, shape.low().y, shape.high().y);
  if (x.outside[x.nearest] > 0.0 || y.outside[y.nearest] > 0.0) return false;
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      const bool can_be_in = x.outside[column] == 0.0 && y.outside[row] == 0.0;
      if (can_be_in && shape.encloses({x.at[column], y.at[row], p.z})) return true;
    }
  }
  return false;
}

namespace {

// Of the images of p in a world that wraps the deepest in a region, or the one nearest to it.
Vec3 image_in_space(const SpaceRegion& region, const Bounds& bounds, Vec3 p) {
  if (!bounds.wraps()) return p;
  const Vec3 period = bounds.size();
  Vec3 best = p;
  double least = region.distance(p);
  for (const double x : {0.0, -1.0, 1.0}) {
    for (const double y : {0.0, -1.0, 1.0}) {
      for (const double z : {0.0, -1.0, 1.0}) {
        if (z != 0.0 && !bounds.has_heights()) continue;
        const Vec3 image = p + Vec3{x * period.x, y * period.y, z * period.z};
        const double distance = region.distance(image);
        if (!(distance < least)) continue;
        least = distance;
        best = image;
      }
    }
  }
  return best;
}

}  // namespace

Vec3 image_near(const Region& region, const Bounds& bounds, Vec3 p) {
  return region.space ? image_in_space(*region.space, bounds, p) : image_near(region.shape, bounds, p);
}

NearImage near_image(const Region& region, const Bounds& bounds, Vec3 p) {
  if (!region.space) return near_image(region.shape, bounds, p);
  return {image_in_space(*region.space, bounds, p), std::nullopt};
}

bool encloses_image(const Region& region, const Bounds& bounds, Vec3 p) {
  if (!region.space) return encloses_image(region.shape, bounds, p);
  return region.encloses(image_in_space(*region.space, bounds, p));
}

}  // namespace drover
