#include "sim/navigation/waypoint_search.h"

#include <algorithm>
#include <cmath>

#include "core/field_table.h"

namespace drover {

const WaypointPath& WaypointSearch::find(const WaypointGraph& graph, std::uint32_t start,
                                         std::span<const std::uint32_t> goals, double weight) {
  goals_.clear();
  for (const std::uint32_t goal : goals)
    if (goal != kNoIndex) goals_.push_back(goal);
  nodes_.assign(graph.nodes().size(), {});
  open_.clear();
  path_.nodes.clear();
  path_.is_reached = false;
  path_.cost = 0.0;
  path_.expansions = 0;
  if (start == kNoIndex || goals_.empty()) return path_;

  const auto is_goal = [&](std::uint32_t node) { return std::ranges::find(goals_, node) != goals_.end(); };
  std::uint32_t end = start;
  double end_h = kInfinity;
  nodes_[start].is_met = true;
  push(graph, start, weight);
  path_.is_reached = is_goal(start);
  while (!open_.empty() && !path_.is_reached) {
    std::ranges::pop_heap(open_, is_later);
    const Open at = open_.back();
    open_.pop_back();
    if (nodes_[at.node].is_closed) continue;
    nodes_[at.node].is_closed = true;
    ++path_.expansions;
    const double g = nodes_[at.node].g;
    path_.is_reached = is_goal(at.node);
    // Of nodes with equal h and g that with the lesser number is closed first.
    const bool is_nearer = at.h < end_h || (at.h == end_h && g < nodes_[end].g);
    if (is_nearer || path_.is_reached) {
      end = at.node;
      end_h = at.h;
    }
    if (path_.is_reached) break;
    graph.visit_edges_from(at.node, [&](std::uint32_t to, const WaypointEdge& edge) {
      Node& node = nodes_[to];
      if (node.is_closed || (node.is_met && !(g + edge.cost < node.g))) return;
      node = {.g = g + edge.cost, .parent = at.node, .is_met = true};
      push(graph, to, weight);
    });
  }
  take_path(end);
  return path_;
}

bool WaypointSearch::is_later(const Open& a, const Open& b) {
  if (a.f != b.f) return b.f < a.f;
  if (a.h != b.h) return b.h < a.h;
  return b.node < a.node;
}

void WaypointSearch::push(const WaypointGraph& graph, std::uint32_t node, double weight) {
  double distance = kInfinity;
  for (const std::uint32_t goal : goals_)
    distance = smaller(distance, length(graph.displacement(node, goal)));
  const double h = distance * graph.least_cost_per_meter();
  const auto rounded = [](double v) { return std::floor(v * 1e9 + 0.5); };
  open_.push_back({rounded(nodes_[node].g + weight * h), rounded(h), node});
  std::ranges::push_heap(open_, is_later);
}

void WaypointSearch::take_path(std::uint32_t end) {
  path_.cost = nodes_[end].g;
  for (std::uint32_t node = end; node != kNoIndex; node = nodes_[node].parent)
    path_.nodes.push_back(node);
  std::ranges::reverse(path_.nodes);
}

}  // namespace drover
