// Where the anchor of a formation is, given its members: moderation (Millington & Funge 3.7.4), and how a
// member goes to its slot. Positions are displacements, directions unit vectors, and zero is a direction
// where nothing is wanted.
#pragma once

#include <cmath>
#include <span>

#include "core/enum_names.h"
#include "core/frame.h"

namespace drover {

// none: the anchor goes its own way.
// velocity_offset: as published, k v_c ahead of the members. At k = slow_radius / max_speed it changes from
// slowing to a halt to speeding up without end, so that no k both travels and stops; kept for comparison.
// lead: ahead of the members by what makes them travel at the wanted speed.
// leash: goes its own way, but not farther than a leash from the members.
DROVER_ENUM(Moderation, none, velocity_offset, lead, leash)

// How much of a slot's velocity members add to their way to it. Where the anchor's velocity is that of the
// members, adding it would feed it back to itself.
constexpr double default_feed_forward(Moderation moderation) {
  return moderation == Moderation::none || moderation == Moderation::leash ? 1.0 : 0.0;
}

// How a member goes to its slot.
struct SlotArrival {
  double max_speed = 0.0;     // [m/s]
  double slow_radius = 2.0;   // above zero [m]
  double feed_forward = 1.0;  // 0 to 1
};

// The velocity that takes a member to its slot, over `offset` [m]: linear within slow_radius, plus its share
// of the velocity of the slot; at most max_speed. Behind a slot that moves straight at v a member stays (1 -
// feed_forward) v slow_radius / max_speed.
inline Vec3 slot_arrival_velocity(Vec3 offset, Vec3 slot_velocity, const SlotArrival& arrival) {
  const double distance = length(offset);
  const double per_meter = arrival.max_speed / larger(distance, arrival.slow_radius);
  return clip(slot_velocity * arrival.feed_forward + offset * per_meter, arrival.max_speed);
}

// T_c [s]: the lag of a member per speed of its slot, without feed-forward; the mean over the members that
// can move. Zero for none.
inline double mean_arrival_time(std::span<const SlotArrival> members) {
  double sum = 0.0;
  double count = 0.0;
  for (const SlotArrival& member : members) {
    if (!(member.max_speed > 0.0)) continue;
    sum += member.slow_radius / member.max_speed;
    count += 1.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

// From the mean of the members to the anchor under `lead` [m]: members without feed-forward lag by that much
// at the wanted velocity, so they travel at it. At most lead_distance [m].
inline Vec3 lead(Vec3 wanted_velocity, double arrival_time, double lead_distance) {
  return clip(wanted_velocity * arrival_time, lead_distance);
}

// The same under velocity_offset, before the anchor's own step; `factor` in s.
constexpr Vec3 velocity_offset(Vec3 mean_velocity, double factor) {
  return mean_velocity * factor;
}

// The same under leash: the anchor's own offset, no longer than the leash [m].
inline Vec3 leash(Vec3 offset, double leash_length) {
  return clip(offset, leash_length);
}

// The greatest wanted speed at which a formation stops within a way [m] that is free, where no pattern fits
// through: by the members' acceleration, and by their lag.
inline double stopping_speed(double way, double max_acceleration, double arrival_time) {
  if (!(way > 0.0)) return 0.0;
  const double by_braking = std::sqrt(2.0 * max_acceleration * way);
  return arrival_time > 0.0 ? smaller(by_braking, way / arrival_time) : by_braking;
}

// The heading of a moderated anchor: from the members' heading toward the wanted one, by at most lead_angle
// [rad]. Members that turn follow, and the rest comes with them. A half turn goes left.
inline Vec3 lead_heading(Vec3 mean_heading, Vec3 wanted_heading, double lead_angle) {
  const Frame frame = upright(mean_heading);
  const double angle = frame.bearing(wanted_heading);
  if (angle >= -lead_angle && angle <= lead_angle) return wanted_heading;
  return frame.turned(clamp(angle, -lead_angle, lead_angle));
}

}  // namespace drover
