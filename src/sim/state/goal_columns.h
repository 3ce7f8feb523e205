// What the state knows about goals.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/vec3.h"
#include "sim/definitions/definitions.h"
#include "sim/state/column_table.h"
#include "sim/state/shared_column.h"

namespace drover {

// By index of the agent; there are none without goals.
struct GoalColumns {
  std::vector<std::uint32_t> goal;   // index in GoalModel::goals; kNoIndex without
  std::vector<std::uint8_t> state;   // GoalState
  std::vector<std::uint32_t> stage;  // of a route, chosen region, 1 for an agent that has been seen
  // x, y of a goal that is a point of the agent's own; of a route of where the leg to its place begins: at
  // the place taken last, or where the agent got the route, turned back or ended a stay [m].
  std::vector<double> point;
  SharedColumn<double> height;       // the z of that point, in space [m]
  std::vector<std::uint64_t> since;  // the tick in which it got the goal
  std::vector<double> until;  // the end of a wait, of a service, or of looking for a place [s]; else infinite
  std::vector<std::uint32_t> index_in_line;
  std::vector<std::uint64_t> drawn;    // goals drawn so far
  std::vector<std::uint64_t> reached;  // goals reached so far
  // The tick of the last state that showed it past its goal, the last place of a route without an end, whose
  // gate line it had crossed.
  std::vector<std::uint64_t> end_passed;
  // Of a route whose agent turned back to the place of its stage: the stage of the place that it lost from
  // sight, until it sees that again; else kNoIndex.
  std::vector<std::uint32_t> turned_from;

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using G = GoalColumns;
    visit(column(&G::goal, {.name = "goal index", .initial = kNoIndex}));
    visit(column(&G::state, {.name = "goal state"}));
    visit(column(&G::stage, {.name = "goal stage"}));
    visit(column(&G::point, {.name = "goal point", .unit = "m", .width = 2}));
    visit(column(&G::since, {.name = "goal since", .unit = "ticks"}));
    visit(column(&G::until, {.name = "goal until", .unit = "s"}));
    visit(column(&G::index_in_line, {.name = "goal index_in_line", .initial = kNoIndex}));
    visit(column(&G::drawn, {.name = "goal drawn"}));
    visit(column(&G::reached, {.name = "goal reached"}));
    visit(column(&G::end_passed, {.name = "goal end_passed", .unit = "ticks"}));
    visit(column(&G::turned_from, {.name = "goal turned_from", .initial = kNoIndex}));
    visit(column(&G::height, {.name = "goal height", .unit = "m", .spatial = true}));
  }
};

// By index of the agent, where there are goals: for observers only.
struct GoalRecord {
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  std::vector<std::uint64_t> unseen_since;  // the tick since which it sees nothing it goes to; kNever
  std::vector<std::uint64_t> lost_since;    // the same of the first time that made it count as lost
  std::vector<std::uint64_t> turned_back;   // how often it turned back to a place of its route

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using G = GoalRecord;
    visit(column(&G::unseen_since,
                 {.name = "goal unseen_since", .unit = "ticks", .hashed = false, .initial = kInfinity}));
    visit(column(&G::lost_since,
                 {.name = "goal lost_since", .unit = "ticks", .hashed = false, .initial = kInfinity}));
    visit(column(&G::turned_back, {.name = "goal turned_back", .hashed = false}));
  }
};

// By index of the agent: its own goal while that of a mode holds; there are none where no mode has a goal.
struct OwnGoalColumns {
  std::vector<std::uint32_t> goal;  // kNoIndex without
  std::vector<std::uint8_t> state;
  std::vector<std::uint32_t> stage;
  std::vector<double> point;
  std::vector<double> until;
  SharedColumn<double> height;  // in space

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using G = OwnGoalColumns;
    visit(column(&G::goal, {.name = "goal of its own/index", .initial = kNoIndex}));
    visit(column(&G::state, {.name = "goal of its own/state"}));
    visit(column(&G::stage, {.name = "goal of its own/stage"}));
    visit(column(&G::point, {.name = "goal of its own/point", .unit = "m", .width = 2}));
    visit(column(&G::until, {.name = "goal of its own/until", .unit = "s"}));
    visit(column(&G::height, {.name = "goal of its own/height", .unit = "m", .spatial = true}));
  }
};

// The point that columns hold for an agent [m].
template <class Columns>
Vec3 goal_point(const Columns& columns, AgentIndex agent) {
  return {columns.point[2 * agent], columns.point[2 * agent + 1], columns.height[agent]};
}
template <class Columns>
void set_goal_point(Columns& columns, AgentIndex agent, Vec3 p) {
  columns.point[2 * agent] = p.x;
  columns.point[2 * agent + 1] = p.y;
  if (!columns.height.is_uniform()) columns.height.set(agent, p.z);
}

}  // namespace drover
