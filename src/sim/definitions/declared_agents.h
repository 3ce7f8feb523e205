// The entries of a scenario that make agents: those of "agents", and those that events spawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/definitions/definitions.h"

namespace drover {

struct DeclaredAgents {
  const AgentDef* def;
  std::string pointer;             // JSON pointer of the entry
  std::int64_t count = 1;          // of all agents it ever makes
  std::int64_t number = 0;         // of the first one; the others have the next
  std::uint32_t event = kNoIndex;  // of spawned agents: index in ScenarioDef::events
  bool is_anchor = false;          // of a formation: it has no body

  bool is_there_at_start() const { return event == kNoIndex && !is_anchor; }

  // How many come together, the last ones of a source perhaps fewer: they are placed together, as if there
  // were no others.
  std::size_t batch() const { return static_cast<std::size_t>(def->count); }
};

// All of them, in the order in which they get their numbers: without a number of its own an entry takes the
// next free ones. Entries of events that could not be read are left out.
std::vector<DeclaredAgents> declared_agents(const ScenarioDef& def);

// The types that agents of the entry may have.
std::vector<std::string_view> type_names(const AgentDef& agents);

// Whether they may have this one.
bool may_be(const AgentDef& agents, std::string_view type);

// Whether a target that names one agent, a group or a type may mean agents of the entry.
bool may_mean(const Target& target, const AgentDef& agents);

}  // namespace drover
