// The shapes that stand already while others are placed, in cells of the plane, so that asking whether there
// is room takes a time independent of their number.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/geometry/bounds.h"
#include "sim/geometry/shape.h"

namespace drover {

class StandingShapes {
 public:
  // Cells about as large as the shapes that are placed, with their gap, are the fastest [m]; the answers do
  // not depend on it. In a world that wraps the questions reach across its edges. The bounds outlive it.
  StandingShapes(const Bounds& bounds, double cell);

  std::size_t size() const { return shapes_.size(); }
  void add(Shape shape);
  // Takes the last ones away until there are so many.
  void shrink(std::size_t size);

  // Whether a shape that is moved to a place is `gap` away from all of them; its points are at most `reach`
  // from (0, 0) before [m].
  bool has_room(const Shape& shape, double reach, Vec3 place, double gap) const;

  // Whether a point lies inside of one that is solid.
  bool covers(Vec3 p) const;

 private:
  using Cell = std::pair<std::int64_t, std::int64_t>;
  struct Cells {
    Cell first, last;

    double count() const {
      return static_cast<double>(last.first - first.first + 1) *
             static_cast<double>(last.second - first.second + 1);
    }
  };

  Cells cells_of(Vec3 low, Vec3 high) const;
  // Calls use(list) for the lists that a shape is in.
  template <class Use>
  void for_lists(const Shape& shape, Use use);
  // Whether test(index) holds for all shapes that may reach into a box.
  template <class Test>
  bool all_near(Vec3 low, Vec3 high, Test test) const;
  // Whether test(p) holds for the place and, in a world that wraps, for its images.
  template <class Test>
  bool all_images(Vec3 place, Test test) const;

  const Bounds& bounds_;
  double cell_;
  std::vector<Shape> shapes_;
  std::map<Cell, std::vector<std::size_t>> cells_;
  std::vector<std::size_t> large_;  // that cover many cells
};

}  // namespace drover
