// Links the goals that agent types, entries of agents, modes and events declare.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/construction/linker.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/definitions.h"
#include "sim/step/built_world.h"

namespace drover {

// Links single goals. Pointers of problems are relative to the object that has the keys of goals.
class GoalLinker {
 public:
  GoalLinker(Model& model, World& world, const EntryParameters& entries)
      : linker_(model, world, entries), model_(model) {}

  // A goal for some agents, ascending. Returns its index in GoalModel::goals.
  std::uint32_t add(const GoalDef& def, std::span<const AgentIndex> agents);
  // One that says how it is pursued, too: by the keys that are given.
  std::uint32_t add(const GoalKeys& keys, std::span<const AgentIndex> agents, const std::string& label);
  GoalSequel link_sequel(const AtGoalDef& def);
  // A goal radius for some agents; `label` keys the draws.
  Parameter link_radius(const Parameter& radius, std::span<const AgentIndex> agents,
                        const std::string& label);

  // What was wrong since the last time, and what has no effect.
  std::vector<Problem> take_problems() { return std::exchange(problems_, {}); }

 private:
  std::uint32_t index_of(const Reference& named) const;
  void check_heights(std::uint32_t region);
  void link_each(const std::vector<Vec3>& points, std::span<const AgentIndex> agents, AgentGoal& goal);
  void link_agent(const Reference& agent, std::span<const AgentIndex> agents, AgentGoal& goal);
  void link_regions(const RegionsGoalDef& def, AgentGoal& goal) const;
  void link_route(const RouteGoalDef& def, AgentGoal& goal) const;
  void warn_about_edges(const AgentGoal& goal);
  std::uint32_t link_queue(const QueueDef& def);

  Linker linker_;
  Model& model_;
  std::vector<Problem> problems_;
};

// Gives all agents of a scenario the goals they begin with. What it is given outlives it.
class GoalBuilder {
 public:
  GoalBuilder(Model& model, BuiltWorld& built, const EntryParameters& parameters,
              const NamedList<AgentTypeDef>& types, std::span<const DeclaredAgents> entries,
              std::span<const Seat> seats)
      : model_(model),
        built_(built),
        linker_(model, built.world, parameters),
        types_(types),
        entries_(entries),
        seats_(seats) {}

  void build();

 private:
  const DeclaredAgents& entry_of(AgentIndex i) const { return entries_[seats_[i].entry]; }
  void build_goals();
  void build_manners();
  void build_modes();
  void give(const GoalDef& def, const std::vector<AgentIndex>& agents, const std::string& pointer);
  void check_next(std::uint32_t goal, const GoalSequel& sequel, const std::string& pointer);
  void check_queues();
  void report(const std::string& pointer);

  Model& model_;
  BuiltWorld& built_;
  GoalLinker linker_;
  const NamedList<AgentTypeDef>& types_;
  std::span<const DeclaredAgents> entries_;
  std::span<const Seat> seats_;  // by index of the agent
};

}  // namespace drover
