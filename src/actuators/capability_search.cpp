// capability_search: tries out what the body can do, and does what gets nearest to the goal. Millington, AI
// for Games, 3rd ed., 3.8.2 ("Capability-sensitive steering"); see manoeuvre_search.h.
#include "actuators/driving.h"
#include "actuators/manoeuvre_search.h"

namespace drover {
namespace {

struct CapabilitySearchDef {
  RequestForm requests = RequestForm::velocity;
  Parameter horizon = ManoeuvreSearch{}.horizon;
  Parameter period = ManoeuvreSearch{}.period;
  NeighborhoodDef neighborhood = manoeuvre_neighborhood();
  PerceptionHandle perceived;
};

constexpr auto kCapabilitySearchFields =
    join(fields(field<&CapabilitySearchDef::requests>(kRequestsField),
                field<&CapabilitySearchDef::horizon>({.key = "horizon",
                                                      .unit = "s",
                                                      .range = closed(0.1, 10),
                                                      .doc = "How far ahead it tries out what it could do."}),
                field<&CapabilitySearchDef::period>(
                    {.key = "period",
                     .unit = "s",
                     .range = closed(0, 10),
                     .doc = "For so long it holds on to what it has chosen, before it tries again."})),
         embed<&CapabilitySearchDef::neighborhood>(kNeighborhoodFields));

void drive(const CapabilitySearchDef& def, ActuatorContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    const std::optional<Request> request = context.request(agent);
    const Vec3 wanted = request ? context.wanted_velocity(agent, *request) : Vec3{};
    const ManoeuvreSearch search{context.value(def.horizon, agent), context.value(def.period, agent),
                                 def.perceived};
    context.drive(agent, manoeuvre(search, context, agent, wanted, context.memory(agent)));
  }
}

constexpr TypedActuator<CapabilitySearchDef> kTypedCapabilitySearch = {
    .info = {.name = "capability_search",
             .summary =
                 "Tries out nine manoeuvres that the body can do and does the one that ends nearest to "
                 "the goal without touching anything.",
             .source = "Millington, AI for Games, 3rd ed., 3.8.2",
             .example = R"({"type": "capability_search", "horizon": 2})",
             .related = "car, output_filter",
             .not_in_space = kDriverNotInSpace},
    .fields = kCapabilitySearchFields,
    .check = [](const CapabilitySearchDef& def) { return check_neighborhood(def); },
    .request_unit = [](const CapabilitySearchDef& def, RequestUnit) { return unit_of(def.requests); },
    .convert = drive,
    .plan = [](CapabilitySearchDef& def,
               PerceptionPlan& plan) { def.perceived = plan.need_list(def.neighborhood); },
    .memory = kManoeuvreMemory,
    .check_with_body = [](const CapabilitySearchDef&,
                          const Boxed<LocomotionKind>& body) { return needs_driven_body(body); },
};

}  // namespace

extern constexpr ActuatorKind kCapabilitySearchActuator = make_actuator<kTypedCapabilitySearch>();

}  // namespace drover
