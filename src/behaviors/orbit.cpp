// orbit: circles around a target at a distance.
// The ring of a guidance vector field as in Nelson, Barber, McLain, Beard, "Vector field path following for
// miniature air vehicles" (2007). The README adds this behavior step by step.
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

struct OrbitDef {
  Target target;
  Parameter radius = 5.0;
  bool clockwise = false;
  Parameter response_time = 0.1;
};

constexpr auto kOrbitFields =
    fields(field<&OrbitDef::target>({.key = "target", .doc = "What to circle around.", .required = true}),
           field<&OrbitDef::radius>({.key = "radius",
                                     .unit = "m",
                                     .range = closed(1e-6, 1e5),
                                     .doc = "Distance to keep from the target, between centers."}),
           field<&OrbitDef::clockwise>(
               {.key = "clockwise", .doc = "Circle clockwise instead of counter-clockwise."}),
           field<&OrbitDef::response_time>(kResponseTime));

// Full speed along the ring, turned inwards by one radian's tangent per radius of distance outside it and
// outwards inside: near the ring the error decays with the time constant radius / full speed.
std::optional<Request> steer(const OrbitDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  const Vec3 inwards = direction(target.displacement);
  if (inwards == Vec3{})
    return seek_request(view, agent, view.heading(agent), view.value(def.response_time, agent));
  // The target lies to the left of an agent that circles counter-clockwise.
  const Vec3 along = frame_along(inwards).left * (def.clockwise ? 1.0 : -1.0);
  const double radius = view.value(def.radius, agent);
  const double outside = (length(target.displacement) - radius) / radius;
  return seek_request(view, agent, along + inwards * outside, view.value(def.response_time, agent));
}

constexpr TypedBehavior<OrbitDef> kTypedOrbit = {
    .info = {.name = "orbit",
             .summary = "Circles around a target at a distance.",
             .source = "Nelson et al. 2007 (vector field on a circular orbit)",
             .example = R"({"type": "orbit", "target": {"point": [10, 5]}, "radius": 6})",
             .related = "seek, arrive, offset_pursuit",
             .in_space = true},
    .fields = kOrbitFields,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kOrbit = make_behavior<kTypedOrbit>();

}  // namespace drover
