#include "sim/step/goal_changes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

#include "core/check.h"
#include "sim/definitions/drawn_number.h"
#include "sim/geometry/aiming_point.h"
#include "sim/geometry/static_room.h"
#include "sim/step/agent_goals.h"
#include "sim/step/edges.h"
#include "sim/step/held_requests.h"

namespace drover {
namespace {

// The columns of one agent that say which goal it has and how far it has come.
struct GoalRow {
  std::uint32_t goal = kNoIndex;
  GoalState state = GoalState::none;
  std::uint32_t stage = 0;
  Vec3 point = {};  // m
  double until = kInfinity;
};

// `columns`: those of the present goal, or of the agent's own while that of its mode holds.
template <class Columns>
GoalRow load(const Columns& columns, AgentIndex agent) {
  return {.goal = columns.goal[agent],
          .state = static_cast<GoalState>(columns.state[agent]),
          .stage = columns.stage[agent],
          .point = goal_point(columns, agent),
          .until = columns.until[agent]};
}

template <class Columns>
void store(Columns& columns, AgentIndex agent, const GoalRow& row) {
  columns.goal[agent] = row.goal;
  columns.state[agent] = static_cast<std::uint8_t>(row.state);
  columns.stage[agent] = row.stage;
  set_goal_point(columns, agent, row.point);
  columns.until[agent] = row.until;
}

void store_present(World& world, AgentIndex agent, const GoalRow& row) {
  store(world.state.goals, agent, row);
  world.state.goals.since[agent] = world.state.tick;
  world.state.goals.index_in_line[agent] = kNoIndex;
  world.state.goals.turned_from[agent] = kNoIndex;
  world.state.goal_record.unseen_since[agent] = GoalRecord::kNever;
  must_decide(world, agent);
}

// The draws of the next goal that the agent draws.
Draws next_draws(World& world, AgentIndex agent) {
  return Draws(goal_key(world, agent, "goal", world.state.goals.drawn[agent]++));
}

// A place in a region where the whole body is inside and free of obstacles and walls, and which no edge keeps
// it from, drawn from the rectangle or box around the region; the point to aim at where there seems to be
// none.
Vec3 draw_place(World& world, AgentIndex agent, std::uint32_t index) {
  constexpr int kTries = 1000;
  const Model& model = world.model();
  const Region& region = model.regions[index];
  const double radius = world.state.limits.radius[agent];
  const Vec3 min = region.low(), max = region.high();
  Draws draws = next_draws(world, agent);
  for (int k = 0; k < kTries; ++k) {
    const double x = min.x + (max.x - min.x) * draws.uniform();
    const double y = min.y + (max.y - min.y) * draws.uniform();
    const double z = model.is_spatial() ? min.z + (max.z - min.z) * draws.uniform() : 0.0;
    const Vec3 place{x, y, z};
    if (region.encloses(place) && -region.distance(place) >= radius &&
        !is_beyond_closed_edges(model.bounds, place) &&
        is_clear_of_statics(world.geometry(), model.bounds, place, radius))
      return place;
  }
  return aiming_point(region, world.state.motion.position(agent), radius);
}

std::uint32_t choose_region(World& world, AgentIndex agent, const AgentGoal& goal, RegionCrowds& crowds) {
  if (!goal.shares.empty()) {
    const double u = next_draws(world, agent).uniform();
    return static_cast<std::uint32_t>(pick_by_share(goal.shares, u, std::identity()));
  }
  if (goal.choice == RegionChoice::nearest) return nearest_region(world, goal, agent);
  crowds.look_once(world);
  return crowds.choose(world, goal, agent);
}

// The row of an agent that gets a goal now.
GoalRow begin(World& world, AgentIndex agent, std::uint32_t index, RegionCrowds& crowds) {
  if (index == kNoIndex) return {};
  const AgentGoal& goal = world.model().goals.goals[index];
  GoalRow row{.goal = index, .state = GoalState::under_way};
  switch (goal.form) {
    case GoalForm::point:
      row.point = goal.place.point;
      break;
    case GoalForm::each: {
      const auto at = std::ranges::lower_bound(goal.owners, agent);
      DROVER_CHECK(at != goal.owners.end() && *at == agent, "the goals of each were counted");
      row.point = goal.each[static_cast<std::size_t>(at - goal.owners.begin())];
      break;
    }
    case GoalForm::opposite:
      row.point =
          world.model().bounds.wrapped_if_needed(goal.place.point * 2.0 - world.state.motion.position(agent));
      break;
    case GoalForm::random_in:
      row.point = draw_place(world, agent, goal.place.region);
      break;
    case GoalForm::regions:
      row.stage = choose_region(world, agent, goal, crowds);
      break;
    case GoalForm::route:
      row.point = world.state.motion.position(agent);
      break;
    default:
      break;
  }
  return row;
}

std::uint32_t goal_of_mode(const World& world, AgentIndex agent, std::uint32_t mode) {
  return world.model().type_of(agent).modes[mode].goal;
}

}  // namespace

StreamKey goal_key(const World& world, AgentIndex agent, std::string_view name, std::uint64_t count) {
  std::array<char, 64> text;
  char* end = std::ranges::copy(name, text.begin()).out;
  *end++ = '#';
  end = std::to_chars(end, text.data() + text.size(), count).ptr;
  const std::string_view stream(text.data(), static_cast<std::size_t>(end - text.data()));
  return {world.model().seed, world.model().agents.number[agent], 0, Purpose::goal, stream_of(stream)};
}

void start_goal(World& world, AgentIndex agent, RegionCrowds& crowds) {
  const GoalModel& goals = world.model().goals;
  if (!goals.exists()) return;
  const GoalRow first = begin(world, agent, goals.first[agent], crowds);
  const std::uint32_t of_mode = goal_of_mode(world, agent, world.state.status.mode[agent]);
  if (of_mode != kNoIndex) store(world.state.own_goals, agent, first);
  store_present(world, agent, of_mode == kNoIndex ? first : begin(world, agent, of_mode, crowds));
}

void give_goal(World& world, AgentIndex agent, std::uint32_t goal, RegionCrowds& crowds) {
  const GoalRow row = begin(world, agent, goal, crowds);
  if (goal_of_mode(world, agent, world.state.status.mode[agent]) == kNoIndex) {
    store_present(world, agent, row);
  } else {
    store(world.state.own_goals, agent, row);
  }
}

void change_goal_with_mode(World& world, AgentIndex agent, std::uint32_t from, std::uint32_t to,
                           RegionCrowds& crowds) {
  if (!world.model().goals.modes_have_goals) return;
  const std::uint32_t before = goal_of_mode(world, agent, from);
  const std::uint32_t after = goal_of_mode(world, agent, to);
  if (before == after) return;
  if (before == kNoIndex) {
    GoalRow own = load(world.state.goals, agent);
    if (own.state == GoalState::queued) {
      own.state = GoalState::under_way;
      own.until = kInfinity;
    }
    store(world.state.own_goals, agent, own);
  }
  store_present(world, agent,
                after == kNoIndex ? load(world.state.own_goals, agent) : begin(world, agent, after, crowds));
}

void drop_goal(World& world, AgentIndex agent) {
  if (!world.model().goals.exists()) return;
  world.state.goals.state[agent] = static_cast<std::uint8_t>(GoalState::none);
}

void redraw_goal(World& world, AgentIndex agent) {
  const std::uint32_t index = world.state.goals.goal[agent];
  const std::uint32_t region = world.model().goals.goals[index].place.region;
  store_present(world, agent,
                {.goal = index, .state = GoalState::under_way, .point = draw_place(world, agent, region)});
}

}  // namespace drover
