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

constexpr auto kRegionNameFields = fields(
    field<&RegionNameDef::region>({.key = "region", .doc = "A region of the world.", .required = true}));

constexpr std::string_view kRoutePlaceForms[] = {"point", "region"};
constexpr auto kRoutePlaceFields =
    fields(field<&RoutePlaceDef::point>(
               {.key = "point", .unit = "m", .doc = "A point to pass by.", .otherwise = "a region"}),
           field<&RoutePlaceDef::region>(
               {.key = "region", .doc = "A region to pass through.", .otherwise = "a point"}));

// The forms that are one key.
constexpr auto kPlainGoalFields = fields(
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
    field<&GoalDef::agent>({.key = "agent", .doc = "Another agent.", .otherwise = "another form"}),
    field<&GoalDef::region>({.key = "region", .doc = "One region for all.", .otherwise = "another form"}),
    field<&GoalDef::direction>({.key = "direction",
                                .unit = "rad",
                                .range = closed(-1e3, 1e3),
                                .doc = "This way for ever, counter-clockwise from +x; it is never reached.",
                                .otherwise = "another form"}));

// A row that counts with several regions of which `choose` says which.
constexpr ReadConditions with_choice(std::string_view values) {
  return {ReadCondition{"regions", kGiven}, {"shares", kAbsent}, {"choose", values}};
}

constexpr auto kRandomGoalFields =
    fields(field<&RandomGoalDef::region>(
               {.key = "random_in",
                .doc = "A random place in this region, drawn by each agent; where its body fits, if it fits.",
                .otherwise = "another form"}),
           field<&RandomGoalDef::redraw>(
               {.key = "redraw",
                .doc = "Draw the next place when one is reached, whether at_goal says next or stay.",
                .read_when = when("random_in", kGiven)}));

constexpr auto kRegionsGoalFields = fields(
    field<&RegionsGoalDef::regions>(
        {.key = "regions",
         .doc = "Several regions, such as exits, of which each agent chooses one.",
         .otherwise = "another form"}),
    field<&RegionsGoalDef::choose>(
        {.key = "choose",
         .doc = "Which region. nearest is chosen once, by the way round walls for agents that find ways over "
                "grids; where doors open and shut, again where another one is nearer by a tenth. The others "
                "are looked at again and again: "
                "least_crowded is that with the fewest others who chose it and are in its area, least_time "
                "that with the least distance / preferred_speed + others who chose it and are nearer / flow.",
         .read_when = {ReadCondition{"regions", kGiven}, {"shares", kAbsent}}}),
    field<&RegionsGoalDef::shares>(
        {.key = "shares",
         .doc = "A share for each region; every agent draws its region once, as often as its share of their "
                "sum says.",
         .otherwise = "choose says which",
         .read_when = when("regions", kGiven)}),
    field<&RegionsGoalDef::areas>({.key = "areas",
                                   .doc = "A list with, for each region, the one in which those who chose it "
                                          "are counted, or with a single region for all.",
                                   .otherwise = "the regions themselves",
                                   .read_when = with_choice("least_crowded")}),
    field<&RegionsGoalDef::flows>({.key = "flows",
                                   .unit = "1/s",
                                   .range = kPositive,
                                   .doc = "How many agents each region lets through per second.",
                                   .otherwise = "1.3 for each",
                                   .read_when = with_choice("least_time")}),
    field<&RegionsGoalDef::hold>({.key = "hold",
                                  .unit = "s",
                                  .range = left_open(0, 1e6),
                                  .doc =
                                      "How often an agent looks again, not all at once. It changes only to "
                                      "what is better by a tenth.",
                                  .read_when = with_choice("least_crowded, least_time")}));

constexpr auto kRouteGoalFields = fields(
    field<&RouteGoalDef::places>({.key = "route",
                                  .doc = "Places in order, points and names of regions. The goal is reached "
                                         "with the last one.",
                                  .otherwise = "another form"}),
    field<&RouteGoalDef::radius>({.key = "radius",
                                  .unit = "m",
                                  .range = left_open(0, 1e5),
                                  .doc =
                                      "How near an agent has to come to the points of the route, or how far "
                                      "past its places it has to be.",
                                  .otherwise = "goal_radius",
                                  .read_when = when("route", kGiven)}),
    field<&RouteGoalDef::at_end>({.key = "at_end",
                                  .doc = "What follows the last place of the route. stay: what at_goal says; "
                                         "leave: the agent vanishes; repeat: the first place again; back: "
                                         "there and back for ever.",
                                  .read_when = when("route", kGiven)}));

constexpr auto kGoalFields =
    join(join(kPlainGoalFields, embed<&GoalDef::random>(kRandomGoalFields)),
         join(embed<&GoalDef::regions>(kRegionsGoalFields), embed<&GoalDef::route>(kRouteGoalFields)));

std::optional<Problem> check_length(std::string_view key, std::size_t length, std::size_t regions) {
  if (length == 0 || length == regions) return std::nullopt;
  return Problem{.pointer = fmt::format("/{}", key),
                 .message = fmt::format("\"{}\" has to have one value for each region", key),
                 .found = fmt::format("{} for {} regions", length, regions)};
}

std::vector<Problem> check_regions(const RegionsGoalDef& goal) {
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

std::vector<Problem> check_goal(const GoalDef& goal) {
  if (goal.direction.is_drawn() || goal.route.radius.is_drawn())
    return {{.pointer = goal.route.radius.is_drawn() ? "/radius" : "/direction",
             .message = "it is a number, not a distribution"}};
  return goal.form() == GoalForm::regions ? check_regions(goal.regions) : std::vector<Problem>();
}

constexpr auto kStopsFields =
    fields(field<&StopsDef::which>(
               {.key = "which",
                .doc = "last: at the last place of the route only; every: at each of its places.",
                .read_when = when("places", kAbsent)}),
           field<&StopsDef::places>({.key = "places",
                                     .range = closed(0, 1e6),
                                     .doc = "The numbers of the places in the list of the route, from 0.",
                                     .otherwise = "as which says"}));

std::vector<Problem> check_stops(const StopsDef& stops) {
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
      with_short_keys(plain_table("route place", kRoutePlaceFields, nullptr, kRoutePlaceForms),
                      {.of_list = "point", .of_string = "region"});
  return kTable;
}

const Table& GoalDef::table() {
  static constexpr Table kTable =
      with_short_keys(plain_table("goal", kGoalFields, erased<check_goal>, kGoalFormNames),
                      {.of_list = "point", .of_string = "region"});
  return kTable;
}

GoalForm GoalDef::form() const {
  if (point) return GoalForm::point;
  if (!each.empty()) return GoalForm::each;
  if (opposite) return GoalForm::opposite;
  if (!agent.name.empty()) return GoalForm::agent;
  if (!region.name.empty()) return GoalForm::region;
  if (direction.is_present()) return GoalForm::direction;
  if (!random.region.name.empty()) return GoalForm::random_in;
  return regions.regions.empty() ? GoalForm::route : GoalForm::regions;
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
