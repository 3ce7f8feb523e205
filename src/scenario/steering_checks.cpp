// What only a whole agent type shows: names of modes, and behaviors its body cannot carry out.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/group.h"
#include "sim/definitions/kinds.h"

namespace drover {
namespace {

std::string pointer_to(const Named<AgentTypeDef>& type) {
  std::string pointer = "/agent_types";
  append_pointer_token(pointer, type.name);
  return pointer + "/steering";
}

std::string pointer_to(const std::string& steering, const Named<ModeDef>& mode) {
  std::string pointer = steering + "/modes";
  append_pointer_token(pointer, mode.name);
  return pointer;
}

class SteeringChecker {
 public:
  SteeringChecker(const ReadScenario& scenario, ReaderContext& context)
      : scenario_(scenario), context_(context) {}

  void run() {
    for (const Named<AgentTypeDef>& type : scenario_.def.agent_types) {
      check_mode_names(type);
      check_turning(type);
    }
    for (const DeclaredAgents& agents : declared_agents(scenario_.def))
      check_agent(*agents.def, agents.pointer);
  }

 private:
  void check_mode_names(const Named<AgentTypeDef>& type) {
    const SteeringDef& steering = type.value.steering;
    const std::string pointer = pointer_to(type);
    check_mode(steering.initial_mode, type, pointer + "/initial_mode");
    for (const Named<ModeDef>& mode : steering.modes) {
      const std::vector<TransitionDef>& transitions = mode.value.transitions;
      for (std::size_t k = 0; k < transitions.size(); ++k) {
        check_mode(transitions[k].to, type,
                   fmt::format("{}/transitions/{}/to", pointer_to(pointer, mode), k));
      }
    }
  }

  void check_agent(const AgentDef& agent, const std::string& pointer) {
    const auto& types = scenario_.def.agent_types;
    const auto type = std::find_if(types.begin(), types.end(), [&](const Named<AgentTypeDef>& entry) {
      return entry.name == agent.type.name;
    });
    if (type != types.end()) check_mode(agent.mode, *type, pointer + "/mode");
  }

  // An empty name is no name: the first mode is meant.
  void check_mode(const std::string& name, const Named<AgentTypeDef>& type, const std::string& pointer) {
    std::vector<std::string_view> names;
    for (const Named<ModeDef>& mode : type.value.steering.modes)
      names.push_back(mode.name);
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
    Problem problem = unknown_name(
        // Without the type: types that inherit the mistake do not repeat it.
        context_, fmt::format("unknown mode \"{}\"", name), name, names);
    if (names.empty()) problem.hint = "The steering of the agent type has no \"modes\".";
    problem.pointer = pointer;
    report(scenario_.document, std::move(problem), context_.diagnostics);
  }

  // Behaviors that ask for nothing but a rotation, of a body that does not take one.
  void check_turning(const Named<AgentTypeDef>& type) {
    const auto* locomotion = static_cast<const LocomotionKind*>(type.value.locomotion.locomotion.kind);
    if (locomotion == nullptr || locomotion->turns || !locomotion->steered) return;
    const SteeringDef& steering = type.value.steering;
    const std::string pointer = pointer_to(type);
    check_turning(steering.behaviors, pointer, *locomotion);
    for (const Named<ModeDef>& mode : steering.modes)
      check_turning(mode.value.behaviors, pointer_to(pointer, mode), *locomotion);
  }

  void check_turning(const std::vector<SlotDef>& behaviors, const std::string& owner,
                     const LocomotionKind& locomotion) {
    for (std::size_t k = 0; k < behaviors.size(); ++k) {
      const auto* kind = static_cast<const BehaviorKind*>(behaviors[k].behavior.kind);
      const std::string pointer = fmt::format("{}/behaviors/{}", owner, k);
      if (kind == &kGroup)
        check_turning(behaviors[k].behavior.as<BehaviorGroupDef>().behaviors, pointer, locomotion);
      if (kind != nullptr && kind->turns) warn_of_turning(*kind, locomotion, pointer + "/type");
    }
  }

  void warn_of_turning(const BehaviorKind& behavior, const LocomotionKind& locomotion,
                       const std::string& pointer) {
    if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    std::vector<std::string_view> bodies;
    for (const Kind* kind : context_.catalog.kinds("locomotion")) {
      if (static_cast<const LocomotionKind*>(kind)->turns) bodies.push_back(kind->name);
    }
    report(scenario_.document,
           {.pointer = pointer,
            .message = fmt::format("\"{}\" asks for a rotation, but \"{}\" faces along its velocity",
                                   behavior.name, locomotion.name),
            .hint = bodies.empty() ? ""
                                   : fmt::format("Bodies that turn by themselves: {}.",
                                                 fmt::join(bodies.begin(), bodies.end(), ", ")),
            .severity = Severity::warning},
           context_.diagnostics);
  }

  const ReadScenario& scenario_;
  ReaderContext& context_;
};

}  // namespace

void check_steering(const ReadScenario& scenario, ReaderContext& context) {
  SteeringChecker(scenario, context).run();
}

}  // namespace drover
