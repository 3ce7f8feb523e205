// The registry of state: the one walk over every column a run goes on from. The state hash, saved states,
// snapshots, comparisons, copies for integrators with stages and traces are loops over it, so that none of
// them can miss a column.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "sim/state/world.h"

namespace drover {

// A column as a visitor sees it: ColumnInfo without owning the texts. The name is unique.
struct StateColumn {
  std::string_view name;
  std::string_view unit = {};
  StateOwner owner = StateOwner::agent;
  std::uint32_t type = kNoIndex;  // of agent_of_type: index of the agent type
  std::size_t width = 1;          // numbers per row, beside each other
  bool hashed = true;
  double initial = 0.0;  // see ColumnInfo; NaN: none
};

// Whether every number is the initial one. -0 is 0, as in hashes.
template <class Number>
bool holds_initial(const StateColumn& column, std::span<const Number> values) {
  if (std::isnan(column.initial)) return false;
  const Number initial = initial_number<Number>(column.initial);
  return std::ranges::all_of(values, [initial](Number value) { return value == initial; });
}

namespace detail {

// What a visitor is given of a column: the SharedColumn itself, or a span.
template <class Column>
decltype(auto) numbers(Column& column) {
  if constexpr (requires { column.is_uniform(); }) {
    return (column);
  } else {
    return std::span(column);
  }
}

template <class Columns, class Visit>
void visit_table(Columns& columns, Visit& visit, bool is_planar = true) {
  std::remove_const_t<Columns>::for_each_column([&](const auto& column) {
    const MemberInfo& info = column.info;
    if (info.spatial && is_planar) return;
    visit(StateColumn{.name = info.name,
                      .unit = info.unit,
                      .owner = info.owner,
                      .width = info.width,
                      .hashed = info.hashed,
                      .initial = info.initial},
          numbers(columns.*column.member));
  });
}

template <class Set, class Visit>
void visit_set(Set& columns, bool hashed, Visit& visit) {
  for (auto& [info, values] : columns.columns()) {
    if (info.hashed != hashed) continue;
    const StateColumn column{info.name,  info.unit,   info.owner,  info.type,
                             info.width, info.hashed, info.initial};
    std::visit([&](auto& held) { visit(column, std::span(held)); }, values);
  }
}

}  // namespace detail

// Calls visit(StateColumn, numbers) for every column in a fixed order: those that are hashed, then the
// others. The numbers, double, uint64_t, uint32_t or uint8_t, are a std::span or a
// SharedColumn; const for a const world, and always for the agents' numbers and types, which the model
// fixes. The clock (seed, dt, tick) and the number of agents are not among them.
template <class AnyWorld, class Visit>
void visit_columns(AnyWorld& world, Visit&& visit) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const AgentIdentity& identity = world.model().agents;
  detail::visit_table(world.state.motion, visit, !world.model().is_spatial());
  detail::visit_table(world.state.limits, visit);
  visit(StateColumn{.name = "number", .initial = kNaN}, std::span(identity.number));
  detail::visit_table(world.state.status, visit);
  detail::visit_set(world.state.columns, true, visit);
  detail::visit_table(world.state.own_limits, visit);
  detail::visit_table(world.state.changes, visit);
  // In space their names are those of the motion.
  if (world.state.elevation.exist()) detail::visit_table(world.state.elevation, visit);
  detail::visit_table(world.state.platforms, visit);
  detail::visit_table(world.state.doors, visit);
  detail::visit_table(world.state.caught, visit);
  detail::visit_table(world.state.goals, visit, !world.model().is_spatial());
  detail::visit_table(world.state.own_goals, visit, !world.model().is_spatial());
  detail::visit_table(world.state.membership, visit);
  detail::visit_table(world.state.claims, visit);
  detail::visit_table(world.state.covers, visit);
  detail::visit_table(world.state.derived_covers, visit);
  detail::visit_table(world.state.formation_columns, visit, !world.model().is_spatial());
  detail::visit_table(world.state.projectiles, visit);
  detail::visit_table(world.state.projectile_counts, visit);
  detail::visit_table(world.state.shots, visit);
  detail::visit_table(world.state.hands, visit);
  detail::visit_table(world.state.pushes, visit);
  detail::visit_table(world.state.jumps, visit);
  visit(StateColumn{.name = "type", .hashed = false, .initial = kNaN}, identity.type);
  detail::visit_table(world.state.record, visit);
  detail::visit_table(world.state.goal_record, visit);
  detail::visit_set(world.state.columns, false, visit);
}

}  // namespace drover
