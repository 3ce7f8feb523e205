// A geometry that keeps the shapes it looks at.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sim/geometry/static_geometry.h"

namespace drover::test {

class OwnGeometry : public StaticGeometry {
 public:
  OwnGeometry(const WorldDef& def, const Bounds& bounds, bool with_cells = true)
      : OwnGeometry(std::make_shared<const StaticShapes>(def, bounds, with_cells)) {}
  OwnGeometry(const WorldDef& def, std::vector<PlacedObstacle> obstacles, const Bounds& bounds,
              bool with_cells = true)
      : OwnGeometry(std::make_shared<const StaticShapes>(def, std::move(obstacles), bounds, with_cells)) {}

 private:
  explicit OwnGeometry(std::shared_ptr<const StaticShapes> shapes)
      : StaticGeometry(*shapes), shapes_(std::move(shapes)) {}

  std::shared_ptr<const StaticShapes> shapes_;
};

}  // namespace drover::test
