#include "scenario/fake_catalog.h"

#include <array>

#include <fmt/format.h>

#include "observe/metrics/metric.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"

namespace drover::test {
namespace {

constexpr auto kViewFields =
    fields(field<&ViewDef::radius>(
               {.key = "radius", .unit = "m", .range = left_open(0, 1e4), .doc = "How far it sees."}),
           field<&ViewDef::angle>(
               {.key = "angle", .unit = "rad", .range = closed(0, 7), .doc = "Width of the view."}));

constexpr auto kApproachFields = fields(
    field<&ApproachDef::target>({.key = "target", .doc = "What to approach.", .required = true}),
    field<&ApproachDef::slow_radius>({.key = "slow_radius",
                                      .unit = "m",
                                      .range = left_open(0, 1e4),
                                      .doc = "Where to slow down.",
                                      .original_default = "30 pixels"}),
    field<&ApproachDef::top_speed>({.key = "top_speed",
                                    .unit = "m/s",
                                    .range = kPositive,
                                    .doc = "Speed far away.",
                                    .otherwise = "the agent's max_speed"}),
    field<&ApproachDef::cone>({.key = "cone", .unit = "rad", .range = closed(0, 3.2), .doc = "Half angle."}),
    field<&ApproachDef::pace>({.key = "pace", .doc = "How fast."}),
    field<&ApproachDef::view>({.key = "view", .doc = "What it sees."}));

std::vector<Problem> check_approach(const ApproachDef& def) {
  if (def.slow_radius.constant() < def.view.radius) return {};
  return {{"/slow_radius", "\"slow_radius\" must be less than the radius of the view"}};
}

constexpr auto kPatrolFields = fields(
    field<&PatrolDef::path>({.key = "path", .doc = "What to follow.", .required = true}),
    field<&PatrolDef::leader>({.key = "leader", .doc = "The agent to follow.", .otherwise = "no agent"}),
    field<&PatrolDef::keyframes>(
        {.key = "keyframes", .range = closed(-1e5, 1e5), .doc = "Time, x and y.", .otherwise = "none"}),
    field<&PatrolDef::stops>({.key = "stops", .unit = "m", .doc = "Where to stop.", .otherwise = "nowhere"}),
    field<&PatrolDef::words>({.key = "words", .doc = "What to say."}),
    field<&PatrolDef::home>(
        {.key = "home", .unit = "m", .doc = "Where it lives.", .otherwise = "where it starts"}),
    field<&PatrolDef::view>({.key = "view", .doc = "What it sees.", .otherwise = "everything"}),
    field<&PatrolDef::laps>({.key = "laps", .range = closed(1, 100), .doc = "How often."}),
    field<&PatrolDef::reverse>({.key = "reverse", .doc = "From the end to the start."}));

struct NoParams {};

struct AverageDef {
  double share = 0.5;
};
constexpr auto kAverageFields = fields(
    field<&AverageDef::share>({.key = "share", .range = kFraction, .doc = "Share of the first request."}));

struct CarDef {
  Parameter max_steering = 0.6;
  double wheelbase = 2.5;
};
constexpr auto kCarFields = fields(
    field<&CarDef::max_steering>(
        {.key = "max_steering", .unit = "rad", .range = closed(0, 1.5), .doc = "Greatest steering angle."}),
    field<&CarDef::wheelbase>(
        {.key = "wheelbase", .unit = "m", .range = left_open(0, 100), .doc = "Between the axles."}));

struct DiscDef {
  Vec3 center;
  double radius = 1.0;
};
constexpr auto kDiscFields = fields(
    field<&DiscDef::center>({.key = "center", .unit = "m", .doc = "Center.", .required = true}),
    field<&DiscDef::radius>({.key = "radius", .unit = "m", .range = closed(0, 1e5), .doc = "Radius."}));

struct SpreadDef {
  Reference group{ReferenceType::group, {}, kNoIndex};
};
constexpr auto kSpreadFields = fields(field<&SpreadDef::group>(
    {.key = "group", .doc = "The agents of the spread.", .otherwise = "all agents"}));

template <class Params, class FamilyKind>
constexpr FamilyKind kind_of(std::string_view name, Table table, std::string_view example) {
  return make_kind<FamilyKind, Params>({.name = name,
                                        .summary = "Does what a test needs.",
                                        .source = "made up",
                                        .example = example,
                                        .related = "wait, patrol"},
                                       table);
}

// A behavior that needs a body that turns, or a locomotion model that turns.
template <class FamilyKind>
constexpr FamilyKind turning(FamilyKind kind) {
  if constexpr (std::is_same_v<FamilyKind, BehaviorKind>) {
    kind.needs_turning = [](const void*) { return true; };
  } else {
    kind.turns = true;
  }
  return kind;
}

constexpr auto kApproach = kind_of<ApproachDef, BehaviorKind>(
    "approach", {.fields = kApproachFields, .check = erased<check_approach>},
    R"({"type": "approach", "target": {"agent": "dog"}})");
constexpr auto kPatrol = kind_of<PatrolDef, BehaviorKind>("patrol", {.fields = kPatrolFields},
                                                          R"({"type": "patrol", "path": "round"})");
constexpr auto kSpin = turning(kind_of<NoParams, BehaviorKind>("spin", {}, R"({"type": "spin"})"));
constexpr auto kWait = kind_of<NoParams, BehaviorKind>("wait", {}, R"({"type": "wait"})");
constexpr auto kSum = kind_of<NoParams, ArbiterKind>("prioritized_sum", {}, R"({"type": "prioritized_sum"})");
constexpr auto kAverage =
    kind_of<AverageDef, ArbiterKind>("average", {.fields = kAverageFields}, R"({"type": "average"})");
constexpr auto kNoActuator = kind_of<NoParams, ActuatorKind>("none", {}, R"({"type": "none"})");
constexpr auto kPointMass = kind_of<NoParams, LocomotionKind>("point_mass", {}, R"({"type": "point_mass"})");
constexpr auto kCar =
    turning(kind_of<CarDef, LocomotionKind>("car", {.fields = kCarFields}, R"({"type": "car"})"));
constexpr auto kDisc =
    kind_of<DiscDef, PlacementKind>("disc", {.fields = kDiscFields}, R"({"type": "disc", "center": [0, 0]})");
constexpr auto kCells = kind_of<NoParams, PlacementKind>("cells", {}, R"({"type": "cells"})");
constexpr auto kNever = kind_of<NoParams, ConditionKind>("never", {}, R"({"type": "never"})");
constexpr auto kSpread =
    kind_of<SpreadDef, MetricKind>("spread", {.fields = kSpreadFields}, R"({"spread": {}})");
constexpr auto kRank = kind_of<NoParams, MetricKind>("rank", {}, R"({"rank": {}})");

constexpr std::array<const BehaviorKind*, 4> kBehaviors = {&kApproach, &kPatrol, &kSpin, &kWait};
constexpr std::array<const ArbiterKind*, 2> kArbiters = {&kSum, &kAverage};
constexpr std::array<const ActuatorKind*, 1> kActuators = {&kNoActuator};
constexpr std::array<const LocomotionKind*, 2> kLocomotion = {&kPointMass, &kCar};
constexpr std::array<const PlacementKind*, 2> kPlacements = {&kDisc, &kCells};
constexpr std::array<const ConditionKind*, 1> kConditions = {&kNever};
constexpr std::array<const MetricKind*, 2> kMetrics = {&kSpread, &kRank};

template <class K, std::size_t N>
Catalog::Family list(const std::array<const K*, N>& kinds) {
  return std::span<const K* const>(kinds);
}

}  // namespace

const Table& ViewDef::table() {
  static constexpr Table kTable = {.name = "view", .fields = kViewFields};
  return kTable;
}

const Catalog& fake_catalog() {
  static const Catalog catalog({list(kBehaviors), list(kArbiters), list(kActuators), list(kLocomotion),
                                list(kPlacements), list(kConditions), list(kMetrics)});
  return catalog;
}

std::string Reading::place(const Diagnostic& problem) const {
  const JsonSource& source = sources.at(problem.where.source);
  const SourcePosition position = sources.locate(problem.where.source, problem.where.begin);
  const std::string prefix = source.kind == SourceKind::command_line ? source.name + " " : "";
  return fmt::format("{}{}:{} {}", prefix, position.line, position.column, problem.pointer.value_or("-"));
}

std::string Reading::text() const {
  std::string all;
  for (const Diagnostic& problem : problems) {
    all += fmt::format("{} {} | {} | {} | {} | {}\n", place(problem), problem.message, problem.found,
                       problem.allowed, problem.suggestion, problem.hint);
  }
  return all;
}

Reading read_text(std::string text, const ReadOptions& options) {
  Reading reading;
  Diagnostics diagnostics;
  reading.scenario = read_scenario_text({"test.json", std::move(text)}, options, fake_catalog(),
                                        reading.sources, diagnostics);
  reading.problems = diagnostics.sorted();
  return reading;
}

}  // namespace drover::test
