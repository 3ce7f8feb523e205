#include "sim/navigation/grid_building.h"

#include <algorithm>

#include "sim/geometry/segment_distance.h"
#include "sim/geometry/static_room.h"

namespace drover {
namespace {

// How much nearer than the room still counts as free [m].
constexpr double kTolerance = 1e-9;

struct CellBox {
  GridCell first, last;  // both belong to it
};

class GridBuilding {
 public:
  GridBuilding(GridMap& map, const GridSurroundings& around)
      : map_(map), around_(around), frame_(map.frame()), near_(around.room + 0.75 * frame_.cell_size) {}

  void build(const CellBox& cells) {
    visit(cells, [&](CellIndex cell) {
      const Vec3 center = frame_.center(cell);
      map_.set_free(cell, is_free(center));
      map_.set_cost(cell, cost_at(center));
    });
  }

  // Only moves near something can be blocked: of a move that is, one end is nearer to it than the room and
  // half a diagonal.
  void connect(const CellBox& cells) {
    visit(cells, [&](CellIndex cell) { map_.connect(cell); });
    visit(cells, [&](CellIndex cell) {
      if (map_.is_free(cell)) block_moves(cell);
    });
  }

 private:
  template <class Visit>
  void visit(const CellBox& cells, Visit&& visit) {
    for (std::int64_t y = cells.first.y; y <= cells.last.y; ++y)
      for (std::int64_t x = cells.first.x; x <= cells.last.x; ++x)
        visit(frame_.index({x, y}));
  }

  double distance(Vec3 p) const {
    return clear_distance(around_.geometry, around_.geometry.bounds(), p, near_);
  }

  bool is_free(Vec3 center) const {
    const Bounds& bounds = around_.geometry.bounds();
    if (bounds.is_bounded() && (bounds.edge() == Edge::reflect || bounds.edge() == Edge::clamp)) {
      const double room = around_.room - kTolerance;
      const double x = smaller(center.x - bounds.min().x, bounds.max().x - center.x);
      const double y = smaller(center.y - bounds.min().y, bounds.max().y - center.y);
      if (smaller(x, y) < room) return false;
    }
    return distance(center) >= around_.room - kTolerance;
  }

  double cost_at(Vec3 center) const {
    double factor = 1.0;
    around_.ground.visit_at(around_.regions, center,
                            [&](const GroundPatch& patch) { factor *= patch.speed_factor; });
    double cost = 1.0;
    for (const TerrainCost& terrain : around_.terrain) {
      if (around_.regions[terrain.region].shape.encloses(center)) cost *= terrain.factor;
    }
    return cost / factor;
  }

  void block_moves(CellIndex cell) {
    const Vec3 from = frame_.center(cell);
    const bool is_near = distance(from) < near_;
    if (!is_near && !around_.ground.has_one_ways() && !around_.heights.exist) return;
    for (std::size_t move = 0; move < map_.move_count(); ++move) {
      if (!map_.has_move(cell, move)) continue;
      const GridCell step = kGridMoves[move];
      const Vec3 way = Vec3{static_cast<double>(step.x), static_cast<double>(step.y), 0.0} * frame_.cell_size;
      if (goes_against_ground(from, way) || rises_too_much(from, way)) map_.block_move(cell, move);
      if (!is_near || is_clear_way(around_.geometry, from, from + way, around_.room)) continue;
      map_.block_move(cell, move);
      map_.block_move(frame_.neighbor(cell, move), opposite_move(move));
    }
  }

  // Whether ground of one direction, at either end, takes something of the way.
  bool goes_against_ground(Vec3 from, Vec3 way) const {
    if (!around_.ground.has_one_ways()) return false;
    bool against = false;
    const auto look = [&](const GroundPatch& patch) {
      against = against || (patch.one_way && dot(way, *patch.one_way) < -kLengthEpsilon);
    };
    around_.ground.visit_at(around_.regions, from, look);
    around_.ground.visit_at(around_.regions, from + way, look);
    return against;
  }

  bool rises_too_much(Vec3 from, Vec3 way) const {
    return around_.heights.exist &&
           !Floors(around_.ground, around_.regions, around_.heights).lead_along(from, way);
  }

  GridMap& map_;
  const GridSurroundings& around_;
  const GridFrame& frame_;
  double near_;
};

CellBox all_cells(const GridFrame& frame) {
  return {{0, 0}, {frame.width - 1, frame.height - 1}};
}

CellBox cells_in(const GridFrame& frame, Vec3 low, Vec3 high) {
  return {frame.cell_at(low), frame.cell_at(high)};
}

}  // namespace

GridMap build_grid(const GridFrame& frame, int connectivity, CornerCutting corners,
                   const GridSurroundings& around) {
  GridMap map(frame, connectivity, corners);
  GridBuilding building(map, around);
  building.build(all_cells(frame));
  building.connect(all_cells(frame));
  map.find_least_cost();
  return map;
}

void update_grid(GridMap& map, const GridSurroundings& around, const StaticGrid::Box& changed) {
  GridBuilding building(map, around);
  // What repeats in every image of the world touches cells that no box says.
  if (map.frame().wraps) {
    building.build(all_cells(map.frame()));
    building.connect(all_cells(map.frame()));
  } else {
    const double margin = around.room + 1.5 * map.cell_size();
    const Vec3 reach{margin, margin, 0.0};
    const Vec3 beyond = reach + Vec3{map.cell_size(), map.cell_size(), 0.0};
    const Vec3 low{changed.x - changed.half_x, changed.y - changed.half_y, 0.0};
    const Vec3 high{changed.x + changed.half_x, changed.y + changed.half_y, 0.0};
    building.build(cells_in(map.frame(), low - reach, high + reach));
    building.connect(cells_in(map.frame(), low - beyond, high + beyond));
  }
  map.find_least_cost();
}

}  // namespace drover
