#include "sim/step/region_crowds.h"

#include <algorithm>

#include "sim/geometry/aiming_point.h"
#include "sim/step/agent_goals.h"

namespace drover {
namespace {

// Another region is better when it costs less than this part of the present one.
constexpr double kBetter = 0.9;

std::uint32_t area_of(const AgentGoal& goal, std::size_t place) {
  if (goal.areas.empty()) return goal.places[place].region;
  return goal.areas[goal.areas.size() == 1 ? 0 : place];
}

// The region an agent has chosen before the present tick; kNoIndex without.
std::uint32_t chosen_before(const World& world, AgentIndex agent) {
  const AgentGoal* goal = goal_of(world, agent);
  if (goal == nullptr || goal->form != GoalForm::regions || !world.is_present(agent)) return kNoIndex;
  if (goal_column(world, &GoalColumns::since)[agent] == world.state.tick) return kNoIndex;
  return goal->places[goal_column(world, &GoalColumns::place)[agent]].region;
}

bool is_in_area(const World& world, const AgentGoal& goal, std::size_t place, AgentIndex agent) {
  return world.model().regions[area_of(goal, place)].contains(world.state.motion.position(agent));
}

}  // namespace

double distance_into(const World& world, std::uint32_t index, AgentIndex agent) {
  const Region& region = world.model().regions[index];
  const Vec3 image = image_near(region, world.model().bounds, world.state.motion.position(agent));
  return length(aiming_point(region, image, world.state.limits.radius[agent]) - image);
}

std::uint32_t nearest_region(const World& world, const AgentGoal& goal, AgentIndex agent) {
  std::uint32_t nearest = 0;
  double least = kInfinity;
  for (std::uint32_t k = 0; k < goal.places.size(); ++k) {
    const double distance = distance_into(world, goal.places[k].region, agent);
    if (distance >= least) continue;
    least = distance;
    nearest = k;
  }
  return nearest;
}

void RegionCrowds::look(const World& world) {
  const std::vector<AgentGoal>& goals = world.model().goals.goals;
  const std::size_t n = world.model().agents.size();
  chosen_.assign(n, kNoIndex);
  distance_.resize(n);
  in_area_.resize(goals.size());
  for (std::size_t g = 0; g < goals.size(); ++g)
    in_area_[g].assign(goals[g].is_reconsidered() ? goals[g].places.size() : 0, 0);
  if (world.state.tick == 0) return;  // nobody has chosen before
  const bool needs_distances = std::ranges::any_of(
      goals, [](const AgentGoal& goal) { return goal.choice == RegionChoice::least_time; });
  for (AgentIndex i = 0; i < n; ++i) {
    chosen_[i] = chosen_before(world, i);
    if (chosen_[i] == kNoIndex) continue;
    if (needs_distances) distance_[i] = distance_into(world, chosen_[i], i);
    for (std::size_t g = 0; g < goals.size(); ++g) {
      for (std::size_t k = 0; k < in_area_[g].size(); ++k) {
        if (goals[g].places[k].region == chosen_[i] && is_in_area(world, goals[g], k, i)) ++in_area_[g][k];
      }
    }
  }
}

// Of the agents counted, one may be the agent itself.
std::uint32_t RegionCrowds::others_in_area(const World& world, const AgentGoal& goal, AgentIndex agent,
                                           std::uint32_t place) const {
  const auto index = static_cast<std::size_t>(&goal - world.model().goals.goals.data());
  const bool is_counted =
      chosen_[agent] == goal.places[place].region && is_in_area(world, goal, place, agent);
  return in_area_[index][place] - (is_counted ? 1u : 0u);
}

std::uint32_t RegionCrowds::others_nearer(const AgentGoal& goal, AgentIndex agent, std::uint32_t place,
                                          double distance) const {
  std::uint32_t count = 0;
  for (AgentIndex i = 0; i < chosen_.size(); ++i) {
    if (i != agent && chosen_[i] == goal.places[place].region && distance_[i] < distance) ++count;
  }
  return count;
}

// Of least_time: the way at full speed, then those before the agent at the flow of the region [s].
double RegionCrowds::cost(const World& world, const AgentGoal& goal, AgentIndex agent,
                          std::uint32_t place) const {
  if (goal.choice == RegionChoice::least_crowded) return others_in_area(world, goal, agent, place);
  const double distance = distance_into(world, goal.places[place].region, agent);
  const double way = distance / world.state.limits.max_speed[agent];
  return way + others_nearer(goal, agent, place, distance) / goal.flows[place];
}

std::uint32_t RegionCrowds::choose(const World& world, const AgentGoal& goal, AgentIndex agent,
                                   std::uint32_t present) const {
  std::uint32_t best = present == kNoIndex ? 0 : present;
  double least = cost(world, goal, agent, best) * (present == kNoIndex ? 1.0 : kBetter);
  for (std::uint32_t k = 0; k < goal.places.size(); ++k) {
    const double other = cost(world, goal, agent, k);
    if (k == best || !(other < least)) continue;
    least = other;
    best = k;
  }
  return best;
}

}  // namespace drover
