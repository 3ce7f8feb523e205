// Visits the behaviors that an agent type or the anchor of a formation declares.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/problem.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/group.h"
#include "sim/definitions/kinds.h"

namespace drover {

// The JSON pointer of the steering of an agent type.
inline std::string steering_pointer(const Named<AgentTypeDef>& type) {
  std::string pointer = "/agent_types";
  append_pointer_token(pointer, type.name);
  return pointer + "/steering";
}

// The same of the anchor of a formation.
inline std::string steering_pointer(const Named<FormationDef>& formation) {
  std::string pointer = "/formations";
  append_pointer_token(pointer, formation.name);
  return pointer + "/anchor/steering";
}

// The JSON pointer of one of its modes.
inline std::string mode_pointer(const std::string& steering, const Named<ModeDef>& mode) {
  std::string pointer = steering + "/modes";
  append_pointer_token(pointer, mode.name);
  return pointer;
}

// Calls visit(kind, params, pointer) for the behaviors of one list and those of the groups in it, except for
// those whose kind could not be read.
template <class Visit>
void visit_behaviors(const std::vector<StackEntryDef>& behaviors, const std::string& owner,
                     const Visit& visit) {
  for (std::size_t k = 0; k < behaviors.size(); ++k) {
    const Boxed<BehaviorKind>& box = behaviors[k].behavior;
    const std::string pointer = fmt::format("{}/behaviors/{}", owner, k);
    if (box.kind == &kGroup) visit_behaviors(box.as<BehaviorGroupDef>().behaviors, pointer, visit);
    if (box.kind != nullptr) visit(*box.get(), box.params.get(), pointer);
  }
}

// The same for all behaviors of a steering, in every mode.
template <class Visit>
void visit_behaviors(const SteeringDef& steering, const std::string& pointer, const Visit& visit) {
  visit_behaviors(steering.behaviors, pointer, visit);
  for (const Named<ModeDef>& mode : steering.modes)
    visit_behaviors(mode.value.behaviors, mode_pointer(pointer, mode), visit);
}

template <class Visit>
void visit_behaviors(const Named<AgentTypeDef>& type, const Visit& visit) {
  visit_behaviors(type.value.steering, steering_pointer(type), visit);
}

}  // namespace drover
