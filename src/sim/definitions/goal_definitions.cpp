// The field tables of goals; see core/field.h.
#include "sim/definitions/goal_definitions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/erased.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

inline constexpr std::string_view kOneForm =
    "a goal has exactly one of point, each, opposite, random_in, agent, region, regions, direction and route";

constexpr auto kRegionNameFields = fields(
    field<&RegionNameDef::region>({.key = "region", .doc = "A region of the world.", .required = true}));

constexpr auto kRoutePlaceFields =
    fields(field<&RoutePlaceDef::point>(
               {.key = "point", .unit = "m", .doc = "A point to pass by.", .otherwise = "a region"}),
           field<&RoutePlaceDef::region>(
               {.key = "region", .doc = "A region to pass through.", .otherwise = "a point"}));

std::vector<Problem> check_place(const RoutePlaceDef& place) {
  if (place.point.has_value() != place.region.name.empty())
    return {{"", "a place of a route is either a \"point\" or a \"region\""}};
  return {};
}

constexpr auto kGoalFields = fields(
    field<&GoalDef::point>(
        {.key = "point", .unit = "m", .doc = "One point for all.", .otherwise = "another form"}),
    field<&GoalDef::each>({.key = "each",
                           .unit = "m",
                           .doc = "A point for each agent, in the order of their numbers; as many as agents.",
                           .otherwise = "another form"}),
    field<&GoalDef::opposite>({.key = "opposite",
                               .unit = "m",
                               .doc = "Where an agent is when it gets the goal, mirrored in this point.",
                               .otherwise = "another form"}),
    field<&GoalDef::random_in>(
        {.key = "random_in",
         .doc = "A random place in this region, drawn by each agent; where its body fits, if it fits.",
         .otherwise = "another form"}),
    field<&GoalDef::redraw>(
        {.key = "redraw",
         .doc =
             "With random_in: draw the next place when one is reached, whether at_goal says next or stay."}),
    field<&GoalDef::agent>({.key = "agent", .doc = "Another agent.", .otherwise = "another form"}),
    field<&GoalDef::region>({.key = "region", .doc = "One region for all.", .otherwise = "another form"}),
    field<&GoalDef::regions>({.key = "regions",
                              .doc = "Several regions, such as exits, of which each agent chooses one.",
                              .otherwise = "another form"}),
    field<&GoalDef::choose>(
        {.key = "choose",
         .doc =
             "With regions: which one. nearest is chosen once. The others are looked at again and again: "
             "least_crowded is that with the fewest others who chose it and are in its area, least_time "
             "that with the least distance / preferred_speed + others who chose it and are nearer / flow."}),
    field<&GoalDef::shares>(
        {.key = "shares",
         .doc = "With regions: a share for each; every agent draws its region once, as often as its share of "
                "their sum says.",
         .otherwise = "choose says which"}),
    field<&GoalDef::areas>({.key = "areas",
                            .doc = "With least_crowded: a list with, for each region, the one in which "
                                   "those who chose it are counted, or with a single region for all.",
                            .otherwise = "the regions themselves"}),
    field<&GoalDef::flows>({.key = "flows",
                            .unit = "1/s",
                            .range = kPositive,
                            .doc = "With least_time: how many agents each region lets through per second.",
                            .otherwise = "1.3 for each"}),
    field<&GoalDef::hold>({.key = "hold",
                           .unit = "s",
                           .range = left_open(0, 1e6),
                           .doc =
                               "With least_crowded and least_time: how often an agent looks again, not all "
                               "at once. It changes only to what is better by a tenth."}),
    field<&GoalDef::direction>({.key = "direction",
                                .unit = "rad",
                                .range = closed(-1e3, 1e3),
                                .doc = "This way for ever, counter-clockwise from +x; it is never reached.",
                                .otherwise = "another form"}),
    field<&GoalDef::route>({.key = "route",
                            .doc = "Places in order, points and names of regions. The goal is reached with "
                                   "the last one.",
                            .otherwise = "another form"}),
    field<&GoalDef::radius>({.key = "radius",
                             .unit = "m",
                             .range = left_open(0, 1e5),
                             .doc =
                                 "With route: how near an agent has to come to its points, or how far past "
                                 "its places it has to be.",
                             .otherwise = "goal_radius"}),
    field<&GoalDef::at_end>({.key = "at_end",
                             .doc =
                                 "With route: what follows its last place. stay: what at_goal says; repeat: "
                                 "the first place again; back: there and back for ever."}));

std::size_t count_forms(const GoalDef& goal) {
  const bool given[] = {goal.point.has_value(),       !goal.each.empty(),          goal.opposite.has_value(),
                        !goal.random_in.name.empty(), !goal.agent.name.empty(),    !goal.region.name.empty(),
                        !goal.regions.empty(),        goal.direction.is_present(), !goal.route.empty()};
  return static_cast<std::size_t>(std::ranges::count(given, true));
}

// Keys that belong to one form.
std::vector<Problem> check_owners(const GoalDef& goal) {
  const GoalDef plain;
  const bool counts = goal.regions.empty() || !goal.shares.empty();
  struct Owned {
    std::string_view key;
    bool is_given, has_owner;
    std::string_view owner;
  };
  const Owned keys[] = {
      {"redraw", goal.redraw, !goal.random_in.name.empty(), "random_in"},
      {"shares", !goal.shares.empty(), !goal.regions.empty(), "regions"},
      {"choose", goal.choose != plain.choose, !counts,
       goal.shares.empty() ? "regions" : "regions without shares, which say how often each is chosen"},
      {"areas", !goal.areas.empty(), !counts && goal.choose == RegionChoice::least_crowded,
       "\"choose\": \"least_crowded\""},
      {"flows", !goal.flows.empty(), !counts && goal.choose == RegionChoice::least_time,
       "\"choose\": \"least_time\""},
      {"hold", goal.hold != plain.hold, !counts && goal.choose != RegionChoice::nearest,
       "\"choose\": \"least_crowded\" and \"least_time\""},
      {"radius", goal.radius.is_present(), !goal.route.empty(), "route; elsewhere goal_radius says it"},
      {"at_end", goal.at_end != plain.at_end, !goal.route.empty(), "route"},
  };
  for (const Owned& key : keys) {
    if (key.is_given && !key.has_owner)
      return {{.pointer = fmt::format("/{}", key.key),
               .message = fmt::format("\"{}\" belongs to {}", key.key, key.owner)}};
  }
  return {};
}

std::optional<Problem> check_length(std::string_view key, std::size_t length, std::size_t regions) {
  if (length == 0 || length == regions) return std::nullopt;
  return Problem{.pointer = fmt::format("/{}", key),
                 .message = fmt::format("\"{}\" has to have one value for each region", key),
                 .found = fmt::format("{} for {} regions", length, regions)};
}

std::vector<Problem> check_goal(const GoalDef& goal) {
  if (const std::size_t forms = count_forms(goal); forms != 1)
    return {{.pointer = "",
             .message = std::string(kOneForm),
             .hint = forms == 0 ? "An empty list counts as none." : ""}};
  if (goal.direction.is_drawn() || goal.radius.is_drawn())
    return {{.pointer = goal.radius.is_drawn() ? "/radius" : "/direction",
             .message = "it is a number, not a distribution"}};
  if (std::vector<Problem> problems = check_owners(goal); !problems.empty()) return problems;
  const std::size_t regions = goal.regions.size();
  if (auto problem = check_length("shares", goal.shares.size(), regions)) return {*problem};
  if (auto problem = check_length("flows", goal.flows.size(), regions)) return {*problem};
  if (goal.areas.size() > 1) {
    if (auto problem = check_length("areas", goal.areas.size(), regions)) return {*problem};
  }
  if (std::ranges::any_of(goal.shares, [](double share) { return share < 0.0; }) ||
      (!goal.shares.empty() && !(std::accumulate(goal.shares.begin(), goal.shares.end(), 0.0) > 0.0)))
    return {{.pointer = "/shares", .message = "shares are not negative, and one of them is above 0"}};
  return {};
}

constexpr auto kStopsFields = fields(
    field<&StopsDef::which>(
        {.key = "which", .doc = "last: at the last place of the route only; every: at each of its places."}),
    field<&StopsDef::places>({.key = "places",
                              .range = closed(0, 1e6),
                              .doc = "The numbers of the places in the list of the route, from 0.",
                              .otherwise = "as which says"}));

std::vector<Problem> check_stops(const StopsDef& stops) {
  if (!stops.places.empty() && stops.which != StopsDef{}.which)
    return {{.pointer = "/which", .message = "\"which\" has no effect: \"places\" says at which places"}};
  for (std::size_t k = 0; k < stops.places.size(); ++k) {
    if (stops.places[k] != std::floor(stops.places[k]))
      return {{.pointer = fmt::format("/places/{}", k),
               .message = "the number of a place is whole, from 0 in the order of the route",
               .found = fmt::format("{}", stops.places[k])}};
  }
  return {};
}

constexpr FieldInfo kAt = {
    .key = "at",
    .doc =
        "With a route: at which of its places, \"last\", \"every\", or a list of their numbers from 0. From "
        "the others, and from all that are not its last place, the agent goes on to the next place.",
    .otherwise = "last where the route ends, every where it repeats or goes back"};

constexpr auto kWaitFields = fields(
    field<&WaitDef::seconds>({.key = "seconds",
                              .unit = "s",
                              .range = closed(0, 1e9),
                              .doc = "How long; a distribution is drawn anew for every wait.",
                              .required = true}),
    field<&WaitDef::at>(kAt),
    field<&WaitDef::then>({.key = "then",
                           .doc = "What follows, of a route at its last place: the next goal, to stay, or to "
                                  "leave."}));

constexpr auto kQueueFields = fields(
    field<&QueueDef::places>({.key = "places",
                              .doc = "The path along which the queue stands; its first point is the head. "
                                     "Agents join at the tail in the order in which they reach the goal.",
                              .required = true}),
    field<&QueueDef::service>({.key = "service",
                               .unit = "s",
                               .range = closed(0, 1e9),
                               .doc = "How long the head is served from when it is within goal_radius of its "
                                      "place; a distribution is drawn anew for every service.",
                               .required = true}),
    field<&QueueDef::spacing>({.key = "spacing",
                               .unit = "m",
                               .range = closed(1e-3, 1e3),
                               .doc = "From place to place along the path; beyond its end straight on."}),
    field<&QueueDef::at>(kAt),
    field<&QueueDef::then>(
        {.key = "then",
         .doc =
             "What follows the service, of a route at its last place: the next goal, to stay, or to leave. "
             "A transition with the condition goal_state goes on to a mode with another goal."}));

constexpr auto kAtGoalFields = fields(
    field<&AtGoalDef::action>(
        {.key = "action",
         .doc =
             "stay: rest there; with redraw on to the next place. leave: vanish. next: on to the next goal, "
             "where random_in says redraw."}),
    field<&AtGoalDef::wait>(
        {.key = "wait", .doc = "Wait there before what follows.", .otherwise = "no wait"}),
    field<&AtGoalDef::queue>(
        {.key = "queue", .doc = "Join a queue and be served.", .otherwise = "no queue"}));

std::vector<Problem> check_at_goal(const AtGoalDef& at_goal) {
  const int given =
      int{at_goal.action != AtGoal::stay} + int{at_goal.wait.has_value()} + int{at_goal.queue.has_value()};
  if (given > 1) return {{"", "give only one of \"action\", \"wait\" and \"queue\""}};
  return {};
}

}  // namespace

const Table& RegionNameDef::table() {
  static constexpr Table kTable =
      with_short_keys(plain_table("region name", kRegionNameFields), {.of_string = "region"});
  return kTable;
}

const Table& RoutePlaceDef::table() {
  static constexpr Table kTable =
      with_short_keys(plain_table("route place", kRoutePlaceFields, erased<check_place>),
                      {.of_list = "point", .of_string = "region"});
  return kTable;
}

const Table& GoalDef::table() {
  static constexpr Table kTable = with_short_keys(plain_table("goal", kGoalFields, erased<check_goal>),
                                                  {.of_list = "point", .of_string = "region"});
  return kTable;
}

const Table& StopsDef::table() {
  static constexpr Table kTable =
      with_short_keys(plain_table("stops of a route", kStopsFields, erased<check_stops>),
                      {.of_list = "places", .of_string = "which"});
  return kTable;
}

// clang-format off
const Table& WaitDef::table() { static constexpr Table kTable = plain_table("wait", kWaitFields); return kTable; }
const Table& QueueDef::table() { static constexpr Table kTable = plain_table("queue", kQueueFields); return kTable; }
// clang-format on

const Table& AtGoalDef::table() {
  static constexpr Table kTable =
      with_short_keys(plain_table("at goal", kAtGoalFields, erased<check_at_goal>), {.of_string = "action"});
  return kTable;
}

}  // namespace drover
