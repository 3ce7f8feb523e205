// arrive: comes to rest on a target.
// Buckland (deceleration), Millington 3.3.4 (radii), Reynolds 1999 (slowing_distance); see
// seek_and_arrive.md. The printed forms stop steering on the target, or within a radius of it, even when the
// agent still moves; here it brakes. With slowing_distance the wanted speed goes to zero, not the force.
#include "behaviors/arrival.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(ArriveVariant, deceleration, radii, slowing_distance)

struct ArriveDef {
  Target target;
  ArriveVariant variant = ArriveVariant::deceleration;
  Parameter target_radius = 0.05;
  Parameter slow_radius = 3.0;
  ArrivalRule arrival;
};

constexpr auto kArriveFields = join(
    fields(
        field<&ArriveDef::target>({.key = "target", .doc = "What to come to rest on.", .required = true}),
        field<&ArriveDef::variant>(
            {.key = "variant",
             .doc = "What says where to slow down: the time constant that deceleration and "
                    "deceleration_tweak make, or slow_radius; radii only stops, wherever it is, within "
                    "target_radius."}),
        field<&ArriveDef::target_radius>(
            {.key = "target_radius",
             .unit = "m",
             .range = closed(0, 1e5),
             .doc = "With radii: near enough to stop. A region is entered instead.",
             .original_default = "no value given (Millington)",
             .read_when = when("variant", "radii")}),
        field<&ArriveDef::slow_radius>(
            {.key = "slow_radius",
             .unit = "m",
             .range = left_open(0, 1e5),
             .doc = "With radii and slowing_distance: within this the wanted speed falls with the distance "
                    "left. Nothing overshoots from max_speed^2 / max_acceleration on, where "
                    "response_time is at most slow_radius / (4 max_speed).",
             .original_default = "no value given (Millington)",
             .read_when = when("variant", "radii, slowing_distance")})),
    read_when("variant", "deceleration", embed<&ArriveDef::arrival>(kArrivalFields), "deceleration",
              "deceleration_tweak"));

// Radii drawn from distributions are not checked: an agent with the larger target_radius stops there.
std::vector<Problem> check(const ArriveDef& def) {
  if (def.variant != ArriveVariant::radii || def.target_radius.is_drawn() || def.slow_radius.is_drawn())
    return {};
  if (def.target_radius.constant() < def.slow_radius.constant()) return {};
  return {{"/slow_radius", "\"slow_radius\" must be larger than \"target_radius\""}};
}

std::optional<Request> steer(const ArriveDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  const Vec3 displacement = resting_displacement(view, def.target, target, agent);
  Arrival arrival = def.arrival.arrival(view, agent);
  arrival.passing_speed =
      passing_speed(view, def.target, agent, view.value(def.arrival.response_time, agent));
  if (def.variant != ArriveVariant::deceleration)
    arrival.time_constant = view.value(def.slow_radius, agent) / view.full_speed(agent);
  const bool is_there = !target.is_region && length(displacement) < view.value(def.target_radius, agent);
  if (def.variant == ArriveVariant::radii && is_there && arrival.passing_speed == 0.0)
    return velocity_request(view, agent, {}, arrival.response_time);
  return arrive_request(view, agent, displacement, arrival, target.velocity);
}

std::optional<Goal> find_goal(const ArriveDef& def, const AgentView& view, AgentIndex agent) {
  return fixed_goal(view, def.target, agent);
}

std::optional<Vec3> displacement_to_aim(const ArriveDef& def, const AgentView& view, AgentIndex agent) {
  return view.displacement_to(def.target, agent);
}

std::optional<double> distance_to_rest(const ArriveDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found || target.is_direction) return std::nullopt;
  const Vec3 displacement = resting_displacement(view, def.target, target, agent);
  const double speed = length(target.velocity) +
                       passing_speed(view, def.target, agent, view.value(def.arrival.response_time, agent));
  return distance_to_rest_at(view, agent, displacement, speed);
}

constexpr TypedBehavior<ArriveDef> kTypedArrive = {
    .info = {.name = "arrive",
             .summary = "Steers to a target and slows down to rest on it.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and "
                       "Funge, Artificial Intelligence for Games, 3.3.4",
             .example = R"({"type": "arrive", "target": {"point": [10, 5]}, "deceleration": "slow"})",
             .related = "seek, interpose, follow_path",
             .in_space = true},
    .fields = kArriveFields,
    .check = check,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .goal = find_goal,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kArrive = make_behavior<kTypedArrive>();

}  // namespace drover
