// Definitions as data: copies that share nothing, and a visit of every field through the field tables.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "sim/definitions/definitions.h"

namespace drover::test {

// The kinds' parameters are copied too.
ScenarioDef clone(const ScenarioDef& def);

// What makes agents, open to changes: the entries of "agents" and those of the events that spawn, in the
// order in which they get their numbers, and how many each ever makes.
struct AgentEntry {
  AgentDef* agents;
  std::int64_t count;
};
std::vector<AgentEntry> agent_entries(ScenarioDef& def);

// Calls visit for every value in the object that is no object, with its address: members, and elements of
// members that hold several; goes into objects and the parameters of kinds.
using VisitField = std::function<void(const Field& field, void* value)>;
void walk(const Table& table, void* object, const VisitField& visit);

// Every kind chosen in the object, wherever it stands.
void walk_kinds(const Table& table, void* object, const std::function<void(KindBox&)>& visit);

// The powers of a unit's base units: {1, -2, 0} for m/s^2.
struct Dimension {
  double length = 0.0;
  double time = 0.0;
  double mass = 0.0;
};

// Empty where the text is not a product and quotient of m, s, kg, rad, N and sqrt(s) with whole powers.
std::optional<Dimension> dimension_of(std::string_view unit);

}  // namespace drover::test
