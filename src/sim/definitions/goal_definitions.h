// What a scenario file says about goals: where agents want to go, when they are there, and what they do then.
#pragma once

#include <optional>
#include <vector>

#include "core/field.h"

namespace drover {

// Which of several regions an agent goes to, where no shares say so.
DROVER_ENUM(RegionChoice, nearest, least_crowded, least_time)

// What follows the last place of a route.
DROVER_ENUM(RouteEnd, stay, leave, repeat, back)

DROVER_ENUM(AtGoal, stay, leave, next)

// What follows a wait or a service.
DROVER_ENUM(Afterwards, next, stay, leave)

// The name of a region; a string alone means the same.
struct RegionNameDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  static const Table& table();
};

// A place of a route: a point or a region; two numbers or a string alone mean the same.
struct RoutePlaceDef {
  std::optional<Vec3> point;
  Reference region{ReferenceType::region, {}, kNoIndex};
  static const Table& table();
};

// A random place in a region.
struct RandomGoalDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  bool redraw = false;

  bool is_redrawn() const { return redraw && !region.name.empty(); }
};

// One of several regions.
struct RegionsGoalDef {
  std::vector<RegionNameDef> regions;
  RegionChoice choose = RegionChoice::nearest;
  std::vector<double> shares;
  std::vector<RegionNameDef> areas;
  std::vector<double> flows;
  double hold = 1.0;
};

// Places in order.
struct RouteGoalDef {
  std::vector<RoutePlaceDef> places;
  Parameter radius;
  RouteEnd at_end = RouteEnd::stay;

  RouteEnd end() const { return places.empty() ? RouteEnd::stay : at_end; }
  bool is_endless() const { return end() == RouteEnd::repeat || end() == RouteEnd::back; }
};

// The forms of a goal, each called by the key that gives it.
DROVER_ENUM(GoalForm, point, each, opposite, agent, region, direction, random_in, regions, route)

// Where agents want to go: exactly one of its forms. Two numbers alone are a point, a string alone a region.
// The keys of all forms stand side by side; those of a form that is not given are not read.
struct GoalDef {
  std::optional<Vec3> point;
  std::vector<Vec3> each;
  std::optional<Vec3> opposite;
  Reference agent{ReferenceType::agent, {}, kNoIndex};
  Reference region{ReferenceType::region, {}, kNoIndex};
  Parameter direction;
  RandomGoalDef random;
  RegionsGoalDef regions;
  RouteGoalDef route;
  static const Table& table();

  GoalForm form() const;
};

DROVER_ENUM(RouteStops, last, every)

// At which places of a route agents wait or are served; a list alone is the places, a string alone the rule.
struct StopsDef {
  RouteStops which = RouteStops::last;
  std::vector<double> places;  // numbers from 0; empty: as the rule says
  static const Table& table();
};

struct WaitDef {
  Parameter seconds;
  std::optional<StopsDef> at;
  Afterwards then = Afterwards::next;
  static const Table& table();
};

// A queue stands along a path, its head at the start.
struct QueueDef {
  Reference places{ReferenceType::path, {}, kNoIndex};
  Parameter service;
  double spacing = 0.6;
  std::optional<StopsDef> at;
  Afterwards then = Afterwards::leave;
  static const Table& table();
};

// What an agent does at its goal; a string alone is the action.
struct AtGoalDef {
  AtGoal action = AtGoal::stay;
  std::optional<WaitDef> wait;
  std::optional<QueueDef> queue;
  static const Table& table();
};

inline constexpr double kGoalRadius = 0.5;  // where nothing else is given [m]

// The keys about goals of agent types, entries of agents, modes and events.
struct GoalKeys {
  std::optional<GoalDef> goal;
  Parameter goal_radius;
  std::optional<AtGoalDef> at_goal;

  bool is_any_given() const { return goal || goal_radius.is_present() || at_goal; }
};

inline constexpr auto kGoalKeyFields = fields(
    field<&GoalKeys::goal>(
        {.key = "goal",
         .doc = "Where the agents want to go; behaviors and conditions name it by \"target\": \"goal\". That "
                "of an entry stands before that of the agent type, and that of a mode holds while the agent "
                "is in the mode.",
         .otherwise = "that of the agent type, or none"}),
    field<&GoalKeys::goal_radius>(
        {.key = "goal_radius",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "A point is reached by a center this near to it; a region is reached by being inside.",
         .otherwise = "that of the agent type, or 0.5"}),
    field<&GoalKeys::at_goal>({.key = "at_goal",
                               .doc = "What the agents do when they reach the goal: \"stay\", \"leave\" "
                                      "(they vanish), \"next\" (on to "
                                      "the next goal), or an object with wait or queue.",
                               .otherwise = "that of the agent type, or stay"}));

}  // namespace drover
