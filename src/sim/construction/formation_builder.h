// Builds the formations of a scenario: their anchors, which are agents without a body, their columns and who
// belongs to them.
#pragma once

#include <string>
#include <vector>

#include "sim/construction/linker.h"
#include "sim/definitions/declared_agents.h"
#include "sim/step/built_world.h"

namespace drover {

// The anchors as agents, in the order of the formations, and their agent types.
std::vector<AgentDef> anchor_agents(const ScenarioDef& def);
NamedList<AgentTypeDef> anchor_types(const ScenarioDef& def);

class FormationBuilder {
 public:
  FormationBuilder(const ScenarioDef& def, Model& model, BuiltWorld& built)
      : def_(def), built_(built), world_(built.world), model_(model) {}

  // Names and anchors, which targets refer to; when the agents are there.
  void declare();
  // Members, roles and conditions; when the agents are placed.
  void link(Linker& linker);
  void add_columns();
  // Whether an agent has a slot to start in, once formations are linked: where places are claimed from where
  // everybody stands, there is none.
  bool starts_in_slot(AgentIndex i) const {
    return !member_of_.empty() && member_of_[i] != kNoIndex &&
           !model_.formations[member_of_[i]].is_emergent();
  }
  // Members take their slots; those in `in_slots` start there.
  void start(std::span<const AgentIndex> in_slots);

 private:
  std::span<const AgentIndex> agents_of(const Reference& reference) const;
  void link_members(Linker& linker, std::uint32_t f);
  void add_member(std::uint32_t f, std::size_t entry, AgentIndex member, const std::string& pointer);
  void link_roles(Formation& formation);
  void link_marks(Formation& formation);
  void find_turns(Formation& formation);
  std::vector<AgentIndex> possible_members(const Formation& formation) const;
  void measure_trail(const Formation& formation);
  void find_covers();
  std::string name_of(AgentIndex member) const;

  const ScenarioDef& def_;
  BuiltWorld& built_;
  World& world_;
  Model& model_;
  std::vector<std::uint32_t> member_of_;  // by row
  std::vector<std::uint32_t> leader_;     // by formation
};

}  // namespace drover
