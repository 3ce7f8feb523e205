// What only a whole agent type shows: names of modes, and behaviors its body cannot carry out.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"
#include "scenario/steering_walk.h"
#include "sim/definitions/declared_agents.h"

namespace drover {
namespace {

class SteeringChecker {
 public:
  SteeringChecker(const ReadScenario& scenario, ReaderContext& context)
      : scenario_(scenario), context_(context) {}

  void run() {
    for (const Named<AgentTypeDef>& type : scenario_.def.agent_types) {
      check_mode_names(type.value.steering, steering_pointer(type), "agent type");
      check_turning(type);
      check_walls(type);
      check_border(type);
    }
    for (const Named<FormationDef>& formation : scenario_.def.formations)
      check_mode_names(formation.value.anchor.steering, steering_pointer(formation), "anchor");
    for (const DeclaredAgents& agents : declared_agents(scenario_.def))
      check_agent(*agents.def, agents.pointer);
  }

 private:
  void check_mode_names(const SteeringDef& steering, const std::string& pointer, std::string_view owner) {
    check_mode(steering.initial_mode, steering, pointer + "/initial_mode", owner);
    for (const Named<ModeDef>& mode : steering.modes) {
      const std::vector<TransitionDef>& transitions = mode.value.transitions;
      for (std::size_t k = 0; k < transitions.size(); ++k) {
        check_mode(transitions[k].to, steering,
                   fmt::format("{}/transitions/{}/to", mode_pointer(pointer, mode), k), owner);
      }
    }
  }

  void check_agent(const AgentDef& agent, const std::string& pointer) {
    for (const std::string_view name : type_names(agent)) {
      const auto& types = scenario_.def.agent_types;
      const auto type = std::find_if(types.begin(), types.end(),
                                     [&](const Named<AgentTypeDef>& entry) { return entry.name == name; });
      if (type != types.end()) check_mode(agent.mode, type->value.steering, pointer + "/mode", "agent type");
    }
  }

  // An empty name is no name: the first mode is meant.
  void check_mode(const std::string& name, const SteeringDef& steering, const std::string& pointer,
                  std::string_view owner) {
    std::vector<std::string_view> names;
    for (const Named<ModeDef>& mode : steering.modes)
      names.push_back(mode.name);
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
    Problem problem = unknown_name(
        // Without the type: types that inherit the mistake do not repeat it.
        context_, fmt::format("unknown mode \"{}\"", name), name, names);
    if (names.empty()) problem.hint = fmt::format("The steering of the {} has no \"modes\".", owner);
    problem.pointer = pointer;
    report(scenario_.document, std::move(problem), context_.diagnostics);
  }

  // Behaviors that ask for a rotation, of a body that does not take one.
  void check_turning(const Named<AgentTypeDef>& type) {
    const LocomotionKind* locomotion = type.value.locomotion.locomotion.get();
    if (locomotion == nullptr || locomotion->turns || !locomotion->steered) return;
    visit_behaviors(type, [&](const BehaviorKind& kind, const void* params, const std::string& pointer) {
      if (kind.needs_turning != nullptr && kind.needs_turning(params))
        warn_of_turning(kind, *locomotion, pointer + "/type");
    });
  }

  void warn_of_turning(const BehaviorKind& behavior, const LocomotionKind& locomotion,
                       const std::string& pointer) {
    if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    std::vector<std::string_view> bodies;
    for (const LocomotionKind* kind : context_.catalog.kinds<LocomotionKind>()) {
      if (kind->turns) bodies.push_back(kind->name);
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

  // Behaviors that see obstacles only, in a world with walls only.
  void check_walls(const Named<AgentTypeDef>& type) {
    const WorldDef& world = scenario_.def.world;
    if (world.walls.empty() || !world.obstacles.empty()) return;
    visit_behaviors(type, [&](const BehaviorKind& kind, const void* params, const std::string& pointer) {
      if (kind.ignores_walls == nullptr || !kind.ignores_walls(params)) return;
      if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
      report(scenario_.document,
             {.pointer = pointer + "/type",
              .message = fmt::format("\"{}\" sees obstacles only, and there are only walls", kind.name),
              .hint = "Walls are seen by wall_avoidance.",
              .severity = Severity::warning},
             context_.diagnostics);
    });
  }

  // Agents avoid walls, and are held back by the border of the world only, which is none. Who stays inside a
  // region, or has ground to stay on, may mean that.
  void check_border(const Named<AgentTypeDef>& type) {
    const WorldDef& world = scenario_.def.world;
    if (!world.bounds || !world.walls.empty() || !world.ground.empty()) return;
    const Edge edge = world.bounds->edge;
    if (edge != Edge::clamp && edge != Edge::reflect) return;
    std::optional<std::string> avoider;
    bool is_contained = false;
    visit_behaviors(type, [&](const BehaviorKind& kind, const void* params, const std::string& pointer) {
      // Feelers may meet obstacles and agents as well.
      const bool meets_more = std::ranges::any_of(kind.table.fields, [&](const Field& field) {
        return (field.key == "obstacles" || field.key == "agents") &&
               field.access.is_one(FieldType::boolean) && *static_cast<const bool*>(field.in(params));
      });
      if (kind.name == "wall_avoidance" && !meets_more && !avoider) avoider = pointer;
      is_contained = is_contained || kind.name == "containment";
    });
    if (!avoider || is_contained || context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    report(scenario_.document,
           {.pointer = *avoider + "/type",
            .message =
                "\"wall_avoidance\" has no effect: there are no walls, and the border of the world is none",
            .hint = "Draw walls along the border, or stay inside a region with \"containment\".",
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
