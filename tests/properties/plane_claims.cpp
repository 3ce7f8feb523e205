#include "properties/plane_claims.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "properties/definition_walk.h"
#include "properties/rigid_motion.h"
#include "properties/scenario_files.h"

namespace drover::test {
namespace {

bool has_active_edges(const ScenarioDef& def) {
  return def.world.bounds && def.world.bounds->edge != Edge::open;
}

bool has_orientations(const ScenarioDef& def) {
  bool found = false;
  ScenarioDef copy = clone(def);
  walk(ScenarioDef::table(), &copy, [&](const Field& field, void* member) {
    const bool is_angle =
        is_orientation(field) || (field.key == "direction" && field.access.type == FieldType::parameter);
    found = found || (is_angle && static_cast<Parameter*>(member)->is_present());
  });
  return found;
}

// Agents that draw another place as soon as they have reached one, or come into a mode with such a goal.
bool draws_goals(const ScenarioDef& def) {
  return std::ranges::any_of(def.agent_types, [](const Named<AgentTypeDef>& type) {
    const auto& modes = type.value.steering.modes;
    return (type.value.goals.goal && type.value.goals.goal->random.is_redrawn()) ||
           std::ranges::any_of(modes, [](const Named<ModeDef>& mode) {
             return mode.value.goals.goal && !mode.value.goals.goal->random.region.name.empty();
           });
  });
}

// Of equal manoeuvres the first in their order counts.
bool tries_manoeuvres(const ScenarioDef& def) {
  return std::ranges::any_of(def.agent_types, [](const Named<AgentTypeDef>& type) {
    return type.value.actuator.actuator.kind->name == "capability_search";
  });
}

// Of bodies that turn on the spot: in which step a track stops decides how they go on.
bool turns_on_the_spot(const ScenarioDef& def) {
  return std::ranges::any_of(def.agent_types, [](const Named<AgentTypeDef>& type) {
    return type.value.actuator.actuator.kind->name == "tank" &&
           type.value.locomotion.locomotion.kind->name == "two_track";
  });
}

// Ways that begin with pieces of circles.
bool plans_manoeuvres(const ScenarioDef& def) {
  bool found = false;
  ScenarioDef copy = clone(def);
  walk_kinds(ScenarioDef::table(), &copy,
             [&](KindBox& box) { found = found || (box.kind != nullptr && box.kind->name == "manoeuvres"); });
  return found;
}

bool draws_places(const ScenarioDef& def) {
  return draws_goals(def) || std::ranges::any_of(def.events, [](const EventDef& event) {
           return event.event.kind->name == kSpawnName && event.event.as<SpawnDef>().when_free;
         });
}

// A heading turns to the velocity by degrees, and to the left where the velocity is exactly opposite.
bool reverses_exactly(const ScenarioDef& def) {
  constexpr auto kThereAndBack =
      std::to_array<std::string_view>({"goal_distance", "goal_state", "neighbor_count", "market"});
  return std::ranges::find(kThereAndBack, def.name) != kThereAndBack.end();
}

// The pipeline of an agent that aims through the very middle of something passes it on its left.
bool aims_through_a_middle(const ScenarioDef& def) {
  return def.name == "f1_pipeline";
}

bool finds_covers(const ScenarioDef& def) {
  return std::ranges::any_of(def.formations, [](const Named<FormationDef>& formation) {
    return formation.value.cover && formation.value.cover->from == CoverSource::shapes;
  });
}

bool stands_something(const ScenarioDef& def) {
  return !def.world.walls.empty() || !def.world.obstacles.empty() || !def.world.ground.empty();
}

constexpr std::array kClaims = {
    PlaneClaims{"all", [](const ScenarioDef&) { return true; }, Claim::exact, Claim::exact, Claim::rounding,
                Claim::rounding, "sums with a shift and products with a cosine are rounded"},
    PlaneClaims{"edges that wrap, reflect or clamp", has_active_edges, Claim::exact, Claim::exact,
                Claim::rounding, Claim::none, "a turned rectangle is none along the axes"},
    PlaneClaims{
        "directions given as angles", has_orientations, Claim::rounding, Claim::rounding, Claim::rounding,
        Claim::rounding,
        "sine and cosine of an angle plus a quarter turn differ from those of the angle by a rounding"},
    PlaneClaims{"bodies that reverse exactly", reverses_exactly, Claim::exact, Claim::none, Claim::rounding,
                Claim::none, "their headings turn back through the left, in a mirrored scene too"},
    PlaneClaims{"ways over cells", finds_ways, Claim::none, Claim::none, Claim::rounding, Claim::none,
                "cells lie along the axes, and of equal ways the first in their order counts"},
    PlaneClaims{"ways through the middle of something", aims_through_a_middle, Claim::exact, Claim::none,
                Claim::rounding, Claim::rounding,
                "the pipeline passes it on the left, in a mirrored scene too"},
    PlaneClaims{
        "covers found around shapes", finds_covers, Claim::exact, Claim::none, Claim::rounding, Claim::none,
        "they are counted counterclockwise, in a mirrored scene too, and found anew as a threat comes "
        "to another cell, along the axes"},
    PlaneClaims{"manoeuvres that are tried out", tries_manoeuvres, Claim::exact, Claim::none, Claim::rounding,
                Claim::rounding, "of equal ones the first counts, which turns right"},
    PlaneClaims{"manoeuvres of pieces", plans_manoeuvres, Claim::exact, Claim::rounding, Claim::rounding,
                Claim::rounding, "arcs to the right are rounded in another way than those to the left"},
    PlaneClaims{"drivers on tracks", turns_on_the_spot, Claim::exact, Claim::exact, Claim::none, Claim::none,
                "in which step a track stops decides how they go on"},
    PlaneClaims{"three dimensions",
                [](const ScenarioDef& def) { return def.world.space() == Dimensions::space; },
                Claim::rounding, Claim::rounding, Claim::rounding, Claim::rounding,
                "turns about an axis are products with sines and cosines"},
    PlaneClaims{"sources that wait for room, goals drawn anew", draws_places, Claim::none, Claim::none,
                Claim::none, Claim::none,
                "places are drawn in the course of the run, in an area along the axes"},
};

constexpr std::array<std::string_view, 3> kClaimNames = {"exact", "to rounding", "none"};

std::string_view name_of(Claim claim) {
  return kClaimNames[static_cast<std::size_t>(claim)];
}

}  // namespace

bool finds_ways(const ScenarioDef& def) {
  bool uses_grids = false;
  ScenarioDef copy = clone(def);
  walk_kinds(ScenarioDef::table(), &copy, [&](KindBox& box) {
    const std::string_view name = box.kind == nullptr ? "" : box.kind->name;
    uses_grids = uses_grids || name == "go_to" || name == "flow_field" || name == "planning";
  });
  uses_grids = uses_grids || !def.navigation.grids.empty();
  return uses_grids && stands_something(def);
}

std::span<const PlaneClaims> plane_claims() {
  return kClaims;
}

Claim claim_of(const ScenarioDef& def, Claim PlaneClaims::*motion) {
  Claim weakest = Claim::exact;
  for (const PlaneClaims& row : kClaims)
    if (row.have(def)) weakest = std::max(weakest, row.*motion);
  return weakest;
}

MovedRun run_of(Claim claim) {
  return claim == Claim::exact ? MovedRun{.steps = 150, .tolerance = 0.0}
                               : MovedRun{.steps = 32, .tolerance = 1e-5};
}

std::string table_text() {
  std::string text;
  for (const PlaneClaims& row : kClaims)
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", row.scenes, name_of(row.quarter_turn),
                        name_of(row.mirror), name_of(row.shift), name_of(row.any_turn), row.why);
  return text;
}

std::string readme_text() {
  std::ifstream file(std::string(DROVER_SOURCE_DIR) + "/tests/properties/README.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace drover::test
