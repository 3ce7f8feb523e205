#include "observe/metrics/voronoi_cells.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/det_math.h"

namespace drover {
namespace {

constexpr std::size_t kDiscSides = 256;

// The corners of the regular polygon with the area of a disc.
std::vector<Vec3> polygon_of_disc(Vec3 center, double radius) {
  const double step = det::kTwoPi / static_cast<double>(kDiscSides);
  // area = sides / 2 * R^2 * sin(step)
  const double corner_radius = radius * std::sqrt(step / det::sin(step));
  std::vector<Vec3> corners;
  for (std::size_t k = 0; k < kDiscSides; ++k) {
    const det::SinCos at = det::sin_cos(step * static_cast<double>(k));
    corners.push_back(center + Vec3{at.cos, at.sin, 0.0} * corner_radius);
  }
  return corners;
}

}  // namespace

void VoronoiCells::begin(const World& world) {
  world_ = &world;
  // Agents twice the cutoff apart can still share a border.
  grid_.build(world.state.motion.x, world.state.motion.y, world.model().bounds,
              {.enabled = world.model().partition.enabled,
               .size = 2.0 * cutoff_,
               .present = world.state.status.presence()});
}

const StarPolygon* VoronoiCells::cell(AgentIndex agent) {
  const Vec3 p = world_->state.motion.position(agent);
  cell_.reset(cutoff_);
  clip_by_bounds(p);
  if (!find_neighbors(agent, p)) return nullptr;
  clip_by_neighbors();
  clip_by_obstacles_around(p);
  hide_behind_borders(p);
  return &cell_;
}

// From the agent to the farthest point of the cell, or farther [m].
double VoronoiCells::reach() const {
  return smaller(cutoff_, std::sqrt(cell_.farthest2()));
}

// The edges that agents cannot pass. Half-way to its own images a world that wraps ends for an agent.
void VoronoiCells::clip_by_bounds(Vec3 p) {
  const Bounds& bounds = world_->model().bounds;
  if (!bounds.is_bounded() || bounds.edge() == Edge::open) return;
  const Vec3 to_high = bounds.wraps() ? bounds.size() * 0.5 : bounds.max() - p;
  const Vec3 to_low = bounds.wraps() ? bounds.size() * 0.5 : p - bounds.min();
  // An agent on the edge keeps a sliver beyond it, so that it is inside of its cell.
  const auto clip = [&](Vec3 normal, double distance) {
    if (distance < cutoff_) cell_.clip(normal, larger(distance, kLengthEpsilon));
  };
  clip({1.0, 0.0, 0.0}, to_high.x);
  clip({0.0, 1.0, 0.0}, to_high.y);
  clip({-1.0, 0.0, 0.0}, to_low.x);
  clip({0.0, -1.0, 0.0}, to_low.y);
}

// All agents whose half-plane can cut the cell, with those images of them that can. False where another agent
// with a lower number has the same position.
bool VoronoiCells::find_neighbors(AgentIndex agent, Vec3 p) {
  const Bounds& bounds = world_->model().bounds;
  const double search = 2.0 * reach();
  bool is_dropped = false;
  neighbors_.clear();
  // Seen from a point of the cell, which is at most half a world from the agent, an image more than a whole
  // world from the agent is never the nearest one of its agent.
  grid_.visit_near(p, search, [&](std::uint32_t begin, std::uint32_t end) {
    for (const SortedAgent& other : grid_.sorted_agents().subspan(begin, end - begin)) {
      if (other.agent == agent) continue;
      const Vec3 nearest = bounds.displacement(p, {other.x, other.y, 0.0});
      visit_images(bounds, [&](Vec3 offset) {
        const double x = nearest.x + offset.x, y = nearest.y + offset.y;
        const double distance2 = x * x + y * y;
        if (distance2 == 0.0) is_dropped = is_dropped || other.agent < agent;
        if (distance2 > 0.0 && distance2 < search * search)
          neighbors_.push_back({distance2, other.agent, x, y});
      });
    }
  });
  return !is_dropped;
}

void VoronoiCells::clip_by_neighbors() {
  std::ranges::sort(neighbors_, [](const Neighbor& a, const Neighbor& b) {
    return std::tie(a.distance2, a.agent, a.x, a.y) < std::tie(b.distance2, b.agent, b.x, b.y);
  });
  double reach2 = reach() * reach();
  for (const Neighbor& neighbor : neighbors_) {
    if (neighbor.distance2 > 4.0 * reach2) break;
    cell_.clip({neighbor.x, neighbor.y, 0.0}, 0.5 * neighbor.distance2);
    reach2 = smaller(reach2, cell_.farthest2());
  }
}

// An agent in or on a solid obstacle counts as standing at its border: its cell is on the free side of it. As
// at an edge of the world it keeps a sliver, so that it is inside of its cell.
void VoronoiCells::clip_by_obstacles_around(Vec3 p) {
  const StaticGeometry geometry = world_->geometry();
  geometry.obstacle_grid().visit_in_order(StaticGrid::box(p, kLengthEpsilon), [&](std::uint32_t k) {
    if (geometry.shapes()[k].is_hollow() || geometry.distance_to_obstacle(k, p) > kLengthEpsilon) return;
    cell_.clip(-geometry.nearest_border(k, p).normal, kLengthEpsilon);
  });
}

void VoronoiCells::hide_behind_borders(Vec3 p) {
  find_sight_borders(world_->geometry(), p, reach(), borders_);
  double reach2 = reach() * reach();
  for (const SightBorder& border : borders_) {
    if (border.distance2 > reach2) break;
    cell_.hide(border.a, border.b);
    reach2 = smaller(reach2, cell_.farthest2());
  }
}

MeasuredArea::MeasuredArea(const Shape& region)
    : region_(&region), corners_(region.corners().begin(), region.corners().end()) {
  if (region.is_circle()) corners_ = polygon_of_disc(region.center(), region.rounding());
}

bool MeasuredArea::is_near(Vec3 p, double distance) const {
  return length(region_->nearest_point(p) - p) <= distance;
}

double MeasuredArea::covered(const StarPolygon& cell, Vec3 p, double radius) const {
  const double reach = smaller(radius, std::sqrt(cell.farthest2()));
  if (-region_->distance(p) >= reach) return cell.area(radius);
  double sum = 0.0;
  for (std::size_t k = 0; k < corners_.size(); ++k) {
    const Vec3 next = corners_[k + 1 < corners_.size() ? k + 1 : 0];
    sum += cell.area_within(corners_[k] - p, next - p, radius);
  }
  return larger(region_->turn() * sum, 0.0);
}

}  // namespace drover
