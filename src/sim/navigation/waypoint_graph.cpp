#include "sim/navigation/waypoint_graph.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/check.h"
#include "core/field_table.h"
#include "sim/navigation/line_of_sight.h"

namespace drover {

double JumpAbility::speed_of_costs() const {
  constexpr double kClasses = 10.0;  // s/m
  return std::floor(max_speed * kClasses + 0.5) / kClasses;
}

void JumpAbility::round_to_classes() {
  constexpr double kClasses = 100.0;  // of a unit
  jump_speed = std::floor(jump_speed * kClasses) / kClasses;
  law.gravity = std::ceil(law.gravity * kClasses) / kClasses;
}

bool cost_alike(const JumpAbility& a, const JumpAbility& b) {
  return a.law.gravity == b.law.gravity && a.law.air_drag == b.law.air_drag && a.jump_speed == b.jump_speed &&
         a.speed_of_costs() == b.speed_of_costs();
}

WaypointGraph::WaypointGraph(std::vector<Waypoint> nodes, std::span<const WaypointEdgeDef> edges,
                             std::optional<double> automatic_range, const Bounds& bounds)
    : bounds_(bounds) {
  std::vector<std::uint32_t> order(nodes.size());
  for (std::uint32_t k = 0; k < order.size(); ++k)
    order[k] = k;
  std::ranges::sort(order, {}, [&](std::uint32_t k) { return std::string_view(nodes[k].id); });
  std::vector<std::uint32_t> number(nodes.size());  // by the place in the list
  std::vector<StaticGrid::Item> items;
  for (const std::uint32_t k : order) {
    DROVER_CHECK(nodes_.empty() || nodes_.back().id != nodes[k].id, "ids of waypoints differ");
    number[k] = static_cast<std::uint32_t>(nodes_.size());
    items.push_back({nodes[k].position, nodes[k].position, 0.0});
    nodes_.push_back(std::move(nodes[k]));
  }
  grid_ = StaticGrid(items, bounds);
  for (const WaypointEdgeDef& edge : edges) {
    DROVER_CHECK(edge.from < number.size() && edge.to < number.size(), "edges lead between nodes");
    add_edge(number[edge.from], number[edge.to], edge);
  }
  std::ranges::sort(edges_, {}, [](const WaypointEdge& edge) {
    return std::tuple(edge.from, edge.to, edge.cost, edge.kind, edge.one_way);
  });
  if (automatic_range) add_automatic(*automatic_range);
  sort_exits();
  find_least_cost();
  const auto says_cost = [](const WaypointEdgeDef& edge) { return !edge.jump && edge.cost.has_value(); };
  costs_seconds_ = std::ranges::any_of(edges, says_cost);
  has_jumps_ = std::ranges::any_of(edges, [](const WaypointEdgeDef& edge) { return edge.jump.has_value(); });
}

void WaypointGraph::find_least_cost() {
  double least = kInfinity;
  for (const WaypointEdge& edge : edges_)
    if (edge.length > 0.0 && edge.is_possible) least = smaller(least, edge.cost / edge.length);
  least_cost_per_meter_ = least < kInfinity ? least : 0.0;
}

std::optional<JumpFlight> WaypointGraph::flight_over(const WaypointEdge& edge,
                                                     const JumpAbility& ability) const {
  constexpr double kRounding = 1e-9;  // m/s
  Vec3 across = displacement(edge.from, edge.to);
  across.z = edge.jump->landing_height - edge.jump->takeoff_height;
  std::optional<JumpFlight> flight = jump_flight(ability.law, across, ability.jump_speed);
  if (flight) flight = flight_at_least(edge.jump->min_speed, ability.law, *flight, edge.jump->pad_radius);
  return flight && flight->planar_speed <= ability.max_speed + kRounding ? flight : std::nullopt;
}

// In a graph of meters a second counts as far as an agent runs in it.
void WaypointGraph::find_jumps(const JumpAbility& ability) {
  for (WaypointEdge& edge : edges_) {
    if (!edge.jump) continue;
    const std::optional<JumpFlight> flight = flight_over(edge, ability);
    edge.is_possible = flight.has_value();
    edge.is_present = edge.is_present && edge.is_possible;
    if (!flight || edge.jump->has_cost) continue;
    edge.cost = (flight->time + edge.jump->more_time) * (costs_seconds_ ? 1.0 : ability.speed_of_costs());
  }
  find_least_cost();
}

bool WaypointGraph::suits(const JumpAbility& ability) const {
  return std::ranges::all_of(edges_, [&](const WaypointEdge& edge) {
    return !edge.jump || flight_over(edge, ability).has_value() == edge.is_possible;
  });
}

// Those that lead both ways lead from the lesser node.
void WaypointGraph::add_edge(std::uint32_t from, std::uint32_t to, const WaypointEdgeDef& def) {
  if (!def.one_way && to < from) std::swap(from, to);
  const double distance = length(displacement(from, to));
  const double cost = def.cost.value_or(distance);
  DROVER_CHECK(cost >= 0.0, "no edge has a negative cost");
  edges_.push_back({.from = from,
                    .to = to,
                    .cost = cost,
                    .length = distance,
                    .kind = def.kind,
                    .one_way = def.one_way,
                    .is_present = true,
                    .jump = def.jump});
}

void WaypointGraph::add_automatic(double range) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> written;
  for (const WaypointEdge& edge : edges_)
    written.emplace_back(std::min(edge.from, edge.to), std::max(edge.from, edge.to));
  std::ranges::sort(written);
  for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
    PresentItems(grid_).visit_in_order(StaticGrid::box(nodes_[k].position, range), [&](std::uint32_t other) {
      if (other <= k || length(displacement(k, other)) > range + kLengthEpsilon) return;
      if (!std::ranges::binary_search(written, std::pair(k, other))) add_edge(k, other, {});
    });
  }
}

void WaypointGraph::sort_exits() {
  std::vector<std::pair<std::uint32_t, Exit>> all;  // with the node they lead away from
  for (std::uint32_t k = 0; k < edges_.size(); ++k) {
    all.push_back({edges_[k].from, {edges_[k].to, k}});
    if (!edges_[k].one_way) all.push_back({edges_[k].to, {edges_[k].from, k}});
  }
  std::ranges::sort(
      all, {}, [](const auto& exit) { return std::tuple(exit.first, exit.second.to, exit.second.edge); });
  first_exit_.assign(nodes_.size() + 1, 0);
  for (const auto& [from, exit] : all) {
    ++first_exit_[from + 1];
    exits_.push_back(exit);
  }
  for (std::size_t k = 1; k < first_exit_.size(); ++k)
    first_exit_[k] += first_exit_[k - 1];
}

bool WaypointGraph::find_sight(const StaticGeometry& geometry, double radius) {
  bool has_changed = false;
  for (WaypointEdge& edge : edges_) {
    const Vec3 from = nodes_[edge.from].position;
    const bool is_present =
        edge.is_possible && sees(geometry, from, from + displacement(edge.from, edge.to), radius);
    has_changed = has_changed || is_present != edge.is_present;
    edge.is_present = is_present;
  }
  return has_changed;
}

// Nodes are visited ever farther out, nearer ones again: sight is tested of those alone that are new and
// would be nearer than the nearest one seen so far.
WaypointEntry WaypointGraph::entry(const StaticGeometry& geometry, Vec3 p, double radius,
                                   const LeadsTo& leads_to) const {
  struct Best {
    double distance = kInfinity;  // m
    std::uint32_t node = kNoIndex;
    bool is_farther_than(double d, std::uint32_t k) const {
      return d < distance || (d == distance && k < node);
    }
  };
  Best nearest, seen;
  double looked_at = -1.0;  // up to this distance [m]
  const auto look = [&](std::uint32_t k) {
    const Vec3 way = bounds_.displacement(p, nodes_[k].position);
    const double distance = length(way);
    const auto can_get_there = [&](bool is_seen) {
      return leads_to == nullptr || leads_to(nodes_[k], way, is_seen);
    };
    if (nearest.is_farther_than(distance, k) && can_get_there(false)) nearest = {distance, k};
    if (distance <= looked_at || !seen.is_farther_than(distance, k)) return;
    if (sees(geometry, p, p + way, radius) && can_get_there(true)) seen = {distance, k};
  };
  const auto is_enough = [&](double reach) {
    looked_at = reach;
    return seen.distance < reach;
  };
  PresentItems(grid_).visit_outward(p, look, is_enough);
  if (seen.node != kNoIndex) return {seen.node, true};
  return {nearest.node, false};
}

}  // namespace drover
