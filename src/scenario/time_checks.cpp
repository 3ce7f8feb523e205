// The steps of a run, and time constants that steps of this length cannot follow.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "scenario/describe.h"
#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"
#include "sim/definitions/request_unit_of.h"

namespace drover {
namespace {

const std::string kDuration = "/simulation/duration";

void check_step_count(CheckedScenario& scenario) {
  // As doubles: the quotient may be far beyond every integer.
  const double steps = std::floor(scenario.def.simulation.duration / scenario.def.simulation.dt + 0.5);
  if (steps > static_cast<double>(kMaxSteps)) {
    return scenario.fail({.pointer = kDuration,
                          .message = "the run has too many steps",
                          .found = fmt::format("{} steps: duration / dt", number_text(steps)),
                          .allowed = {fmt::format("at most {} steps", kMaxSteps)}});
  }
  double agents = 0.0;
  for (const DeclaredAgents& entry : scenario.parts.agents)
    agents += static_cast<double>(entry.count);
  if (agents * steps <= kMaxAgentSteps) return;
  scenario.fail({.pointer = kDuration,
                 .message = "the run is too long for so many agents",
                 .found = fmt::format("{} agents times {} steps", number_text(agents), number_text(steps)),
                 .allowed = {fmt::format("at most {} agents times steps", number_text(kMaxAgentSteps))}});
}

void warn_about_time(CheckedScenario& scenario, std::string_view key, double time, const std::string& owner) {
  const double dt = scenario.def.simulation.dt;
  if (time >= dt) return;
  scenario.warn(
      {.pointer = fmt::format("{}/{}", owner, key),
       .message = fmt::format("\"{}\" is shorter than a step: the agent overshoots what it steers to", key),
       .found = fmt::format("{} s, dt is {} s", number_text(time), number_text(dt)),
       .hint = fmt::format("Use a smaller dt, or a {} of at least dt.", key)});
}

// Of agents that decide less often: what is held carries them past their place.
void warn_about_decisions(CheckedScenario& scenario, std::string_view key, double time, double decide_every,
                          const std::string& owner) {
  if (time >= decide_every || decide_every <= scenario.def.simulation.dt) return;
  scenario.warn(
      {.pointer = fmt::format("{}/{}", owner, key),
       .message = fmt::format("\"{}\" is shorter than \"decide_every\": the agent overshoots", key),
       .found = fmt::format("{} s, decide_every is {} s", number_text(time), number_text(decide_every))});
}

// What follows with the time constants of a stack.
struct Following {
  RequestUnit unit;
  double decide_every;  // s
};

void warn_about_field(CheckedScenario& scenario, const Field& field, const void* object,
                      const Following& following, const std::string& owner) {
  if (field.access.type == FieldType::object) {
    for (const Field& inner : field.access.nested().fields)
      warn_about_field(scenario, inner, field.in(object), following, fmt::format("{}/{}", owner, field.key));
  }
  // A velocity that is asked for is there after one step, whatever the time constant.
  const bool is_followed =
      field.time_constant == TimeConstant::of_position ||
      (field.time_constant == TimeConstant::of_velocity && following.unit == RequestUnit::acceleration);
  if (!is_followed || field.access.type != FieldType::parameter) return;
  const auto& time = *static_cast<const Parameter*>(field.in(object));
  if (!time.is_present()) return;
  warn_about_time(scenario, field.key, time.least(), owner);
  if (field.time_constant == TimeConstant::of_position)
    warn_about_decisions(scenario, field.key, time.least(), following.decide_every, owner);
}

// What the behaviors of a steering ask for; nothing where that is not known, or of no effect.
std::optional<RequestUnit> unit_of(const LocatedSteering& steering) {
  if (steering.type == nullptr) return RequestUnit::velocity;  // of anchors
  const AgentTypeDef& type = steering.type->value;
  const LocomotionKind* body = type.locomotion.locomotion.get();
  if (body == nullptr || !body->steered || type.actuator.actuator.kind == nullptr) return std::nullopt;
  return request_unit_of(type);
}

}  // namespace

void check_times(CheckedScenario& scenario) {
  check_step_count(scenario);
  for (const LocatedSteering& steering : scenario.parts.steerings) {
    const std::optional<RequestUnit> unit = unit_of(steering);
    const double decide_every = steering.type == nullptr ? 0.0 : steering.type->value.decide_every;
    for (const LocatedEntry& entry : steering.entries) {
      if (!unit || entry.kind() == nullptr) continue;
      const std::span<const Field> fields = entry.kind()->table.fields;
      for (const Field& field : fields) {
        const double period = std::max(decide_every, entry.def.decide_every);
        if (is_read(fields, field, entry.params()))
          warn_about_field(scenario, field, entry.params(), {*unit, period}, entry.pointer);
      }
    }
  }
  for (const auto& [formation, pointer] : scenario.parts.formations)
    warn_about_time(scenario, "response_time", formation.value.response_time, pointer);
}

void warn_about_duration(CheckedScenario& scenario) {
  constexpr double kHundredth = 0.01;  // of a step: dt may be a rounded fraction such as 1/60
  const SimulationDef& simulation = scenario.def.simulation;
  if (!scenario.is_given(kDuration)) return;
  const double steps = simulation.duration / simulation.dt;
  const double whole = std::floor(steps + 0.5);
  if (std::fabs(steps - whole) <= kHundredth || steps > static_cast<double>(kMaxSteps)) return;
  scenario.warn(
      {.pointer = kDuration,
       .message = "the duration is no multiple of dt",
       .found = fmt::format("{} s, dt {} s", number_text(simulation.duration), number_text(simulation.dt)),
       .hint = fmt::format("The run takes {} steps, which are {:.6g} s.", whole, whole * simulation.dt)});
}

}  // namespace drover
