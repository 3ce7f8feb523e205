// output_filter: does of a wanted acceleration what the vehicle can do, and leaves the rest out. Millington,
// AI for Games, 3rd ed., 3.8.1 ("Output filtering"); see vehicles/output_filter.h.
#include "vehicles/output_filter.h"

#include "actuators/driving.h"
#include "actuators/manoeuvre_search.h"

namespace drover {
namespace {

struct OutputFilterDef {
  bool rescale = true;
  Parameter max_rescale = 4.0;
  Parameter zero_epsilon;
  ZeroFallback zero_fallback = ZeroFallback::drive_and_turn;
  PerceptionHandle perceived;  // of capability
};

constexpr auto kOutputFilterFields = fields(
    field<&OutputFilterDef::rescale>(
        {.key = "rescale",
         .doc = "Whether what is left is made as long as what was asked, as far as the body can do it."}),
    field<&OutputFilterDef::max_rescale>({.key = "max_rescale",
                                          .range = closed(1, 1e3),
                                          .doc = "By this factor at most.",
                                          .read_when = when("rescale", "true")}),
    field<&OutputFilterDef::zero_epsilon>({.key = "zero_epsilon",
                                           .unit = "m/s^2",
                                           .range = left_open(0, 1e4),
                                           .doc = "So little counts as nothing left.",
                                           .otherwise = "0.01 of accel"}),
    field<&OutputFilterDef::zero_fallback>(
        {.key = "zero_fallback",
         .doc = "What it does where nothing is left, such as of a request aside to a car that stands: none, "
                "nothing; drive_and_turn, it drives forward and turns to the side that was asked; "
                "capability, it "
                "does what capability_search would do with its defaults."}));

OutputFilter filter_of(const OutputFilterDef& def, const ActuatorContext& context, AgentIndex agent) {
  OutputFilter filter{.rescale = def.rescale,
                      .max_rescale = context.value(def.max_rescale, agent),
                      .zero_epsilon = std::nullopt,
                      .zero_fallback = def.zero_fallback};
  if (def.zero_epsilon.is_present()) filter.zero_epsilon = context.value(def.zero_epsilon, agent);
  return filter;
}

WheeledLimits limits_of_body(const DriveLimits& body) {
  WheeledLimits limits;
  limits.speeds = body.speeds;
  limits.min_turn_radius = body.min_turn_radius;
  limits.lateral_grip = body.lateral_grip;
  return limits;
}

constexpr std::array<std::string_view, 3> kFilterMemory = {kManoeuvreMemory[0], kManoeuvreMemory[1],
                                                           "falls_back"};

// Without a request it brakes to rest.
void filter(const OutputFilterDef& def, ActuatorContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    const DrivenState state = context.driven_state(agent);
    const std::optional<Request> request = context.request(agent);
    const std::span<double> memory = context.memory(agent);
    const bool fell_back = memory.back() != 0.0;
    if (!request) {
      memory.front() = memory.back() = 0.0;
      context.drive(agent, {});
      continue;
    }
    const Frame frame = upright(state.pose.heading);
    const FilterRequest asked{dot(request->linear, frame.forward), frame.left_part(request->linear),
                              wanted_turn(context, agent)};
    const FilteredRequest filtered =
        filter_output(filter_of(def, context, agent), limits_of_body(context.drive_limits(agent)), fell_back,
                      asked, state.forward);
    memory.back() = filtered.falls_back ? 1.0 : 0.0;
    if (filtered.falls_back && def.zero_fallback == ZeroFallback::capability) {
      const Vec3 wanted = context.wanted_velocity(agent, *request);
      context.drive(agent, manoeuvre({.perceived = def.perceived}, context, agent, wanted,
                                     memory.first(kManoeuvreMemory.size())));
      continue;
    }
    memory.front() = 0.0;
    const DriveOrder order = order_of(filtered, state.forward, context.dt());
    context.drive(agent, {order.speed, order.turn_rate});
  }
}

constexpr TypedActuator<OutputFilterDef> kTypedOutputFilter = {
    .info = {.name = "output_filter",
             .summary = "Does of a wanted acceleration what a driven body can do, and leaves the rest out.",
             .source = "Millington, AI for Games, 3rd ed., 3.8.1",
             .example = R"({"type": "output_filter", "rescale": false})",
             .related = "car, capability_search, none",
             .not_in_space = kDriverNotInSpace},
    .fields = kOutputFilterFields,
    .request_unit = [](const OutputFilterDef&, RequestUnit) { return RequestUnit::acceleration; },
    .convert = filter,
    .plan =
        [](OutputFilterDef& def, PerceptionPlan& plan) {
          if (def.zero_fallback == ZeroFallback::capability)
            def.perceived = plan.need_list(manoeuvre_neighborhood());
        },
    .memory = kFilterMemory,
    .check_with_body = [](const OutputFilterDef&,
                          const Boxed<LocomotionKind>& body) { return needs_driven_body(body); },
};

}  // namespace

extern constexpr ActuatorKind kOutputFilterActuator = make_actuator<kTypedOutputFilter>();

}  // namespace drover
