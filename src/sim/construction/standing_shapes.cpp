#include "sim/construction/standing_shapes.h"

#include <cmath>

#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

// What covers more cells is looked at always.
inline constexpr double kMaxCells = 4096.0;
inline constexpr double kSmallestCell = 1e-3;  // m

}  // namespace

StandingShapes::StandingShapes(const Bounds& bounds, double cell)
    : bounds_(bounds), cell_(larger(cell, kSmallestCell)) {}

StandingShapes::Cells StandingShapes::cells_of(Vec3 low, Vec3 high) const {
  const auto index = [&](double v) { return static_cast<std::int64_t>(std::floor(v / cell_)); };
  return {{index(low.x), index(low.y)}, {index(high.x), index(high.y)}};
}

template <class Use>
void StandingShapes::for_lists(const Shape& shape, Use use) {
  const Cells cells = cells_of(shape.low(), shape.high());
  if (cells.count() > kMaxCells) return use(large_);
  for (std::int64_t x = cells.first.first; x <= cells.last.first; ++x)
    for (std::int64_t y = cells.first.second; y <= cells.last.second; ++y)
      use(cells_[{x, y}]);
}

void StandingShapes::add(Shape shape) {
  for_lists(shape, [&](std::vector<std::size_t>& list) { list.push_back(shapes_.size()); });
  shapes_.push_back(std::move(shape));
}

void StandingShapes::shrink(std::size_t size) {
  // In every list the one added last comes last.
  while (shapes_.size() > size) {
    for_lists(shapes_.back(), [](std::vector<std::size_t>& list) { list.pop_back(); });
    shapes_.pop_back();
  }
}

template <class Test>
bool StandingShapes::all_near(Vec3 low, Vec3 high, Test test) const {
  const Cells cells = cells_of(low, high);
  if (cells.count() > static_cast<double>(shapes_.size())) {
    for (std::size_t k = 0; k < shapes_.size(); ++k)
      if (!test(k)) return false;
    return true;
  }
  for (const std::size_t k : large_)
    if (!test(k)) return false;
  for (std::int64_t x = cells.first.first; x <= cells.last.first; ++x) {
    for (std::int64_t y = cells.first.second; y <= cells.last.second; ++y) {
      const auto at = cells_.find({x, y});
      if (at == cells_.end()) continue;
      for (const std::size_t k : at->second)
        if (!test(k)) return false;
    }
  }
  return true;
}

template <class Test>
bool StandingShapes::all_images(Vec3 place, Test test) const {
  if (!bounds_.wraps()) return test(place);
  for (const double column : {-1.0, 0.0, 1.0})
    for (const double row : {-1.0, 0.0, 1.0})
      if (!test(place + Vec3{column * bounds_.size().x, row * bounds_.size().y, 0.0})) return false;
  return true;
}

bool StandingShapes::has_room(const Shape& shape, double reach, Vec3 place, double gap) const {
  const double kept = reach + gap;
  return all_images(place, [&](Vec3 image) {
    const Vec3 around{kept, kept, 0.0};
    return all_near(image - around, image + around, [&](std::size_t k) {
      const Shape& other = shapes_[k];
      const Vec3 nearest{clamp(image.x, other.low().x, other.high().x),
                         clamp(image.y, other.low().y, other.high().y), 0.0};
      if (length2(nearest - image) > kept * kept) return true;
      return gap_between(other, shape, image) >= gap - kLengthEpsilon;
    });
  });
}

bool StandingShapes::covers(Vec3 p) const {
  return !all_images(p, [&](Vec3 image) {
    return all_near(image, image, [&](std::size_t k) { return !(shapes_[k].distance(image) < 0.0); });
  });
}

}  // namespace drover
