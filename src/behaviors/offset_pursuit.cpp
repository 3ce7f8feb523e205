// offset_pursuit: holds a fixed position in the frame of a moving leader.
// Buckland. The original lags behind a moving leader and ignores its rotation; see feed_forward and
// seek_and_arrive.md.
#include "behaviors/arrival.h"
#include "behaviors/threat.h"
#include "core/det_math.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct OffsetPursuitDef {
  Target target;
  Vec3 offset;
  Parameter feed_forward = 0.0;
  PredictionWalls prediction_walls = PredictionWalls::none;
  ArrivalRule arrival{.deceleration = Deceleration::fast};
};

constexpr auto kOffsetPursuitFields = join(
    fields(
        field<&OffsetPursuitDef::target>({.key = "target", .doc = "The leader.", .required = true}),
        field<&OffsetPursuitDef::offset>(
            {.key = "offset",
             .unit = "m",
             .range = closed(-1e5, 1e5),
             .doc = "The place to hold in the leader's frame: how far forward and how far to its left.",
             .required = true}),
        field<&OffsetPursuitDef::feed_forward>(
            {.key = "feed_forward",
             .range = kFraction,
             .doc =
                 "How much of the velocity of the place, the leader's rotation included, the agent matches "
                 "while it closes in on it. For the rest it aims ahead of the place, and lags behind a "
                 "moving leader."}),
        field<&OffsetPursuitDef::prediction_walls>(kPredictionWalls)),
    embed<&OffsetPursuitDef::arrival>(kArrivalFields));

// The memory: the leader's heading at the last evaluation, the tick of that evaluation and the leader's
// index. The rate at which a leader turns cannot be found from any other state.
enum MemoryOf : std::size_t { kHeading, kTick = kHeading + 2, kLeader, kMemoryCount };

void start(const OffsetPursuitDef&, const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[kTick] = -2.0;
}

// The leader's angular velocity over the last step, about the axes of the world [rad/s]; 0 if it was not
// evaluated one step ago. Of a heading that turned: what the body rolled besides does not move the place far.
Vec3 turn_rate(const TargetState& leader, const AgentView& view, AgentIndex agent) {
  const std::span<double> memory = view.memory_to_write(agent);
  const double tick = static_cast<double>(view.world().state.tick);
  const double index = static_cast<double>(leader.agent);
  const Vec3 before = remembered_vector(memory, kHeading, kMemoryCount);
  const bool known = memory[kTick] + 1.0 == tick && memory[kLeader] == index;
  remember_vector(memory, kHeading, leader.heading, kMemoryCount);
  memory[kTick] = tick;
  memory[kLeader] = index;
  if (!known) return {};
  if (!view.is_spatial()) return about_up(upright(before).bearing(leader.heading) / view.dt());
  const Vec3 axis = cross(before, leader.heading);
  const double angle = det::atan2(length(axis), dot(before, leader.heading));
  return direction(axis) * (angle / view.dt());
}

// The place to hold, which moves as the leader does.
TargetState place_beside(const TargetState& leader, Vec3 arm, const AgentView& view) {
  TargetState place = leader;
  place.displacement = view.displacement(Vec3{}, leader.displacement + arm);
  return place;
}

// To where the place will be when the agent is there, as far as its velocity is not fed forward: it moves as
// the leader does, which walls may hold up.
Vec3 displacement_to_predicted(const OffsetPursuitDef& def, const TargetState& leader,
                               const TargetState& place, const AgentView& view, AgentIndex agent) {
  const double time = (1.0 - view.value(def.feed_forward, agent)) * closing_time(place, view, agent);
  return place.displacement + predicted_displacement(def.prediction_walls, leader, time, view, agent);
}

std::optional<Vec3> displacement_to_aim(const OffsetPursuitDef& def, const AgentView& view,
                                        AgentIndex agent) {
  const TargetState leader = view.target(def.target, agent);
  if (!leader.found) return std::nullopt;
  const TargetState place = place_beside(leader, frame_along(leader.heading).vector(def.offset), view);
  return displacement_to_predicted(def, leader, place, view, agent);
}

// How fast the end of an arm moves because the leader turns [m/s].
Vec3 velocity_of_arm(Vec3 arm, Vec3 turn, const AgentView& view) {
  return view.is_spatial() ? cross(turn, arm) : upright(arm).left * up_part(turn);
}

std::optional<Request> steer(const OffsetPursuitDef& def, const AgentView& view, AgentIndex agent) {
  const TargetState leader = view.target(def.target, agent);
  if (!leader.found) return std::nullopt;
  const double feed_forward = view.value(def.feed_forward, agent);
  const Vec3 arm = frame_along(leader.heading).vector(def.offset);
  const TargetState place = place_beside(leader, arm, view);
  const Vec3 way = displacement_to_predicted(def, leader, place, view, agent);
  if (feed_forward == 0.0) return arrive_request(def.arrival, view, agent, way, place.velocity);
  const Vec3 velocity = place.velocity + velocity_of_arm(arm, turn_rate(leader, view, agent), view);
  const Vec3 closing = arrive_velocity(view, agent, way, def.arrival.arrival(view, agent), place.velocity);
  const Vec3 wanted = clip(velocity * feed_forward + closing, view.full_speed(agent));
  return velocity_request(view, agent, wanted, view.value(def.arrival.response_time, agent));
}

std::optional<double> distance_to_rest(const OffsetPursuitDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<Vec3> aim = displacement_to_aim(def, view, agent);
  if (!aim) return std::nullopt;
  return distance_to_rest_at(view, agent, *aim, length(view.target(def.target, agent).velocity));
}

constexpr TypedBehavior<OffsetPursuitDef> kTypedOffsetPursuit = {
    .info = {.name = "offset_pursuit",
             .summary = "Holds a place beside or behind a moving leader.",
             .source = "Buckland, Programming Game AI by Example, ch. 3",
             .example = R"({"type": "offset_pursuit", "target": {"agent": "leader"}, "offset": [-3, 2]})",
             .related = "pursue, interpose",
             .in_space = true},
    .fields = kOffsetPursuitFields,
    .memory = kMemoryCount,
    .memory_of_heights = 1,
    .start = start,
    .steer = steer,
    .distance_to_rest = distance_to_rest,
    .aim_at = displacement_to_aim,
};

}  // namespace

extern constexpr BehaviorKind kOffsetPursuit = make_behavior<kTypedOffsetPursuit>();

}  // namespace drover
