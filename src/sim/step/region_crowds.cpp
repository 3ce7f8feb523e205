#include "sim/step/region_crowds.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/geometry/aiming_point.h"
#include "sim/geometry/shape_image.h"
#include "sim/state/region_heights.h"
#include "sim/step/agent_goals.h"
#include "sim/step/region_ways.h"

namespace drover {
namespace {

// Another region is better when it costs less than this part of the present one.
constexpr double kBetter = 0.9;

std::uint32_t area_of(const AgentGoal& goal, std::size_t index) {
  if (goal.areas.empty()) return goal.places[index].region;
  return goal.areas[goal.areas.size() == 1 ? 0 : index];
}

bool is_in(const World& world, std::uint32_t region, AgentIndex agent) {
  return is_in_region(world, world.model().regions[region], agent);
}

// The region an agent has chosen before the present tick; kNoIndex without.
std::uint32_t chosen_before(const World& world, AgentIndex agent) {
  const AgentGoal* goal = goal_of(world, agent);
  if (goal == nullptr || goal->form != GoalForm::regions || !world.is_present(agent)) return kNoIndex;
  if (world.state.goals.since[agent] == world.state.tick) return kNoIndex;
  return goal->places[world.state.goals.stage[agent]].region;
}

// The straight distance decides whether the way has to be known: it is never longer.
std::optional<std::uint32_t> nearest_by_way(const World& world, const AgentGoal& goal, AgentIndex agent,
                                            std::uint32_t first, double bound) {
  std::optional<std::uint32_t> nearest;
  double least = bound;
  const auto look_at = [&](std::uint32_t k) {
    const double distance = way_into(world, goal.places[k].region, agent);
    const bool is_tie = distance == least && nearest && k < *nearest;
    if (!(distance < least) && !is_tie) return;
    least = distance;
    nearest = k;
  };
  look_at(first);
  for (std::uint32_t k = 0; k < goal.places.size(); ++k)
    if (k != first && distance_into(world, goal.places[k].region, agent) <= least) look_at(k);
  return nearest;
}

std::uint32_t nearest_straight(const World& world, const AgentGoal& goal, AgentIndex agent) {
  std::uint32_t nearest = 0;
  double least = kInfinity;
  for (std::uint32_t k = 0; k < goal.places.size(); ++k) {
    const double distance = distance_into(world, goal.places[k].region, agent);
    if (!(distance < least)) continue;
    least = distance;
    nearest = k;
  }
  return nearest;
}

}  // namespace

double distance_into(const World& world, std::uint32_t index, AgentIndex agent) {
  const Region& region = world.model().regions[index];
  const Vec3 image = image_near(region, world.model().bounds, world.state.motion.position(agent));
  return length(aiming_point(region, image, world.state.limits.radius[agent]) - image);
}

std::uint32_t nearest_region(const World& world, const AgentGoal& goal, AgentIndex agent) {
  const std::uint32_t straight = nearest_straight(world, goal, agent);
  if (!finds_ways_over_grids(world, agent)) return straight;
  // Events of this state may have opened and shut doors.
  world.navigation().begin_state(world.navigation_world(), world.model().navigation);
  return nearest_by_way(world, goal, agent, straight, kInfinity).value_or(straight);
}

std::uint32_t nearer_region(const World& world, const AgentGoal& goal, AgentIndex agent,
                            std::uint32_t present) {
  if (!finds_ways_over_grids(world, agent)) return present;
  const double bound = kBetter * way_into(world, goal.places[present].region, agent);
  return nearest_by_way(world, goal, agent, present, bound).value_or(present);
}

void RegionCrowds::reserve(const Model& model) {
  if (std::ranges::none_of(model.goals.goals, &AgentGoal::is_reconsidered)) return;
  clear_areas(model);
  chosen_.reserve(model.agents.size());
  distance_.reserve(model.agents.size());
  if (needs_distances_) choosers_.reserve(model.agents.size());
}

// Of every region those that some goal names for it, with nobody in them.
void RegionCrowds::clear_areas(const Model& model) {
  areas_.resize(model.regions.size());
  for (std::vector<AreaCount>& areas : areas_)
    areas.clear();
  needs_distances_ = false;
  for (const AgentGoal& goal : model.goals.goals) {
    if (!goal.is_reconsidered()) continue;
    needs_distances_ = needs_distances_ || goal.choice == RegionChoice::least_time;
    for (std::size_t k = 0; k < goal.places.size(); ++k)
      count_of(goal.places[k].region, area_of(goal, k));
  }
}

void RegionCrowds::look(const World& world) {
  has_looked_ = true;
  const Model& model = world.model();
  chosen_.clear();
  choosers_.clear();
  clear_areas(model);
  if (world.state.tick == 0) return;  // nobody has chosen before
  chosen_.assign(model.agents.size(), kNoIndex);
  distance_.resize(model.agents.size());
  for (AgentIndex i = 0; i < chosen_.size(); ++i)
    count(world, i);
  std::ranges::sort(choosers_);
}

RegionCrowds::AreaCount& RegionCrowds::count_of(std::uint32_t region, std::uint32_t area) {
  std::vector<AreaCount>& areas = areas_[region];
  const auto found = std::ranges::find(areas, area, &AreaCount::area);
  return found != areas.end() ? *found : areas.emplace_back(AreaCount{area, 0u});
}

void RegionCrowds::count(const World& world, AgentIndex agent) {
  const std::uint32_t region = chosen_before(world, agent);
  chosen_[agent] = region;
  if (region == kNoIndex) return;
  if (needs_distances_) {
    distance_[agent] = distance_into(world, region, agent);
    choosers_.push_back({region, distance_[agent]});
  }
  for (AreaCount& area : areas_[region]) {
    if (is_in(world, area.area, agent)) ++area.count;
  }
}

void RegionCrowds::change(const World& world, AgentIndex agent, std::uint32_t region) {
  if (chosen_.empty()) return;
  const std::uint32_t before = std::exchange(chosen_[agent], region);
  if (before != kNoIndex) {
    for (AreaCount& area : areas_[before])
      area.count -= is_in(world, area.area, agent) ? 1u : 0u;
  }
  for (AreaCount& area : areas_[region])
    area.count += is_in(world, area.area, agent) ? 1u : 0u;
}

// Of the agents counted, one may be the agent itself.
std::uint32_t RegionCrowds::others_in_area(const World& world, const AgentGoal& goal, AgentIndex agent,
                                           std::uint32_t index) const {
  if (chosen_.empty()) return 0;
  const std::uint32_t region = goal.places[index].region;
  const std::uint32_t area = area_of(goal, index);
  const bool is_counted = chosen_[agent] == region && is_in(world, area, agent);
  return std::ranges::find(areas_[region], area, &AreaCount::area)->count - (is_counted ? 1u : 0u);
}

std::size_t RegionCrowds::others_nearer(std::uint32_t region, AgentIndex agent, double distance) const {
  if (chosen_.empty()) return 0;
  const auto first = std::ranges::lower_bound(choosers_, Chooser{region, -kInfinity});
  const auto nearer =
      static_cast<std::size_t>(std::ranges::lower_bound(choosers_, Chooser{region, distance}) - first);
  const bool is_counted = chosen_[agent] == region && distance_[agent] < distance;
  return nearer - (is_counted ? 1u : 0u);
}

// Of least_time: the way at full speed, then those before the agent at the flow of the region [s].
double RegionCrowds::cost(const World& world, const AgentGoal& goal, AgentIndex agent,
                          std::uint32_t index) const {
  const bool is_shut_off =
      finds_ways_over_grids(world, agent) && way_into(world, goal.places[index].region, agent) == kInfinity;
  if (is_shut_off) return kInfinity;
  if (goal.choice == RegionChoice::least_crowded) return others_in_area(world, goal, agent, index);
  const std::uint32_t region = goal.places[index].region;
  const double distance = distance_into(world, region, agent);
  const double way = distance / world.preferred_speed(agent);
  return way + static_cast<double>(others_nearer(region, agent, distance)) / goal.flows[index];
}

std::uint32_t RegionCrowds::choose(const World& world, const AgentGoal& goal, AgentIndex agent,
                                   std::uint32_t present) const {
  // Events of this state may have opened and shut doors.
  if (world.model().has_doors)
    world.navigation().begin_state(world.navigation_world(), world.model().navigation);
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
