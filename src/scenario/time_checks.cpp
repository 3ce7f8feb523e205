// Time constants that steps of this length cannot follow.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scenario/describe.h"
#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"
#include "scenario/steering_walk.h"
#include "sim/definitions/request_unit_of.h"

namespace drover {
namespace {

// The least value that an agent may get; infinite where there is none.
double least_value(const Parameter& parameter) {
  if (!parameter.is_present()) return kInfinity;
  return parameter.is_drawn() ? parameter.distribution().least() : parameter.constant();
}

class TimeChecker {
 public:
  TimeChecker(const ReadScenario& scenario, ReaderContext& context)
      : scenario_(scenario), context_(context), dt_(scenario.def.simulation.dt) {}

  void run() {
    for (const Named<AgentTypeDef>& type : scenario_.def.agent_types) {
      const LocomotionKind* body = type.value.locomotion.locomotion.get();
      if (body == nullptr || !body->steered || type.value.actuator.actuator.kind == nullptr) continue;
      unit_ = request_unit_of(type.value);
      check(type.value.steering, steering_pointer(type));
    }
    for (const Named<FormationDef>& formation : scenario_.def.formations) {
      unit_ = RequestUnit::velocity;
      check(formation.value.anchor.steering, steering_pointer(formation));
      if (formation.value.response_time < dt_)
        warn("response_time", formation.value.response_time, formation_pointer(formation));
    }
  }

 private:
  static std::string formation_pointer(const Named<FormationDef>& formation) {
    std::string pointer = "/formations";
    append_pointer_token(pointer, formation.name);
    return pointer;
  }

  void check(const SteeringDef& steering, const std::string& owner) {
    visit_behaviors(steering, owner,
                    [this](const BehaviorKind& kind, const void* params, const std::string& pointer) {
                      for (const Field& field : kind.table.fields) {
                        if (is_read(kind.table.fields, field, params)) check(field, params, pointer);
                      }
                    });
  }

  void check(const Field& field, const void* object, const std::string& owner) {
    if (field.access.is_one(FieldType::object)) {
      for (const Field& inner : field.access.nested().fields)
        check(inner, field.in(object), owner + "/" + std::string(field.key));
    }
    if (!is_followed(field.time_constant) || !field.access.is_one(FieldType::parameter)) return;
    const double time = least_value(*static_cast<const Parameter*>(field.in(object)));
    if (time < dt_) warn(field.key, time, owner);
  }

  // A velocity that is asked for is there after one step, whatever the time constant.
  bool is_followed(TimeConstant constant) const {
    if (constant == TimeConstant::of_velocity) return unit_ == RequestUnit::acceleration;
    return constant == TimeConstant::of_position;
  }

  void warn(std::string_view key, double time, const std::string& owner) {
    if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    report(
        scenario_.document,
        {.pointer = fmt::format("{}/{}", owner, key),
         .message = fmt::format("\"{}\" is shorter than a step: the agent overshoots what it steers to", key),
         .found = fmt::format("{} s, dt is {} s", number_text(time), number_text(dt_)),
         .hint = fmt::format("Use a smaller dt, or a {} of at least dt.", key),
         .severity = Severity::warning},
        context_.diagnostics);
  }

  const ReadScenario& scenario_;
  ReaderContext& context_;
  const double dt_;
  RequestUnit unit_ = RequestUnit::acceleration;
};

}  // namespace

void check_time_constants(const ReadScenario& scenario, ReaderContext& context) {
  TimeChecker(scenario, context).run();
}

}  // namespace drover
