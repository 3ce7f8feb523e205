// The way of least cost on a graph of waypoints: A* (Hart, Nilsson and Raphael 1968).
//
// h is the straight distance to the nearest goal times the least cost of a meter. The open list is sorted by
// (f, h, number of the node), f = g + weight * h, both rounded to 1e-9 so that what is equal but for rounding
// compares as equal. Only a lesser g replaces a parent; closed nodes are not opened again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/index.h"
#include "sim/navigation/waypoint_graph.h"

namespace drover {

struct WaypointPath {
  bool is_reached = false;           // else it leads to the closed node with the least (h, g, number)
  std::vector<std::uint32_t> nodes;  // from the start on, both ends included; none without a start or a goal
  double cost = 0.0;                 // of these nodes
  std::uint32_t expansions = 0;      // closed nodes, a goal included; 0 where it starts in one
};

class WaypointSearch {
 public:
  // To that of some goals which is closed first; kNoIndex stands for a start or goal that does not exist. The
  // weight is at least 1, and the cost at most this times the least one. Allocates only where it needs more
  // room than ever before. The result is valid until the next search.
  const WaypointPath& find(const WaypointGraph& graph, std::uint32_t start,
                           std::span<const std::uint32_t> goals, double weight = 1.0);

 private:
  struct Node {
    double g = 0.0;
    std::uint32_t parent = kNoIndex;
    bool is_met = false;
    bool is_closed = false;
  };
  struct Open {
    double f, h;
    std::uint32_t node;
  };

  static bool is_later(const Open& a, const Open& b);
  void push(const WaypointGraph& graph, std::uint32_t node, double weight);
  void take_path(std::uint32_t end);

  std::vector<std::uint32_t> goals_;
  std::vector<Node> nodes_;
  std::vector<Open> open_;  // a binary heap
  WaypointPath path_;
};

}  // namespace drover
