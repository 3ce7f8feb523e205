#include "sim/step/goal_steps.h"

#include <algorithm>
#include <utility>

#include "sim/definitions/drawn_number.h"
#include "sim/definitions/ticks.h"
#include "sim/step/goal_changes.h"
#include "sim/step/goals.h"
#include "sim/step/region_ways.h"

namespace drover {
namespace {

bool is_route(const AgentGoal& goal) {
  return goal.form == GoalForm::route;
}

void set_state(World& world, AgentIndex agent, GoalState state) {
  world.state.goals.state[agent] = static_cast<std::uint8_t>(state);
}

// The time of S(t), of which S(t + dt) is the present state [s].
double time_before(const World& world) {
  return static_cast<double>(world.state.tick - 1) * world.model().dt;
}

// Whether a time has come [s].
bool is_due(const World& world, double time) {
  return time < kInfinity && world.state.tick >= first_tick_from(time, world.model().dt);
}

// Whether the agent is at a place of a route that is not its last one.
bool is_between(const World& world, AgentIndex agent) {
  const AgentGoal& goal = *goal_of(world, agent);
  return is_route(goal) && !is_at_end(goal, world.state.goals.stage[agent]);
}

// Whether doors may make another region the nearest one.
bool may_change_nearest(const World& world, const AgentGoal& goal) {
  return world.model().has_doors && goal.form == GoalForm::regions && goal.shares.empty() &&
         goal.choice == RegionChoice::nearest;
}

// Where the leg of a route to the place that the agent goes to begins.
void start_leg(World& world, AgentIndex agent, Vec3 start) {
  set_goal_point(world.state.goals, agent, start);
}

// What the draws of a wait and of a service are called.
struct StayNames {
  std::string_view at_goal, between;
};

// A number that is drawn anew for every stay of the agent at a goal. Places of a route that are not its last
// one are not counted as reached: their stage is part of the key.
double draw_for_stay(const World& world, AgentIndex agent, const StayNames& names,
                     const Parameter& parameter) {
  const std::uint64_t reached = world.state.goals.reached[agent];
  if (!is_between(world, agent))
    return draw_parameter(parameter, goal_key(world, agent, names.at_goal, reached));
  const std::uint64_t stages = goal_of(world, agent)->places.size() * 2;
  const std::uint64_t count = reached * stages + world.state.goals.stage[agent];
  return draw_parameter(parameter, goal_key(world, agent, names.between, count));
}

}  // namespace

void GoalSteps::begin(const World& world) {
  const GoalModel& goals = world.model().goals;
  if (!goals.exists()) return;
  const std::size_t n = world.model().agents.size();
  found_.resize(n);
  lines_.resize(goals.queues.size());
  for (std::vector<AgentIndex>& line : lines_)
    line.reserve(n);
  crowds_.reserve(world.model());
  has_choices_ = std::ranges::any_of(goals.goals, [&](const AgentGoal& goal) {
    return goal.is_reconsidered() || may_change_nearest(world, goal);
  });
  has_routes_ = std::ranges::any_of(goals.goals, is_route);
  look_period_ = std::max<std::uint64_t>(1, first_tick_from(1.0, world.model().dt));
  can_be_hidden_ = !world.geometry().is_empty();
}

void GoalSteps::find(const World& world, AgentRange range) {
  for (AgentIndex i = range.first; i < range.last; ++i) {
    found_[i] = {};
    if (!world.is_present(i)) continue;
    const GoalState state = goal_state(world, i);
    if (state == GoalState::queued) {
      found_[i].is_at_head = world.state.goals.index_in_line[i] == 0 && is_at_head(world, i);
    } else if (state == GoalState::under_way) {
      found_[i] = {goal_progress(world, i)};
      if (can_be_hidden_ && !found_[i].is_at_place) look(world, i);
    }
  }
}

// On a route whether it sees the next place counts in every step. Who is lost takes seconds to tell: agents
// look for all places once a second, in turns by their numbers.
void GoalSteps::look(const World& world, AgentIndex agent) {
  Found& found = found_[agent];
  found.has_looked = (world.state.tick + world.model().agents.number[agent]) % look_period_ == 0;
  if (!found.has_looked && !is_route(*goal_of(world, agent))) return;
  const bool goes_straight = !finds_way(world, agent);
  found.sees_again = has_turned_back(world, agent) && (!goes_straight || sees_place_again(world, agent));
  found.is_hidden = goes_straight && is_aim_hidden(world, agent);
  found.are_all_hidden = found.has_looked && found.is_hidden && are_all_places_hidden(world, agent);
}

void GoalSteps::find_passed(const World& world, AgentRange range) {
  if (!has_routes_) return;
  for (AgentIndex i = range.first; i < range.last; ++i) {
    if (world.is_present(i) && goal_state(world, i) == GoalState::under_way && is_route(*goal_of(world, i)))
      pass_gates(world, i, found_[i]);
  }
}

void GoalSteps::reconsider(const World& world) {
  if (!has_choices_) return;
  crowds_.forget();
  for (AgentIndex i = 0; i < found_.size(); ++i) {
    if (!world.is_present(i) || goal_state(world, i) != GoalState::under_way || found_[i].is_at_place)
      continue;
    const AgentGoal& goal = *goal_of(world, i);
    const bool is_reconsidered = goal.is_reconsidered();
    if (!is_reconsidered && !may_change_nearest(world, goal)) continue;
    // Agents take turns by their numbers.
    const std::uint64_t period = is_reconsidered ? goal.hold : look_period_;
    if ((world.state.tick + world.model().agents.number[i]) % period != 0) continue;
    const std::uint32_t present = world.state.goals.stage[i];
    found_[i].stage = is_reconsidered ? choose_again(world, goal, i) : nearer_region(world, goal, i, present);
    found_[i].changes_region = found_[i].stage != present;
    // Those that look after it in this tick see that: all who look at once would swing between regions.
    if (is_reconsidered && found_[i].changes_region)
      crowds_.change(world, i, goal.places[found_[i].stage].region);
  }
}

std::uint32_t GoalSteps::choose_again(const World& world, const AgentGoal& goal, AgentIndex agent) {
  crowds_.look_once(world);
  return crowds_.choose(world, goal, agent, world.state.goals.stage[agent]);
}

void GoalSteps::apply(EventContext& context) {
  World& world = context.world();
  if (world.state.tick == 0) return;
  for (AgentIndex i = 0; i < found_.size(); ++i) {
    const bool is_new = world.state.goals.since[i] == world.state.tick;
    if (world.is_present(i) && !is_new && goal_of(world, i) != nullptr) follow(context, i);
  }
  if (lines_.empty()) return;
  sort_queues(world);
  for (std::uint32_t queue = 0; queue < lines_.size(); ++queue)
    serve(context, queue);
}

void GoalSteps::follow(EventContext& context, AgentIndex agent) {
  World& world = context.world();
  const AgentGoal& goal = *goal_of(world, agent);
  std::uint32_t& stage = world.state.goals.stage[agent];
  const GoalState state = goal_state(world, agent);
  if (goal.form == GoalForm::agent && state != GoalState::queued) {
    // An agent that has not come yet is waited for; one that is gone is lost.
    if (world.is_present(goal.agent)) {
      stage = 1;
    } else if (stage != 0) {
      return set_state(world, agent, GoalState::lost);
    }
  }
  if (state == GoalState::waiting) {
    if (is_due(world, world.state.goals.until[agent])) finish_stay(context, agent);
  } else if (state == GoalState::under_way && found_[agent].changes_region) {
    stage = found_[agent].stage;
  } else if (state == GoalState::under_way && found_[agent].is_at_place) {
    arrive(context, agent);
  } else if (state == GoalState::under_way) {
    if (is_route(goal)) look_for_place(world, agent);
    if (found_[agent].has_looked) note_sight(world, agent);
  }
}

// After two seconds without seeing the place it goes to an agent turns back to the last place before, from
// which that is seen, and goes on as soon as it sees it again. Without such a place it goes on anyway, and
// thinks again after two seconds.
void GoalSteps::look_for_place(World& world, AgentIndex agent) {
  constexpr double kPatience = 2.0;  // s
  double& until = world.state.goals.until[agent];
  std::uint32_t& stage = world.state.goals.stage[agent];
  std::uint32_t& turned_from = world.state.goals.turned_from[agent];
  if (found_[agent].sees_again) {
    until = kInfinity;
    stage = std::exchange(turned_from, kNoIndex);
    start_leg(world, agent, world.state.motion.position(agent));
  } else if (!found_[agent].is_hidden) {
    until = kInfinity;
  } else if (until == kInfinity) {
    until = time_before(world) + kPatience;
  } else if (is_due(world, until)) {
    until = kInfinity;
    const std::optional<std::uint32_t> before = stage_in_sight_of_aim(world, agent);
    if (!before) return;
    if (turned_from == kNoIndex) turned_from = stage;
    stage = *before;
    ++world.state.goal_record.turned_back[agent];
  }
}

// Who sees nothing that it goes to for ten seconds is lost.
void GoalSteps::note_sight(World& world, AgentIndex agent) {
  constexpr double kPatience = 10.0;  // s
  GoalRecord& record = world.state.goal_record;
  std::uint64_t& unseen = record.unseen_since[agent];
  const std::uint64_t now = world.state.tick - 1;  // of S(t)
  if (!found_[agent].are_all_hidden) {
    unseen = GoalRecord::kNever;
  } else if (unseen == GoalRecord::kNever) {
    unseen = now;
  } else if (record.lost_since[agent] == GoalRecord::kNever &&
             now - unseen >= first_tick_from(kPatience, world.model().dt)) {
    record.lost_since[agent] = unseen;
  }
}

// At a place of a route, or at the goal.
void GoalSteps::arrive(EventContext& context, AgentIndex agent) {
  World& world = context.world();
  const Found& found = found_[agent];
  world.state.goals.stage[agent] = found.stage;
  world.state.goals.reached[agent] += found.arrivals;
  world.state.goals.until[agent] = kInfinity;
  world.state.goal_record.unseen_since[agent] = GoalRecord::kNever;
  if (is_route(*goal_of(world, agent))) start_leg(world, agent, found.leg_start);
  if (found.passes_end) world.state.goals.end_passed[agent] = world.state.tick;
  if (found.is_over || found.is_stop) conclude(context, agent);
}

void GoalSteps::conclude(EventContext& context, AgentIndex agent) {
  World& world = context.world();
  const AgentGoal& goal = *goal_of(world, agent);
  const GoalSequel& sequel = sequel_of(world, agent, goal);
  if (sequel.stays_a_while() && !found_[agent].is_stop) {
    finish_stay(context, agent);
  } else if (sequel.wait) {
    set_state(world, agent, GoalState::waiting);
    double& until = world.state.goals.until[agent];
    until = time_before(world) + draw_for_stay(world, agent, {"wait", "wait between"}, sequel.wait->seconds);
    if (is_due(world, until)) finish_stay(context, agent);
  } else if (sequel.service) {
    set_state(world, agent, GoalState::queued);
    world.state.goals.index_in_line[agent] = kNoIndex;
    world.state.goals.until[agent] = kInfinity;
  } else if (sequel.action == AtGoal::leave || goal.at_end == RouteEnd::leave) {
    leave(context, agent);
  } else {
    advance_goal(context, agent);
  }
}

// On to the next goal or place; without one the agent stays.
void GoalSteps::advance_goal(EventContext& context, AgentIndex agent) {
  World& world = context.world();
  const AgentGoal& goal = *goal_of(world, agent);
  std::uint32_t& stage = world.state.goals.stage[agent];
  world.state.goals.until[agent] = kInfinity;
  if (goal.redraw) return redraw_goal(world, agent);
  if (is_route(goal) && (is_endless(goal) || !is_at_end(goal, stage))) {
    stage = next_stage(goal, stage);
    start_leg(world, agent, world.state.motion.position(agent));
    return set_state(world, agent, GoalState::under_way);
  }
  if (goal.at_end == RouteEnd::leave) return leave(context, agent);
  set_state(world, agent, GoalState::at_goal);
}

void GoalSteps::leave(EventContext& context, AgentIndex agent) {
  context.vanish(agent);
  set_state(context.world(), agent, GoalState::at_goal);  // which tells it from agents that were removed
}

// What follows a wait or a service, or the last place of a route where there is none.
void GoalSteps::finish_stay(EventContext& context, AgentIndex agent) {
  const World& world = context.world();
  const GoalSequel& sequel = sequel_of(world, agent, *goal_of(world, agent));
  switch (is_between(world, agent) ? Afterwards::next : sequel.then()) {
    case Afterwards::next:
      return advance_goal(context, agent);
    case Afterwards::stay:
      context.world().state.goals.until[agent] = kInfinity;
      return set_state(context.world(), agent, GoalState::at_goal);
    case Afterwards::leave:
      return leave(context, agent);
  }
}

// Those in line in their order, without gaps, then those who join by their numbers.
void GoalSteps::sort_queues(const World& world) {
  for (std::vector<AgentIndex>& line : lines_)
    line.clear();
  for (AgentIndex i = 0; i < found_.size(); ++i) {
    if (!world.is_present(i) || goal_state(world, i) != GoalState::queued) continue;
    lines_[sequel_of(world, i, *goal_of(world, i)).service->queue].push_back(i);
  }
  auto& in_line = world.state.goals.index_in_line;
  for (std::vector<AgentIndex>& line : lines_)
    std::ranges::sort(line, {}, [&](AgentIndex i) { return std::pair(in_line[i], i); });
}

void GoalSteps::serve(EventContext& context, std::uint32_t queue) {
  World& world = context.world();
  std::vector<AgentIndex>& line = lines_[queue];
  auto& in_line = world.state.goals.index_in_line;
  auto& until = world.state.goals.until;
  double& served_until = world.state.columns.values(world.model().goals.queues[queue].served_until)[0];
  if (!line.empty() && until[line.front()] == kInfinity && found_[line.front()].is_at_head)
    begin_service(world, queue, line.front());
  if (!line.empty() && is_due(world, until[line.front()])) {
    const AgentIndex head = line.front();
    served_until = until[head];
    line.erase(line.begin());
    in_line[head] = kNoIndex;
    finish_stay(context, head);
  }
  for (std::uint32_t k = 0; k < line.size(); ++k)
    in_line[line[k]] = k;
}

// A service that follows another within a step begins where that ended, so that steps do not add up.
void GoalSteps::begin_service(World& world, std::uint32_t queue, AgentIndex head) {
  const double now = time_before(world);
  const double before = world.state.columns.values(world.model().goals.queues[queue].served_until)[0];
  const bool follows = before > now - world.model().dt && before <= now;
  const GoalService& service = *sequel_of(world, head, *goal_of(world, head)).service;
  world.state.goals.until[head] =
      (follows ? before : now) + draw_for_stay(world, head, {"service", "service between"}, service.seconds);
}

}  // namespace drover
