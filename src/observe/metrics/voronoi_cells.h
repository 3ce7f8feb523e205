// The part of the plane that each agent has for itself: the points nearer to it than to any other agent,
// within a cutoff, and in its sight (Steffen and Seyfried, Methods for measuring pedestrian density, flow,
// speed and direction with minimal scatter, 2010).
//
// A cell is made by taking half-planes away from a square about the agent, nearest agents first, until the
// next one is too far to matter. Cells end at the cutoff and at what ends sight anyway, so the diagram of the
// whole plane is never needed; libraries for it work on positions rounded to integers (Boost.Polygon). This
// takes +
// - * / and sqrt in a fixed order, the same bits everywhere, at a cost linear in the agents.
#pragma once

#include <vector>

#include "observe/metrics/sight_borders.h"
#include "observe/metrics/star_polygon.h"
#include "sim/geometry/shape.h"
#include "sim/perception/neighbor_grid.h"
#include "sim/state/world.h"

namespace drover {

class VoronoiCells {
 public:
  // Points farther than the cutoff from an agent belong to no cell [m]; > 0.
  explicit VoronoiCells(double cutoff) : cutoff_(cutoff) {}

  double cutoff() const { return cutoff_; }

  // Takes the agents that are present in the world's state.
  void begin(const World& world);

  // The cell of one of them in that state, relative to its position; nullptr for an agent at exactly the
  // position of another one with a lower number, which alone counts. What counts of the cell is the part
  // within the cutoff. Cells end at walls, at the borders of obstacles, solid and hollow, and at edges of the
  // world that agents cannot pass, and do not overlap: what is nearest to an agent and hidden from it belongs
  // to no cell. In a world that wraps, images of agents and obstacles take part too; walls have none. Valid
  // until the next call.
  const StarPolygon* cell(AgentIndex agent);

 private:
  // Another agent, or an image of one.
  struct Neighbor {
    double distance2;  // m^2
    AgentIndex agent;
    double x, y;  // from the agent [m]
  };

  bool find_neighbors(AgentIndex agent, Vec3 p);
  void clip_by_neighbors();
  void clip_by_bounds(Vec3 p);
  void clip_by_obstacles_around(Vec3 p);
  void hide_behind_borders(Vec3 p);
  double reach() const;

  double cutoff_;
  const World* world_ = nullptr;
  NeighborGrid grid_;
  std::vector<Neighbor> neighbors_;
  std::vector<SightBorder> borders_;
  StarPolygon cell_;
};

// A region as something of which the parts that cells cover are measured.
class MeasuredArea {
 public:
  // A disc counts as the regular polygon of 256 sides that has its area.
  explicit MeasuredArea(const Shape& region);

  double size() const { return region_->area(); }  // m^2

  // The area of the part of a cell within `radius` of its agent, which is at p, that lies in the region
  // [m^2].
  double covered(const StarPolygon& cell, Vec3 p, double radius) const;

  // Whether a point within this distance of p may lie in the region [m].
  bool is_near(Vec3 p, double distance) const;

 private:
  const Shape* region_;  // of the model
  std::vector<Vec3> corners_;
};

}  // namespace drover
