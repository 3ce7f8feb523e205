// Which cells of a grid walls hide from a point, block by block: who looks for the nearest cell in sight
// among thousands that are hidden need not look at each of them.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/geometry/static_geometry.h"
#include "sim/navigation/grid_frame.h"

namespace drover {

class HiddenBlocks {
 public:
  // What it refers to has to outlive the questions.
  void start(const StaticGeometry& geometry, const GridFrame& frame, Vec3 from);
  // Whether one wall hides the centers of all cells of the block that a cell is in. If not, the center may be
  // hidden nevertheless.
  bool hides(CellIndex cell);

 private:
  enum class Block : std::uint8_t { unknown, in_sight, hidden };
  static constexpr std::int64_t kSide = 16;  // cells

  bool is_hidden(GridCell first) const;

  const StaticGeometry* geometry_ = nullptr;
  const GridFrame* frame_ = nullptr;
  Vec3 from_;
  std::int64_t columns_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace drover
