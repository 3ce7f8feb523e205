#include "locomotion/facing.h"

#include "core/quaternion.h"

namespace drover {

Vec3 turn_in_space(Vec3 from, Vec3 to, double limit) {
  const auto max_turn = det::sin_cos(limit);
  const double cosine = dot(from, to);
  if (cosine >= max_turn.cos) return to;
  Vec3 across = direction(to - from * cosine);
  if (across == Vec3{}) across = left_of(from);
  return direction(from * max_turn.cos + across * max_turn.sin);
}

Frame leveled(const Frame& frame, double limit) {
  if (length(cross(frame.forward, kUp)) < kLengthEpsilon)
    return frame;  // straight up and down no roll is level
  const Vec3 left = left_of(frame.forward);
  const Frame level{frame.forward, left, cross(frame.forward, left)};
  if (is_surely_within(frame.left, left, limit)) return level;
  const double roll = det::atan2(-dot(left, frame.up), dot(left, frame.left));
  if (std::fabs(roll) <= limit) return level;
  return turned(frame, frame.forward * (roll < 0.0 ? limit : -limit));
}

void settle_frame(LocomotionContext& context, AgentIndex agent) {
  AgentMotion& next = context.next();
  const Frame carried = turned_to(context.state().frame(agent), next.heading(agent));
  const double radius = context.world().state.limits.radius[agent];
  const double limit = smaller(turn_of_motion(length(next.velocity(agent)), context.dt(), radius),
                               context.world().state.limits.max_turn_rate[agent] * context.dt());
  next.set_up(agent, leveled(carried, limit).up);
  next.set_angular_velocity(agent, {});
}

}  // namespace drover
