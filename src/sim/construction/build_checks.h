// What is wrong with a world that was built, and what of it is probably not meant. What is wrong with a
// scenario alone is found when it is read (scenario/scenario_checks.h).
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sim/construction/seats.h"
#include "sim/step/built_world.h"

namespace drover {

// What a check looks at and reports to. The scenario, its entries and seats outlive it.
struct BuildCheck {
  void fail(std::string pointer, Problem problem) {
    problem.pointer = std::move(pointer);
    built.problems.push_back(std::move(problem));
  }
  void warn(std::string pointer, Problem problem) {
    problem.pointer = std::move(pointer);
    problem.severity = Severity::warning;
    built.warnings.push_back(std::move(problem));
  }
  // At the start of the agent's entry, unless there is one.
  void warn_about_start(AgentIndex agent, Problem problem, std::string_view key = "") {
    std::string pointer = start_of(agent, key);
    if (warned.insert(pointer).second) warn(std::move(pointer), std::move(problem));
  }
  const DeclaredAgents& entry_of(AgentIndex agent) const { return entries[seats[agent].entry]; }
  // Without a key that of the place.
  std::string start_of(AgentIndex agent, std::string_view key = "") const {
    const DeclaredAgents& entry = entry_of(agent);
    if (key.empty()) key = entry.def->position ? "position" : "placement";
    return entry.pointer + "/" + std::string(key);
  }

  const ScenarioDef& def;
  std::span<const DeclaredAgents> entries;
  std::span<const Seat> seats;  // by index of the agent
  BuiltWorld& built;
  const World& world = built.world;
  const Model& model = built.world.model();
  std::set<std::string> warned = {};  // places that have a warning about a start
};

// Before the members take their slots.
void check_formations(BuildCheck& check);
// With the members in their slots.
void warn_about_formations(BuildCheck& check);

// Agents that start on ground that is forbidden to their type.
void check_ground_under_starts(BuildCheck& check);
// Goals that agents who find ways find none to, or that stand in something.
void warn_about_ways(BuildCheck& check);
// Ranges, limits, shapes that are never there, and how agents start.
void warn_about_world(BuildCheck& check);

}  // namespace drover
