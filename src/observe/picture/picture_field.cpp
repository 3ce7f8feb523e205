#include "observe/picture/picture_field.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "observe/picture/picture_cells.h"
#include "observe/picture/svg_document.h"
#include "observe/picture/svg_painter.h"

namespace drover {
namespace {

constexpr double kArrowSpacing = 15.0;  // px
constexpr double kArrowLength = 10.0;   // px
constexpr double kFinest = 3.0;         // px, between the points that isolines go by

// Cells that are kept, so that those near another one are found soon.
class SpacedCells {
 public:
  SpacedCells(const GridFrame& frame, const CellWindow& range, double spacing)
      : range_(range), spacing_(larger(spacing / frame.cell_size, 1.0)) {
    columns_ = bucket(range.last.x - range.first.x) + 1;
    buckets_.resize(static_cast<std::size_t>(columns_ * (bucket(range.last.y - range.first.y) + 1)));
  }

  // Whether no cell that is kept is too near; then this one is kept, too.
  bool keep(GridCell cell) {
    constexpr double kTolerance = 1e-9;
    const std::int64_t x = bucket(cell.x - range_.first.x);
    const std::int64_t y = bucket(cell.y - range_.first.y);
    const auto rows = static_cast<std::int64_t>(buckets_.size()) / columns_;
    for (std::int64_t j = std::max<std::int64_t>(y - 1, 0); j <= std::min(y + 1, rows - 1); ++j) {
      for (std::int64_t i = std::max<std::int64_t>(x - 1, 0); i <= std::min(x + 1, columns_ - 1); ++i) {
        for (const GridCell other : buckets_[static_cast<std::size_t>(j * columns_ + i)]) {
          const auto dx = static_cast<double>(other.x - cell.x);
          const auto dy = static_cast<double>(other.y - cell.y);
          if (dx * dx + dy * dy < spacing_ * spacing_ - kTolerance) return false;
        }
      }
    }
    buckets_[static_cast<std::size_t>(y * columns_ + x)].push_back(cell);
    return true;
  }

 private:
  std::int64_t bucket(std::int64_t cells) const {
    return static_cast<std::int64_t>(static_cast<double>(cells) / spacing_);
  }

  CellWindow range_;
  double spacing_;  // cells
  std::int64_t columns_ = 0;
  std::vector<std::vector<GridCell>> buckets_;
};

// Calls visit(cell) for every n-th cell of a range along both axes, row by row.
template <class Visit>
void visit_every(const CellWindow& range, std::int64_t n, Visit&& visit) {
  for (std::int64_t y = range.first.y + n / 2; y <= range.last.y; y += n)
    for (std::int64_t x = range.first.x + n / 2; x <= range.last.x; x += n)
      visit(GridCell{x, y});
}

// A square of four points of a field, lower left, lower right, upper right, upper left.
struct FieldSquare {
  std::array<Vec3, 4> points;
  std::array<double, 4> distances;  // m
};

void add_isolines(const FieldSquare& square, double step, const Projection& projection, PathData& path) {
  const auto [low, high] = std::ranges::minmax(square.distances);
  for (double k = std::floor(low / step) + 1.0; k * step <= high; ++k) {
    const double level = k * step;
    std::array<Vec2, 4> crossings;
    std::size_t count = 0;
    for (std::size_t side = 0; side < 4; ++side) {
      const std::size_t next = (side + 1) % 4;
      const double a = square.distances[side];
      const double b = square.distances[next];
      if ((a < level) == (b < level)) continue;
      crossings[count++] = projection(square.points[side] +
                                      (square.points[next] - square.points[side]) * ((level - a) / (b - a)));
    }
    for (std::size_t pair = 0; pair + 1 < count; pair += 2) {
      path.move_to(crossings[pair]);
      path.line_to(crossings[pair + 1]);
    }
  }
}

}  // namespace

std::vector<CellIndex> thinned_cells(const GridMap& map, const FlowField& field, const Rectangle& part,
                                     double spacing) {
  const GridFrame& frame = map.frame();
  const CellWindow range = cells_in(frame, part);
  SpacedCells kept(frame, range, spacing);
  std::vector<CellIndex> cells;
  const auto add = [&](GridCell at) {
    const CellIndex cell = frame.index(at);
    if (field.is_reached(cell) && !field.is_goal(cell) && kept.keep(at)) cells.push_back(cell);
  };
  // Rows and columns in the open, and then what is left in narrow places.
  visit_every(range, static_cast<std::int64_t>(std::ceil(larger(1.0, spacing / frame.cell_size))), add);
  visit_every(range, 1, add);
  return cells;
}

std::string field_arrows(const GridMap& map, const FlowField& field, const Projection& projection) {
  constexpr double kHead = 2.2;  // px
  std::string arrows;
  const double spacing = kArrowSpacing / projection.scale();
  for (const CellIndex cell : thinned_cells(map, field, projection.part(), spacing)) {
    const Vec2 along = projection.turned(field.direction(map, cell));
    const Vec2 center = projection(map.frame().center(cell));
    const Vec2 tip = center + along * (0.5 * kArrowLength);
    PathData shaft;
    shaft.move_to(center - along * (0.5 * kArrowLength));
    shaft.line_to(tip);
    arrows += shaft.text() + arrowhead(tip, along, kHead);
  }
  return arrows;
}

double greatest_distance(const GridMap& map, const FlowField& field, const Rectangle& part) {
  double greatest = 0.0;
  visit_every(cells_in(map.frame(), part), 1, [&](GridCell at) {
    const CellIndex cell = map.frame().index(at);
    if (field.is_reached(cell)) greatest = larger(greatest, field.distance(cell));
  });
  return greatest;
}

std::string field_contours(const GridMap& map, const FlowField& field, double step,
                           const Projection& projection) {
  const GridFrame& frame = map.frame();
  const CellWindow range = cells_in(frame, projection.part());
  const double cell_pixels = frame.cell_size * projection.scale();
  const auto n = static_cast<std::int64_t>(std::ceil(larger(1.0, kFinest / cell_pixels)));
  // By the cost of the dearer cell, and somewhat more where the cells between them may be dearer.
  const auto may_differ = [&](CellIndex a, CellIndex b) {
    const double cost =
        static_cast<double>(std::max(std::max(map.cost(a), map.cost(b)), kUnitCost)) / kUnitCost;
    return static_cast<double>(n) * frame.cell_size * cost * (n == 1 ? 1.000001 : 1.5);
  };
  PathData path;
  visit_every(range, n, [&](GridCell at) {
    const std::array<GridCell, 4> corners = {{at, {at.x + n, at.y}, {at.x + n, at.y + n}, {at.x, at.y + n}}};
    if (corners[2].x > range.last.x || corners[2].y > range.last.y) return;
    FieldSquare square;
    for (std::size_t k = 0; k < 4; ++k) {
      const CellIndex cell = frame.index(corners[k]);
      const CellIndex next = frame.index(corners[(k + 1) % 4]);
      if (!field.is_reached(cell) || !field.is_reached(next)) return;
      square.points[k] = frame.center(cell);
      square.distances[k] = field.distance(cell);
      if (std::fabs(field.distance(next) - square.distances[k]) > may_differ(cell, next)) return;
    }
    add_isolines(square, step, projection, path);
  });
  return path.text();
}

}  // namespace drover
