// Where the anchors are: what they take from their members, what they want, and how they move.
#include <algorithm>
#include <cmath>

#include "core/quaternion.h"
#include "formations/turn_limit.h"
#include "sim/formation/formation_step.h"
#include "sim/geometry/static_room.h"

namespace drover {
namespace {

constexpr double kSmallestRadius = 1e-3;  // [m]
constexpr double kLeastSpeed = 1e-9;      // [m/s]; behaviors divide by it
constexpr double kLeastTravel = 1e-4;     // [m/s]; slower requests do not say which way to face

void set_anchor(AgentMotion& motion, AgentIndex i, const Anchor& anchor) {
  motion.set_motion(i, anchor.position, anchor.velocity, anchor.heading);
  motion.rotation.set(i, anchor.rotation);
  if (motion.uz.is_uniform()) return;
  motion.set_up(i, anchor.up);
  motion.set_angular_velocity(i, anchor.tilting + kUp * anchor.rotation);
}

void set_placed(AgentMotion& motion, AgentIndex i, Vec3 position, Vec3 velocity, const SlotPose& pose) {
  motion.set_motion(i, position, velocity, pose.heading);
  if (!motion.uz.is_uniform()) motion.set_up(i, pose.up);
}

// Formations in the slots of others stand upright.
SlotPose as_upright(SlotPose pose) {
  pose.heading = level_heading(Frame{pose.heading, {}, pose.up});
  pose.up = kUp;
  return pose;
}

// Horizontal directions.
double rate_of_turn(Vec3 from, Vec3 to, double dt) {
  return upright(from).bearing(to) / dt;
}

// Turns the anchor to a frame within a time.
void turn_within(Anchor& anchor, const Frame& to, double dt) {
  anchor.tilting = {};
  if (anchor.is_upright() && to.up == kUp) {
    anchor.rotation = rate_of_turn(anchor.heading, to.forward, dt);
  } else {
    anchor.tilting = rotation_between(orientation_of(anchor.frame()), orientation_of(to)) * (1.0 / dt);
    anchor.rotation = anchor.tilting.z;
    anchor.tilting.z = 0.0;
  }
  anchor.heading = to.forward;
  anchor.up = to.up;
}

// From a frame toward another one by at most an angle [rad].
Frame turned_toward(const Frame& from, const Frame& to, double most) {
  if (from.up == kUp && to.up == kUp) return upright(lead_heading(from.forward, to.forward, most));
  const Vec3 turn = rotation_between(orientation_of(from), orientation_of(to));
  return length(turn) <= most ? to : turned(from, clip(turn, most));
}

}  // namespace

// Its heading seen from above turns as fast as the part of its change to the left.
Anchor upright_anchor_at(const AgentMotion& motion, AgentIndex i) {
  Anchor anchor{motion.position(i), level_heading(motion, i), motion.velocity(i), motion.rotation[i]};
  const Vec3 heading = motion.heading(i);
  const double level = std::sqrt(heading.x * heading.x + heading.y * heading.y);
  if (lies_in_plane(heading) || level < kLengthEpsilon) return anchor;
  const Vec3 change = cross(motion.angular_velocity(i), heading);
  anchor.rotation = upright(anchor.heading).left_part(change) / level;
  return anchor;
}

double anchor_speed_fraction(const World& world, std::uint32_t f, std::size_t followers) {
  const Formation& formation = world.model().formations[f];
  const Parameter& given = formation.def.anchor.speed_fraction;
  if (given.is_present()) return world.state.value(given, formation.anchor);
  // Slow enough for one member after the other to run, with a reserve for speeding up and slowing down.
  if (formation.is_in_cover()) return 0.8 * max_anchor_speed(1.0, followers);
  switch (moderation_of(world, f)) {
    case Moderation::none:
      return 0.5;
    case Moderation::leash:
      return 0.9;
    default:
      return 1.0;
  }
}

// Inner formations first: outer ones start about them.
void FormationStep::start_anchor() {
  Anchor anchor;
  if (!scratch.members.empty()) {
    const Vec3 reference = motion.position(scratch.members.front());
    anchor.position = reference + weighted_mean(collect(scratch.members, [&](AgentIndex i) {
                        return bounds.displacement(reference, motion.position(i));
                      }));
    anchor.heading = circular_mean(
        collect(scratch.members, [&](AgentIndex i) { return level_heading(motion, i); }), {}, anchor.heading);
  }
  if (def.anchor.position) anchor.position = *def.anchor.position;
  if (def.anchor.heading.is_present()) anchor.heading = motion.heading(formation.anchor);
  if (const AgentIndex i = leader(); i != kNoIndex) {
    anchor.position = motion.position(i);
    const bool is_tilted = def.anchor.frame == SlotFrame::full;
    anchor.heading = is_tilted ? motion.heading(i) : level_heading(motion, i);
    if (is_tilted) anchor.up = motion.frame(i).up;
    world.state.membership.slot[i] = columns.leader_slot[f];
  }
  anchor.position = bounds.wrapped_if_needed(anchor.position);
  set_anchor(motion, formation.anchor, anchor);
  set_vector(columns.wanted_heading, f, level_heading(anchor.frame()));
}

// The nearest place with room for the formation in its narrowest pattern, where an anchor that goes its own
// way would start in a wall or an obstacle that counts.
Vec3 FormationStep::room_to_start(Vec3 start) {
  const bool is_steered = def.anchor.type == AnchorType::steered && !is_inner() &&
                          !world.model().type_of(formation.anchor).entries.empty();
  const double smallest = def.anchor.small_obstacle;
  if (!is_steered || clear_distance(world.geometry(), bounds, start, kSmallestRadius, smallest) > 0.0)
    return start;
  double width = kSmallestRadius;
  if (formation.has_slots()) {
    width = extents_in(0).half_width;
    for (const std::string& name : def.pattern_fallback)
      width = smaller(width, extents_in(formation.find_pattern(name)).half_width);
    width = larger(width, kSmallestRadius);
  }
  return nearest_clear_point(world.geometry(), bounds, start, width, smallest).value_or(start);
}

// Where the slot of the leader faces elsewhere than the formation, the formation starts turned the other way.
// Where slots were turned back by their mean facing, the anchor turns forward by it: they stay where they
// are.
void FormationStep::turn_to_frame() {
  if (const AgentIndex i = leader(); i != kNoIndex) {
    const Frame frame = frame_behind(motion.frame(i), scratch.slots);
    motion.set_heading(formation.anchor, frame.forward);
    if (!motion.uz.is_uniform()) motion.set_up(formation.anchor, frame.up);
    set_vector(columns.wanted_heading, f, level_heading(frame));
    return;
  }
  if (scratch.frame_facing == 0.0) return;
  const Vec3 heading = upright(motion.heading(formation.anchor)).turned(scratch.frame_facing);
  motion.set_heading(formation.anchor, heading);
  set_vector(columns.wanted_heading, f, heading);
}

// Members that start in their slots, and inner formations in theirs.
void FormationStep::start_in_slots(std::span<const AgentIndex> in_slots) {
  if (!formation.has_slots() && !formation.is_in_cover()) return;
  const Anchor anchor = anchor_in(motion, formation.anchor);
  for (std::size_t k = 0; k < scratch.placed.size(); ++k) {
    const AgentIndex i = scratch.placed[k];
    if (i == leader() || !(world.model().is_anchor(i) || std::ranges::binary_search(in_slots, i))) continue;
    SlotPose pose = formation.is_in_cover() ? cover_pose(world, f, i, anchor).value_or(slot_pose(anchor, {}))
                                            : slot_in_world(anchor, scratch.occupied[k]);
    if (world.model().is_anchor(i)) pose = as_upright(pose);
    const Vec3 velocity = pose.heading * length(motion.velocity(i));
    set_placed(motion, i, bounds.wrapped_if_needed(pose.position), velocity, pose);
  }
}

// A steered anchor may go as fast as its members, and keeps off obstacles by the width of the formation.
void FormationStep::move_anchor(bool has_stepped) {
  const AgentIndex row = formation.anchor;
  AgentLimits& limits = world.state.limits;
  const double fraction = anchor_speed_fraction(world, f, scratch.arrivals.size());
  limits.max_speed.set(row, larger(scratch.body.max_speed * fraction, kLeastSpeed));
  limits.max_request.set(row, limits.max_speed[row]);
  limits.radius.set(row, larger(scratch.extents.half_width, kSmallestRadius));
  Anchor anchor = anchor_in(motion, row);
  const Moderation how = moderation();
  if (scratch.placed.empty()) {
    anchor.velocity = {};
    anchor.rotation = 0.0;
    anchor.tilting = {};
  } else if (const AgentIndex i = leader(); i != kNoIndex) {
    anchor.position = motion.position(i);
    anchor.velocity = motion.velocity(i);
    if (def.mode != FormationMode::rigid || !has_stepped) {
      turn_within(anchor, frame_behind(motion.frame(i), scratch.slots), world.model().dt);
      if (!has_stepped) anchor.rotation = 0.0;
      if (!has_stepped) anchor.tilting = {};
    }
  } else if (def.emergent || how == Moderation::lead || how == Moderation::velocity_offset) {
    anchor.position = has_stepped && turns_in_succession() ? next_on_way() : scratch.mean.position;
    anchor.velocity = scratch.mean.velocity;
    if (def.emergent) anchor.heading = scratch.mean.heading;
  } else if (how == Moderation::leash) {
    const Vec3 offset = bounds.displacement(scratch.mean.position, anchor.position);
    if (has_stepped && turns_in_succession())
      anchor.position = held_on_way(offset);
    else
      anchor.position = bounds.wrapped_if_needed(scratch.mean.position + leash(offset, def.leash_length));
    // The way that it really made. The other copy of the motion holds the state before.
    if (has_stepped)
      anchor.velocity =
          bounds.displacement(world.state.next.position(row), anchor.position) / world.model().dt;
  }
  set_anchor(motion, row, anchor);
}

void FormationStep::set_request(Vec3 velocity, Vec3 facing) {
  const Vec3 wanted = kept_clear(clip(velocity, world.state.limits.max_speed[formation.anchor]));
  set_vector(columns.wanted_velocity, f, wanted);
  if (!columns.wanted_climb.is_uniform()) columns.wanted_climb.set(f, wanted.z);
  // The heading is horizontal, whatever climbs.
  const Vec3 toward = direction({facing.x, facing.y, 0.0});
  // The front of those that turn in succession faces where it goes, which is their way.
  Vec3 travel = turns_in_succession() ? wanted : velocity;
  travel.z = 0.0;
  if (length2(toward) > 0.0) {
    set_vector(columns.wanted_heading, f, toward);
  } else if (length(travel) >= kLeastTravel) {
    set_vector(columns.wanted_heading, f, direction(travel));
  }
}

// What an anchor wants: what its stack asked for, or to be in its slot.
void FormationStep::find_anchor_goal() {
  scratch.wanted_velocity = wanted_velocity_of(world, f);
  scratch.wanted_heading = vector_in(columns.wanted_heading, f);
  // It stands while members bound.
  if (formation.is_in_cover() && are_bounding(world, f, scratch.members)) scratch.wanted_velocity = {};
  if (!is_inner()) return;
  const std::uint32_t outer = formation_of(world, formation.anchor);
  const SlotTarget& slot = world.state.slots[formation.anchor];
  scratch.wanted_velocity = {};
  if (!slot.exists) return;
  const Vec3 offset = bounds.displacement(scratch.mean.position, slot.position);
  scratch.wanted_velocity =
      slot_arrival_velocity(offset, slot.velocity, slot_arrival_of(world, outer, scratch.body.max_speed));
  scratch.wanted_heading = level_heading(Frame{slot.heading, {}, slot.up});
}

void FormationStep::find_anchor() {
  Anchor& anchor = scratch.anchor;
  anchor = anchor_in(motion, formation.anchor);
  if (scratch.placed.empty()) return;
  const Moderation how = moderation();
  const SlotTarget& slot = world.state.slots[formation.anchor];
  if (how == Moderation::none) {
    if (slot.exists) anchor = {slot.position, scratch.wanted_heading, slot.velocity, 0.0};
    return;
  }
  const Vec3 toward = how == Moderation::leash ? anchor.heading : scratch.wanted_heading;
  anchor.heading = turns_in_succession() ? turned_within_limit(toward, length(scratch.mean.velocity))
                                         : lead_heading(scratch.mean.heading, toward, def.lead_angle);
  Vec3 ahead;
  if (how == Moderation::lead) {
    const double distance = def.lead_distance.is_present() ? def.lead_distance.constant() : def.slow_radius;
    ahead = lead(scratch.wanted_velocity, scratch.arrival_time, distance);
  } else if (how == Moderation::velocity_offset) {
    const double dt = world.model().dt;
    const Vec3 velocity =
        anchor.velocity + clip(scratch.wanted_velocity - anchor.velocity, scratch.body.max_acceleration * dt);
    ahead = velocity_offset(scratch.mean.velocity, def.offset_factor) + velocity * dt;
  } else {
    return;
  }
  // A front goes where it faces, and turns before it goes elsewhere.
  if (turns_in_succession()) ahead = anchor.heading * larger(0.0, dot(ahead, anchor.heading));
  const Vec3 place = turns_in_succession() ? anchor.position : scratch.mean.position;
  anchor.position = bounds.wrapped_if_needed(place + ahead);
}

void FormationStep::store_for_next_step() {
  set_vector(columns.wanted_heading, f, scratch.wanted_heading);
  // Without a limit only those who have joined late straggle, until they brake for their slot.
  const bool has_limit = def.max_straggle.is_present();
  const double limit = has_limit ? def.max_straggle.constant() : def.slow_radius;
  for (const AgentIndex i : scratch.members) {
    std::uint8_t& straggles = world.state.membership.straggles[i];
    if (!has_limit && straggles == 0) continue;
    const SlotTarget& slot = world.state.slots[i];
    const Vec3 offset = bounds.displacement(member_pose(i).position, slot.position);
    const bool has_slot = slot.exists && !slot.is_reserve;
    straggles = has_slot && length(offset) > limit ? 1 : 0;
  }
}

void FormationStep::integrate() {
  const Anchor anchor = next_anchor();
  set_anchor(world.state.next, formation.anchor, anchor);
  if (def.mode != FormationMode::rigid) return;
  for (std::size_t k = 0; k < scratch.placed.size(); ++k) {
    const AgentIndex i = scratch.placed[k];
    if (i == leader()) continue;
    const SlotPose pose = slot_pose(anchor, scratch.slots[scratch.occupied[k]]);
    // The image nearest to the member, because contacts sweep it straight there. The shift is exactly zero
    // where that is the position itself.
    const Vec3 now = motion.position(i);
    const Vec3 shift = bounds.displacement(now, pose.position) - (pose.position - now);
    set_placed(world.state.next, i, pose.position + shift, pose.velocity, pose);
  }
}

Anchor FormationStep::next_anchor() const {
  const double dt = world.model().dt;
  Anchor anchor = anchor_in(motion, formation.anchor);
  if (const AgentIndex i = leader(); i != kNoIndex) {
    if (def.mode != FormationMode::rigid) return anchor;
    // A leader may turn at once, those who are placed may not be faster than they are.
    const AgentMotion& next = world.state.next;
    const double most = greatest_rate_of_turn(length(next.velocity(i))) * dt;
    const Frame frame = frame_behind(next.frame(i), scratch.slots);
    turn_within(anchor, turned_toward(anchor.frame(), frame, most), dt);
    anchor.position = next.position(i);
    anchor.velocity = next.velocity(i);
    return anchor;
  }
  if (def.emergent || def.anchor.type == AnchorType::fixed) return anchor;
  const Moderation how = moderation();
  if (how == Moderation::none || how == Moderation::leash) return next_steered_anchor();
  anchor.rotation = rate_of_turn(anchor.heading, scratch.anchor.heading, dt);
  anchor.heading = scratch.anchor.heading;
  return anchor;
}

// An invisible body with the limits of the members. Without members it stands.
Anchor FormationStep::next_steered_anchor() const {
  const AgentIndex row = formation.anchor;
  const double dt = world.model().dt;
  Anchor anchor = anchor_in(motion, row);
  if (scratch.placed.empty()) return {anchor.position, anchor.heading, {}, 0.0};
  const Vec3 change = clip(scratch.wanted_velocity - anchor.velocity, scratch.body.max_acceleration * dt);
  anchor.velocity = clip(anchor.velocity + change, world.state.limits.max_speed[row]);
  anchor.position += anchor.velocity * dt;
  const Vec3 heading = turned_within_limit(scratch.wanted_heading, length(anchor.velocity));
  anchor.rotation = rate_of_turn(anchor.heading, heading, dt);
  anchor.heading = heading;
  return anchor;
}

// The heading of the anchor after a step at a speed [m/s].
Vec3 FormationStep::turned_within_limit(Vec3 toward, double speed) const {
  const double most = greatest_rate_of_turn(speed) * world.model().dt;
  return lead_heading(motion.heading(formation.anchor), toward, most);
}

// At the speed of its members a formation cannot turn. An anchor that may be faster pulls at its leash, and
// lead_angle bounds by how much its slots turn ahead of the members.
double FormationStep::greatest_rate_of_turn(double speed) const {
  const Parameter& given = def.anchor.max_turn_rate;
  if (given.is_present()) return world.state.value(given, formation.anchor);
  const Parameter& fraction = def.anchor.speed_fraction;
  if (fraction.is_present() && world.state.value(fraction, formation.anchor) > 1.0) return kInfinity;
  if (def.anchor.frame == SlotFrame::full && leader() != kNoIndex)
    return safe_turn_rate(scratch.slots, speed, scratch.body.max_speed);
  const double rate = turns_in_succession() ? max_turn_rate_of_front(speed)
                                            : max_turn_rate(scratch.slots, speed, scratch.body.max_speed);
  return moderation() == Moderation::leash ? rate * share_of_turn() : rate;
}

// A file turns within its width, at the speed that it wants: where something holds it, or at its goal, what
// it wants is slow and may point elsewhere in each step. Beside the anchor slots swing around it.
double FormationStep::max_turn_rate_of_front(double speed) const {
  double widest = 0.0;
  for (const PatternSlot& slot : scratch.slots)
    widest = larger(widest, std::fabs(slot.place.y));
  if (widest >= kLengthEpsilon) return max_turn_rate(Vec3{0.0, widest, 0.0}, speed, scratch.body.max_speed);
  const double width = larger(scratch.body.least_half_width, kSmallestRadius);
  return larger(speed, length(scratch.wanted_velocity)) / width;
}

// At the greatest rate the outermost slot is as fast as its member, which then never makes up for what it
// lags. So an anchor on a leash turns the more slowly the farther the worst member is from its slot, within
// which distance members slow down; and still by a quarter where one is held, which leaves the others a
// reserve.
double FormationStep::share_of_turn() const {
  constexpr double kLeastShare = 0.25;
  double farthest = 0.0;
  for (const AgentIndex i : scratch.counted) {
    const SlotTarget& slot = world.state.slots[i];
    if (!slot.exists) continue;
    const Vec3 way = bounds.displacement(member_pose(i).position, slot.position);
    farthest = larger(farthest, length(way));
  }
  return larger(kLeastShare, 1.0 - farthest / def.slow_radius);
}

// The frame of the formation when its leader has this one.
Frame FormationStep::frame_behind(const Frame& leader_frame, std::span<const PatternSlot> slots) const {
  const double facing = formation.has_slots() ? slots[columns.leader_slot[f]].facing : 0.0;
  if (def.anchor.frame == SlotFrame::yaw)
    return upright(upright(level_heading(leader_frame)).turned(-facing));
  const Vec3 forward = leader_frame.turned(-facing);
  return {forward, cross(leader_frame.up, forward), leader_frame.up};
}

Anchor FormationStep::anchor_for_costs() {
  Anchor anchor = anchor_in(motion, formation.anchor);
  if (const AgentIndex i = leader(); i != kNoIndex) {
    const Frame frame = frame_behind(motion.frame(i), scratch.pattern);
    return {motion.position(i), frame.forward, {}, 0.0, frame.up};
  }
  if (moderation() == Moderation::none && !is_inner()) return anchor;
  // A front that has been somewhere stays.
  if (turns_in_succession() && has_trail()) return anchor;
  if (turns_in_succession())
    anchor.position -= upright(anchor.heading).vector(centroid(scratch.slots, {scratch.counted_slots}));
  const Vec3 reference = motion.position(formation.anchor);
  anchor.position += weighted_mean(collect(scratch.members, [&](AgentIndex i) {
    return bounds.displacement(reference, member_pose(i).position);
  }));
  return anchor;
}

}  // namespace drover
