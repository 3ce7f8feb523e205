// headway: follows those ahead no faster than the room before the body allows.
// The optimal velocity of Tordeux, Chraibi and Seyfried, "Collision-free speed model for pedestrian dynamics"
// (Traffic and Granular Flow 2015): speed = room / time gap. Theirs looks along the direction of the wish and
// stops everybody for those who cross or come the other way too; here those are left to collision_avoidance.
// See avoidance.md.
#include <cmath>

#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

struct HeadwayDef {
  Parameter time_gap = 1.06;
  Parameter margin = 0.0;
  Parameter margin_factor;
  Parameter response_time = 0.1;
  NeighborhoodDef neighborhood;
  PerceptionHandle slowest;
};

constexpr auto kHeadwayFields = join(
    fields(
        field<&HeadwayDef::time_gap>(
            {.key = "time_gap",
             .unit = "s",
             .range = left_open(0, 1e6),
             .doc = "The agent goes no faster than through the room before it in this time. 1.06 s is that "
                    "of people in single file (Seyfried et al. 2005).",
             .original_default = "1 (Tordeux et al.)"}),
        field<&HeadwayDef::margin>(
            {.key = "margin",
             .unit = "m",
             .range = closed(0, 1e5),
             .doc = "Room that is left free between the bodies where the one ahead stands."}),
        field<&HeadwayDef::margin_factor>(
            {.key = "margin_factor",
             .range = closed(0, 1e5),
             .doc = "The margin in lengths of the agent's body (body_length) instead of in meters.",
             .otherwise = "margin counts",
             .body_lengths_of = "margin"}),
        field<&HeadwayDef::response_time>(kResponseTime)),
    embed<&HeadwayDef::neighborhood>(kNeighborhoodFields));

// By how much the agent is faster than the room before it allows [m/s], as far as the other is in its way: in
// full where it is straight ahead and heads the same way, less where the bodies would only just touch or
// where it crosses, and not at all where it comes the other way.
double excess_speed(const HeadwayDef& def, const World& world, AgentIndex self, AgentIndex other,
                    Vec3 displacement) {
  const Vec3 ahead = world.state.motion.heading(self);
  const double forward = dot(displacement, ahead);
  if (!(forward > 0.0)) return 0.0;
  const double touch = world.state.limits.radius[self] + world.state.limits.radius[other];
  const double aside2 = larger(0.0, length2(displacement) - forward * forward);
  const double room2 = touch * touch - aside2;
  const double alike = dot(ahead, world.state.motion.heading(other));
  if (!(room2 > 0.0 && alike > 0.0)) return 0.0;
  const double margin = length_of(def.margin, def.margin_factor, world, self);
  const double room = larger(0.0, forward - std::sqrt(room2) - margin);
  const double excess = dot(world.own_velocity(self), ahead) - room / world.state.value(def.time_gap, self);
  return larger(0.0, excess) * alike * room2 / (touch * touch);
}

double slowness(const HeadwayDef& def, const World& world, AgentIndex self, AgentIndex other,
                Vec3 displacement) {
  return -excess_speed(def, world, self, other, displacement);
}

// Whether slowness is the same with either: all that it reads.
bool has_equal_slowness(const HeadwayDef& a, const HeadwayDef& b) {
  return a.time_gap == b.time_gap && a.margin == b.margin && a.margin_factor == b.margin_factor;
}

void plan(HeadwayDef& def, PerceptionPlan& plan) {
  def.slowest = plan.need_argmin(
      def.neighborhood, {.key = erased<slowness>, .params = &def, .equal = erased_pair<has_equal_slowness>});
}

std::optional<Request> steer(const HeadwayDef& def, const AgentView& view, AgentIndex agent) {
  const AgentIndex other = view.perceived(def.slowest).argmin(def.slowest.index, agent);
  if (other == kNoIndex) return std::nullopt;
  const Vec3 displacement = view.displacement(view.position(agent), view.position(other));
  const double excess = excess_speed(def, view.world(), agent, other, displacement);
  if (excess == 0.0) return std::nullopt;
  const Vec3 change = view.heading(agent) * -excess;
  const double response_time = view.value(def.response_time, agent);
  if (view.request_unit(agent) == RequestUnit::velocity)
    return velocity_request(view, agent, view.velocity(agent) + change, response_time);
  // Relative to the velocity the agent has, so it is a push without damping.
  return clip(change / response_time, view.clip_length(view.max_request(agent)));
}

constexpr TypedBehavior<HeadwayDef> kTypedHeadway = {
    .info = {.name = "headway",
             .summary = "Follows those ahead no faster than the room before the body allows.",
             .source = "Tordeux, Chraibi and Seyfried, Collision-free speed model for pedestrian dynamics "
                       "(Traffic and Granular Flow 2015)",
             .example = R"({"type": "headway", "radius": 3, "time_gap": 1})",
             .related = "collision_avoidance, separation, time_to_collision",
             .in_space = true},
    .fields = kHeadwayFields,
    .check = check_neighborhood,
    .asks_for_full_speed = false,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kHeadway = make_behavior<kTypedHeadway>();

}  // namespace drover
