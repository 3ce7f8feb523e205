#include "observe/picture/picture_cells.h"

#include <algorithm>
#include <cmath>

#include "observe/picture/svg_document.h"

namespace drover {
namespace {

constexpr double kSmallestBlock = 1.5;          // px
constexpr std::size_t kMostRectangles = 20000;  // about half a megabyte

// Blocks from x_begin to before x_end in the rows from y_begin on.
struct Run {
  std::int64_t x_begin, x_end, y_begin;
  CellLook look;

  bool continues(const Run& below) const {
    return x_begin == below.x_begin && x_end == below.x_end && look == below.look;
  }
};

// The looks of blocks, row by row from the lowest.
class BlockRows {
 public:
  BlockRows(const GridFrame& frame, std::span<const CellLook> looks, const CellWindow& range,
            std::int64_t block)
      : columns_((range.last.x - range.first.x) / block + 1),
        rows_((range.last.y - range.first.y) / block + 1) {
    looks_.resize(static_cast<std::size_t>(columns_ * rows_));
    for (std::int64_t y = range.first.y; y <= range.last.y; ++y) {
      for (std::int64_t x = range.first.x; x <= range.last.x; ++x) {
        const CellLook look = looks[frame.index({x, y})];
        CellLook& all = looks_[at((x - range.first.x) / block, (y - range.first.y) / block)];
        if (look != 0 && (all == 0 || look < all)) all = look;
      }
    }
  }

  std::int64_t rows() const { return rows_; }
  std::vector<Run> runs(std::int64_t row) const {
    std::vector<Run> found;
    for (std::int64_t x = 0; x < columns_;) {
      const CellLook look = looks_[at(x, row)];
      std::int64_t end = x + 1;
      while (end < columns_ && looks_[at(end, row)] == look)
        ++end;
      if (look != 0) found.push_back({x, end, row, look});
      x = end;
    }
    return found;
  }

 private:
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>(y * columns_ + x); }

  std::int64_t columns_, rows_;
  std::vector<CellLook> looks_;
};

// Calls close(run, y_end) for rectangles that together are all blocks with a look: equal runs of rows that
// follow each other are one.
template <class Close>
void visit_rectangles(const BlockRows& blocks, Close&& close) {
  std::vector<Run> open;
  for (std::int64_t row = 0; row <= blocks.rows(); ++row) {
    std::vector<Run> runs = row < blocks.rows() ? blocks.runs(row) : std::vector<Run>{};
    auto next = runs.begin();
    for (const Run& below : open) {
      while (next != runs.end() && next->x_begin < below.x_begin)
        ++next;
      if (next != runs.end() && next->continues(below)) {
        next->y_begin = below.y_begin;
      } else {
        close(below, row);
      }
    }
    open = std::move(runs);
  }
}

}  // namespace

CellWindow cells_in(const GridFrame& frame, const Rectangle& part) {
  return {frame.cell_at({part.min.x, part.min.y, 0.0}), frame.cell_at({part.max.x, part.max.y, 0.0})};
}

CellAreas cell_areas(const GridFrame& frame, std::span<const CellLook> looks, const Projection& projection) {
  const CellWindow range = cells_in(frame, projection.part());
  CellAreas areas;
  const double cell = frame.cell_size * projection.scale();  // px
  areas.block = static_cast<std::int64_t>(std::ceil(larger(1.0, kSmallestBlock / cell)));
  for (;; areas.block *= 2) {
    areas.rectangles = 0;
    visit_rectangles(BlockRows(frame, looks, range, areas.block),
                     [&](const Run&, std::int64_t) { ++areas.rectangles; });
    if (areas.rectangles <= kMostRectangles) break;
  }
  std::vector<PathData> paths;
  // Blocks at the last column and row may be smaller.
  const auto corner = [&](std::int64_t x, std::int64_t y) {
    const auto column = std::min(range.first.x + x * areas.block, range.last.x + 1);
    const auto row = std::min(range.first.y + y * areas.block, range.last.y + 1);
    return projection(Vec2{frame.origin.x + static_cast<double>(column) * frame.cell_size,
                           frame.origin.y + static_cast<double>(row) * frame.cell_size});
  };
  visit_rectangles(BlockRows(frame, looks, range, areas.block), [&](const Run& run, std::int64_t y_end) {
    if (paths.size() < run.look) paths.resize(run.look);
    PathData& path = paths[run.look - 1U];
    path.move_to(corner(run.x_begin, run.y_begin));
    path.line_to(corner(run.x_end, run.y_begin));
    path.line_to(corner(run.x_end, y_end));
    path.line_to(corner(run.x_begin, y_end));
    path.close();
  });
  for (const PathData& path : paths)
    areas.paths.push_back(path.text());
  return areas;
}

}  // namespace drover
