#include "sim/navigation/hidden_blocks.h"

#include <cmath>
#include <optional>

#include "core/orientation.h"

namespace drover {
namespace {

// Whether the way between two points crosses a wall that is not so near to either that it might not hide.
bool is_behind(const Segment& wall, Vec3 from, Vec3 p) {
  constexpr double kBeside = 1e-6;  // m
  const double here = dot(from - wall.a, wall.normal);
  const double there = dot(p - wall.a, wall.normal);
  if (smaller(std::fabs(here), std::fabs(there)) < kBeside || (here < 0.0) == (there < 0.0)) return false;
  return orientation(from, p, wall.a) * orientation(from, p, wall.b) < 0;
}

}  // namespace

void HiddenBlocks::start(const StaticGeometry& geometry, const GridFrame& frame, Vec3 from) {
  geometry_ = &geometry;
  frame_ = &frame;
  from_ = from;
  columns_ = (frame.width + kSide - 1) / kSide;
  const std::int64_t rows = (frame.height + kSide - 1) / kSide;
  blocks_.assign(static_cast<std::size_t>(columns_ * rows), Block::unknown);
}

bool HiddenBlocks::hides(CellIndex cell) {
  const GridCell at = frame_->cell(cell);
  Block& block = blocks_[static_cast<std::size_t>(at.y / kSide * columns_ + at.x / kSide)];
  if (block == Block::unknown) {
    const GridCell first{at.x - at.x % kSide, at.y - at.y % kSide};
    block = is_hidden(first) ? Block::hidden : Block::in_sight;
  }
  return block == Block::hidden;
}

// What a segment hides from a point is convex: with its corners the whole block is behind the wall.
bool HiddenBlocks::is_hidden(GridCell first) const {
  if (frame_->wraps) return false;  // ways lead through the edges
  const GridCell last = frame_->clamped({first.x + kSide - 1, first.y + kSide - 1});
  const Vec3 low = frame_->center(first);
  const Vec3 high = frame_->center(last);
  const std::optional<WallHit> hit = geometry_->first_wall_hit(from_, (low + high) * 0.5);
  if (!hit) return false;
  const Segment& wall = geometry_->segments()[hit->segment];
  return is_behind(wall, from_, low) && is_behind(wall, from_, high) &&
         is_behind(wall, from_, {low.x, high.y, 0.0}) && is_behind(wall, from_, {high.x, low.y, 0.0});
}

}  // namespace drover
