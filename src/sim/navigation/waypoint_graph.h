// A graph of waypoints: nodes at places and edges between them, written down or found by sight, for bodies of
// one size. An edge that has no sight is absent until it is looked at again. WaypointSearch finds ways on it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ballistics/jump.h"
#include "core/index.h"
#include "core/vec3.h"
#include "sim/definitions/navigation_definitions.h"
#include "sim/geometry/static_geometry.h"
#include "sim/geometry/static_grid.h"

namespace drover {

struct Waypoint {
  std::string id;
  Vec3 position;        // m
  double height = 0.0;  // of the ground there, where it has heights [m]
};

// What an edge that is jumped over has besides its nodes.
struct JumpLink {
  double takeoff_height = 0.0;  // of the node it leads from [m]
  double landing_height = 0.0;  // of the other [m]
  double more_time = 0.0;       // what counts beside the flight [s]
  double radius = 0.5;          // of the take-off [m]
  double pad_radius = 0.5;      // m
  double min_speed = 0.0;       // along the ground at the take-off [m/s]
  bool has_cost = false;        // it says what it costs
};

// How agents jump.
struct JumpAbility {
  JumpLaw law = {.gravity = 0.0};  // gravity 0: they do not
  double jump_speed = 0.0;         // m/s
  double max_speed = 0.0;          // m/s

  // The greatest speed as far as costs look at it, so that those who are nearly as fast share a graph [m/s].
  double speed_of_costs() const;
  // A jump speed no greater and a gravity no less, of so few that agents whose abilities change all the time
  // share graphs.
  void round_to_classes();
};
// Whether jumps that both can do cost both the same.
bool cost_alike(const JumpAbility& a, const JumpAbility& b);

// An edge that is written down, between nodes by their numbers in the list given with it.
struct WaypointEdgeDef {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::optional<double> cost =
      {};  // at least 0; the length if there is none. All edges have one unit: m or s
  WaypointEdgeKind kind = WaypointEdgeKind::walk;
  bool one_way = false;
  std::optional<JumpLink> jump = {};
};

struct WaypointEdge {
  std::uint32_t from = 0, to = 0;
  double cost = 0.0;    // m or s
  double length = 0.0;  // m
  WaypointEdgeKind kind = WaypointEdgeKind::walk;
  bool one_way = false;
  bool is_present = true;
  std::optional<JumpLink> jump = {};  // of one that is jumped over
  bool is_possible = true;            // to those who jump so
};

// The node at which a point enters the graph.
struct WaypointEntry {
  std::uint32_t node = kNoIndex;  // none in an empty graph
  bool is_visible = false;        // else no node is, and this is the nearest
};

// Nodes have the numbers of their ids in the order of bytes, which decides ties: the order of the lists does
// not matter. In a world that wraps lengths are those to nearest images.
class WaypointGraph {
 public:
  WaypointGraph() = default;
  // With a range [m] all pairs of nodes that are no farther apart have an edge, both ways, unless one is
  // written down between them. The ids differ, the edges name nodes of the list, and no cost is negative. All
  // edges are present.
  WaypointGraph(std::vector<Waypoint> nodes, std::span<const WaypointEdgeDef> edges,
                std::optional<double> automatic_range, const Bounds& bounds);

  // Evaluates all edges: those along which a disc of this radius has sight are present. Returns whether any
  // appeared or vanished.
  bool find_sight(const StaticGeometry& geometry, double radius);

  // Lets those be there that agents of this ability can jump over, and finds what these cost them.
  void find_jumps(const JumpAbility& ability);
  // Whether the edges that agents of this ability can jump over are those that are possible.
  bool suits(const JumpAbility& ability) const;
  bool has_jumps() const { return has_jumps_; }

  std::span<const Waypoint> nodes() const { return nodes_; }
  std::span<const WaypointEdge> edges() const { return edges_; }  // absent ones too
  Vec3 displacement(std::uint32_t from, std::uint32_t to) const {
    return bounds_.displacement(nodes_[from].position, nodes_[to].position);
  }

  // Calls visit(to, edge) for the present edges that lead away from a node, ascending by the node they lead
  // to.
  template <class Visit>
  void visit_edges_from(std::uint32_t node, Visit&& visit) const {
    for (std::uint32_t k = first_exit_[node]; k < first_exit_[node + 1]; ++k)
      if (edges_[exits_[k].edge].is_present) visit(exits_[k].to, edges_[exits_[k].edge]);
  }

  // A lower bound of the cost of a meter: the least of all edges that have a length; 0 without any.
  double least_cost_per_meter() const { return least_cost_per_meter_; }

  // Whether feet can come from a point to a node, or from there to the point: `way` is the displacement from
  // the point, and `is_seen` says whether nothing stands between.
  using LeadsTo = std::function<bool(const Waypoint& node, Vec3 way, bool is_seen)>;
  // The nearest node that a disc at p sees, else the nearest; of equally near ones the first. Where heights
  // count, of those alone that feet can come to.
  WaypointEntry entry(const StaticGeometry& geometry, Vec3 p, double radius,
                      const LeadsTo& leads_to = nullptr) const;

 private:
  struct Exit {
    std::uint32_t to, edge;
  };

  void add_edge(std::uint32_t from, std::uint32_t to, const WaypointEdgeDef& def);
  void add_automatic(double range);
  void sort_exits();
  void find_least_cost();
  std::optional<JumpFlight> flight_over(const WaypointEdge& edge, const JumpAbility& ability) const;

  Bounds bounds_;
  std::vector<Waypoint> nodes_;
  StaticGrid grid_;  // of the nodes
  std::vector<WaypointEdge> edges_;
  std::vector<std::uint32_t> first_exit_;  // per node; one more at the end
  std::vector<Exit> exits_;
  double least_cost_per_meter_ = 0.0;
  bool has_jumps_ = false;
  bool costs_seconds_ = false;  // else costs are meters
};

}  // namespace drover
