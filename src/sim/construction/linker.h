// Turns the parameters of kinds from names and distributions into indices and columns.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sim/construction/entry_parameters.h"
#include "sim/definitions/drawn_number.h"
#include "sim/state/world.h"

namespace drover {

class Linker {
 public:
  Linker(Model& model, World& world, const EntryParameters& entries)
      : world_(world), model_(model), entries_(entries) {}

  // The steering of an agent type: its entries, groups, modes and conditions. Its agents are already listed.
  void link_steering(const SteeringDef& def, std::uint32_t type_index);

  // What the agents of a type do beside moving, in all modes and then mode by mode; after its steering.
  void link_actions(const AgentTypeDef& def, std::uint32_t type_index);

  // The quantities that are declared; before what refers to them.
  void link_quantities(const NamedList<QuantityDef>& defs);

  // A linked copy of the kind's parameters for some agents. `label` keys the draws.
  std::shared_ptr<void> link(const KindBox& box, std::span<const AgentIndex> agents, std::string_view label);

  // A factor of some agents. Returns its index in Model::factors: equal ones are one.
  std::uint32_t link_factor(const RampDef& def, std::span<const AgentIndex> agents, const std::string& label);

  // A condition for the agents of a target, after its parts. Returns its index in Model::conditions.
  std::uint32_t link_condition(const ConditionDef& def, const Target& watched, const std::string& label);

  // A target of some agents; `name` keys the draws.
  void link_target(Target& target, std::span<const AgentIndex> agents, const std::string& name);
  void link_reference(Reference& reference) const;

  // Draws a parameter that is a distribution for some agents; `name` keys the draws.
  void bind(Parameter& parameter, std::span<const AgentIndex> agents, const std::string& name);

 private:
  // The agent type that gets the entries being linked, and the prefix of their labels: "<mode>/", or empty.
  struct StackOwner {
    std::uint32_t type_index;
    std::string label_prefix;
    bool is_shared = false;  // the stack that modes share: each mode has an arbiter of its own
  };
  void link_action(const ActionDef& def, std::uint32_t mode, const StackOwner& owner);
  std::uint32_t link_group(const ArbiterDef& arbiter, const std::vector<StackEntryDef>& behaviors,
                           const StackOwner& owner);
  std::uint32_t link_entry(const StackEntryDef& def, const StackOwner& owner);
  std::uint32_t link_own_behavior(const ArbiterDef& arbiter, const StackOwner& owner);
  Ramp link_ramp(const RampDef& def, std::span<const AgentIndex> agents, const std::string& label);
  std::string label_of(const Kind& kind, const StackOwner& owner);
  void link_conditions_of_parts(StackEntry& entry, const StackOwner& owner);
  void link_part(const Table& table, void* part, std::span<const AgentIndex> agents, std::string_view label);

  std::uint32_t index_of(ReferenceType type, std::string_view name) const;
  void link_fields(std::span<const Field> fields, void* params, std::span<const AgentIndex> agents,
                   std::string_view label);

  World& world_;
  Model& model_;
  const EntryParameters& entries_;
  std::map<std::string, std::size_t>
      labels_;  // of the agent type being linked: how often each would be given
};

}  // namespace drover
