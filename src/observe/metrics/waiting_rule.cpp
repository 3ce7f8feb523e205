#include "observe/metrics/waiting_rule.h"

#include <algorithm>

#include "sim/state/region_heights.h"
#include "sim/step/agent_goals.h"
#include "sim/step/mode_goals.h"

namespace drover {
namespace {

// The other modes that transitions lead to from a mode, in any number of steps.
std::vector<std::uint32_t> modes_after(const std::vector<Mode>& modes, std::uint32_t start) {
  std::vector<std::uint32_t> found = {start};
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (const Transition& transition : modes[found[k]].transitions)
      if (std::ranges::find(found, transition.to) == found.end()) found.push_back(transition.to);
  }
  found.erase(found.begin());
  return found;
}

// Whether an agent that is at its goal, its own or that of its mode, goes on from there to another place.
bool goes_on(const World& world, AgentIndex agent, const AgentGoal& goal) {
  if (!goal.redraw && !(goal.form == GoalForm::route && is_endless(goal))) return false;
  const GoalState state = goal_state(world, agent);
  if (state != GoalState::waiting) return state == GoalState::under_way;
  return sequel_of(world, agent, goal).wait->then == Afterwards::next;
}

}  // namespace

WaitingRule::WaitingRule(const WaitingRuleDef& def, const World& world) : def_(def) {
  for (const AgentType& type : world.model().types) {
    std::vector<std::vector<std::uint32_t>>& of_type = later_modes_.emplace_back();
    for (std::uint32_t mode = 0; mode < type.modes.size(); ++mode)
      of_type.push_back(modes_after(type.modes, mode));
  }
}

bool WaitingRule::is_waiting(const Observation& observation, AgentIndex agent) const {
  if (!observation.travelled(agent)) return false;
  if (goal_state(observation.world(), agent) == GoalState::queued) return false;
  if (length(observation.state().velocity(agent)) >= def_.speed) return false;
  return !is_at_goal(observation, agent, def_.goal_radius) || has_goal_to_come(observation, agent);
}

bool WaitingRule::has_goal_to_come(const Observation& observation, AgentIndex agent) const {
  const World& world = observation.world();
  const Model& model = world.model();
  const AgentGoal* present = goal_of(world, agent);
  if (present != nullptr && goes_on(world, agent, *present)) return true;
  const AgentType& type = model.type_of(agent);
  const std::uint32_t mode = world.state.status.mode[agent];
  // The agent's own goal, which modes without one pursue.
  const bool is_of_mode = model.goals.modes_have_goals && type.modes[mode].goal != kNoIndex;
  const std::uint32_t own = is_of_mode ? world.state.own_goals.goal[agent] : kNoIndex;
  return std::ranges::any_of(later_modes_[model.agents.type[agent]][mode], [&](std::uint32_t k) {
    const Mode& later = type.modes[k];
    if (later.goal != kNoIndex) return is_elsewhere(world, agent, model.goals.goals[later.goal]);
    if (own != kNoIndex) return is_elsewhere(world, agent, model.goals.goals[own]);
    if (present != nullptr && !is_of_mode) return false;
    const std::optional<Goal> goal =
        find_goal_of_behaviors(world, observation.simulator().perceptions(), agent, later);
    return goal && !is_reached(*goal, distance_to(*goal, world, agent), def_.goal_radius);
  });
}

// Whether the agent would have to go on for a goal. For a point or region it is at it would not; the others
// depend on what will be chosen then.
bool WaitingRule::is_elsewhere(const World& world, AgentIndex agent, const AgentGoal& goal) const {
  const Model& model = world.model();
  const Vec3 p = world.state.motion.position(agent);
  if (goal.form == GoalForm::point)
    return length(model.bounds.displacement(p, goal.place.point)) > goal_radius(world, agent, goal);
  if (goal.form == GoalForm::region) return !is_in_region(world, model.regions[goal.place.region], agent);
  return true;
}

}  // namespace drover
