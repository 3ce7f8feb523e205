// Parts of pipelines that have no effect in their scenario.
#include <string>

#include <fmt/format.h>

#include "scenario/json_edit.h"
#include "scenario/scenario_checks.h"
#include "scenario/written_fields.h"

namespace drover {
namespace {

// The type whose steering a pointer leads into; null for none.
const Named<AgentTypeDef>* type_of_pipeline(const CheckedScenario& scenario, std::string_view pointer) {
  constexpr std::string_view kTypes = "/agent_types/";
  if (!pointer.starts_with(kTypes)) return nullptr;
  pointer.remove_prefix(kTypes.size());
  const std::optional<std::string> name = unescape_token(pointer.substr(0, pointer.find('/')));
  return name ? scenario.find_type(*name) : nullptr;
}

bool is_written(const CheckedScenario& scenario, const std::string& pointer) {
  const JsonValue* value = value_at(scenario.document, pointer);
  return value != nullptr && !value->is_null();
}

// What constraints keep off, in a world that has none of it; ground that agents may not enter is an obstacle.
void warn_about_constraint(CheckedScenario& scenario, const Kind& kind, const std::string& pointer) {
  const WorldDef& world = scenario.def.world;
  std::string_view missing;
  if (kind.name == "wall" && world.walls.empty()) missing = "walls";
  if (kind.name == "avoid_obstacle" && world.obstacles.empty() && world.ground.empty() &&
      !is_written(scenario, pointer + "/center"))
    missing = "obstacles";
  if (missing.empty()) return;
  scenario.warn_of_own({.pointer = pointer + "/type",
                        .message = fmt::format("\"{}\" has no effect: there are no {}", kind.name, missing)});
}

// An orientation for a body that does not turn by itself.
void warn_about_orientation(CheckedScenario& scenario, const Kind& kind, const std::string& pointer) {
  const bool turns =
      kind.name == "face" || (kind.name == "fixed" && (is_written(scenario, pointer + "/orientation") ||
                                                       is_written(scenario, pointer + "/orientation_deg")));
  const Named<AgentTypeDef>* type = type_of_pipeline(scenario, pointer);
  if (!turns || type == nullptr) return;
  const LocomotionKind* body = type->value.locomotion.locomotion.get();
  if (body == nullptr || body->turns || !body->steered) return;
  scenario.warn_of_own(
      {.pointer = pointer + "/type",
       .message = fmt::format("\"{}\" asks for an orientation, but \"{}\" faces along its velocity",
                              kind.name, body->name)});
}

}  // namespace

void warn_about_pipelines(CheckedScenario& scenario) {
  visit_written(scenario.def, scenario.document,
                {.field = [](const WrittenField&) { return true; },
                 .kind =
                     [&](const Kind& kind, const std::string& pointer) {
                       if (kind.family == "constraint") warn_about_constraint(scenario, kind, pointer);
                       if (kind.family == "targeter") warn_about_orientation(scenario, kind, pointer);
                     }});
}

}  // namespace drover
