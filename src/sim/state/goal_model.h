// Goals of agents as the model and the state know them: names are indices, and what changes is in columns.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/enum_names.h"
#include "core/parameter.h"
#include "core/vec3.h"
#include "sim/definitions/goal_definitions.h"
#include "sim/state/column_set.h"

namespace drover {

// What an agent does about its goal. lost: its goal was an agent that is gone.
DROVER_ENUM(GoalState, none, under_way, at_goal, waiting, queued, lost)

// A point, or a region.
struct GoalPlace {
  Vec3 point;                       // m
  std::uint32_t region = kNoIndex;  // index in Model::regions

  bool is_region() const { return region != kNoIndex; }
};

struct GoalWait {
  Parameter seconds;
  Afterwards then = Afterwards::next;
};

struct GoalService {
  std::uint32_t queue = kNoIndex;  // index in GoalModel::queues
  Parameter seconds;
  Afterwards then = Afterwards::leave;
};

// What follows at a goal: a wait, a service or, without them, an action.
struct GoalSequel {
  AtGoal action = AtGoal::stay;
  std::optional<GoalWait> wait;
  std::optional<GoalService> service;
  std::optional<StopsDef> stops;  // of a route; absent: the last place, every place of one without an end

  bool stays_a_while() const { return wait || service; }
  Afterwards then() const { return wait ? wait->then : service->then; }
};

// A goal, linked.
struct AgentGoal {
  GoalForm form = GoalForm::point;
  GoalPlace place;  // the point, the center of opposite, the region
  Vec3 direction;   // of unit length
  AgentIndex agent = kNoIndex;
  std::vector<AgentIndex> owners;  // of each: the agents, ascending
  std::vector<Vec3> each;          // their points
  bool redraw = false;
  std::vector<GoalPlace> places;  // of a route; of regions those to choose from
  RouteEnd at_end = RouteEnd::stay;
  Parameter place_radius;  // of a route; absent: the goal radius
  RegionChoice choice = RegionChoice::nearest;
  std::vector<double> shares;        // empty: choice says which region
  std::vector<std::uint32_t> areas;  // indices in Model::regions
  std::vector<double> flows;         // 1/s
  std::uint64_t hold = 1;            // ticks
  // Where a mode or an event says so, they replace those of the agent.
  Parameter radius;
  std::optional<GoalSequel> sequel;

  // How many values its stage can have: of a route one for each place on the way.
  std::uint32_t stage_count() const {
    const auto count = static_cast<std::uint32_t>(places.size());
    if (form == GoalForm::route) return at_end == RouteEnd::back && count > 1 ? 2 * count - 2 : count;
    if (form == GoalForm::regions) return count;
    return form == GoalForm::agent ? 2 : 1;
  }
  bool is_reconsidered() const {
    return form == GoalForm::regions && shares.empty() && choice != RegionChoice::nearest;
  }
};

// A queue: all agents that queue along one path.
struct GoalQueue {
  std::uint32_t path = kNoIndex;  // index in Model::paths
  double spacing = 0.0;           // m
  ColumnHandle<double>
      served_until;  // when the last service ended [s]; one number, negative before the first
};

// How the agents of an entry pursue goals.
struct GoalManner {
  Parameter radius = kGoalRadius;  // m
  GoalSequel sequel;
};

struct GoalModel {
  std::vector<AgentGoal> goals;
  std::vector<GoalQueue> queues;
  std::vector<GoalManner> manners;
  // By index of the agent: the goal it starts with, kNoIndex without, and its manner.
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> manner_of;
  // By index of the goal: how many agents start with it. It ends before goals that none does.
  std::vector<std::uint32_t> starters;
  bool modes_have_goals = false;

  bool exists() const { return !goals.empty(); }
};

}  // namespace drover
