// interpose: gets between two targets.
// Buckland; Reynolds 1999. See seek_and_arrive.md.
#include "behaviors/arrival.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct InterposeDef {
  Target first;
  Target second;
  Parameter fraction = 0.5;
  ArrivalRule arrival{.deceleration = Deceleration::fast};
};

constexpr auto kInterposeFields = join(
    fields(
        field<&InterposeDef::first>(
            {.key = "first", .doc = "One of the two to get between.", .required = true}),
        field<&InterposeDef::second>({.key = "second", .doc = "The other one.", .required = true}),
        field<&InterposeDef::fraction>({.key = "fraction",
                                        .range = kFraction,
                                        .doc = "Where between them: 0 is at the first, 1 at the second. Both "
                                               "are looked for where they will be after the time that "
                                               "the way to that place takes at max_speed.",
                                        .original_default = "0.5 is implied (Buckland)"})),
    embed<&InterposeDef::arrival>(kArrivalFields));

// The point at this fraction of the way. Weighted like this the midpoint does not change by a bit when the
// targets are swapped.
Vec3 between(Vec3 first, Vec3 second, double fraction) {
  return first * (1.0 - fraction) + second * fraction;
}

// The displacement to the place between the targets where they are predicted to be [m].
std::optional<Vec3> displacement_to_aim(const InterposeDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState first = view.target(def.first, agent);
  TargetState second = view.target(def.second, agent);
  if (!first.found || !second.found) return std::nullopt;
  // The image of the second that is nearest to the first, so that the displacement between them is the
  // shorter one.
  const Vec3 apart = second.displacement - first.displacement;
  second.displacement += view.displacement(first.displacement, second.displacement) - apart;

  const double fraction = view.value(def.fraction, agent);
  // In a world that wraps, another image may be nearer.
  const Vec3 now = view.displacement(Vec3{}, between(first.displacement, second.displacement, fraction));
  const double time = length(now) / view.max_speed(agent);
  return now + between(first.velocity, second.velocity, fraction) * time;
}

Vec3 velocity_between(const InterposeDef& def, const AgentView& view, AgentIndex agent) {
  return between(view.target(def.first, agent).velocity, view.target(def.second, agent).velocity,
                 view.value(def.fraction, agent));
}

std::optional<Request> steer(const InterposeDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<Vec3> aim = displacement_to_aim(def, view, agent);
  if (!aim) return std::nullopt;
  return arrive_request(def.arrival, view, agent, *aim, velocity_between(def, view, agent));
}

std::optional<double> distance_to_rest(const InterposeDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<Vec3> aim = displacement_to_aim(def, view, agent);
  if (!aim) return std::nullopt;
  return distance_to_rest_at(view, agent, *aim, length(velocity_between(def, view, agent)));
}

constexpr TypedBehavior<InterposeDef> kTypedInterpose = {
    .info = {.name = "interpose",
             .summary = "Steers to the place between two targets, where they will be when it gets there.",
             .source = "Buckland, Programming Game AI by Example, ch. 3",
             .example =
                 R"({"type": "interpose", "first": {"agent": "client"}, "second": {"agent": "crook"}})",
             .related = "arrive, pursue, offset_pursuit",
             .in_space = true},
    .fields = kInterposeFields,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kInterpose = make_behavior<kTypedInterpose>();

}  // namespace drover
