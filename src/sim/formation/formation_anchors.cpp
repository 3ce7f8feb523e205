// Where the anchors are: what they take from their members, what they want, and how they move.
#include <algorithm>

#include "formations/turn_limit.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"
#include "sim/geometry/static_room.h"

namespace drover {
namespace {

constexpr double kSmallestRadius = 1e-3;  // [m]
constexpr double kLeastSpeed = 1e-9;      // [m/s]; behaviors divide by it
constexpr double kLeastTravel = 1e-4;     // [m/s]; slower requests do not say which way to face

Anchor anchor_in(const AgentMotion& motion, AgentIndex i) {
  return {motion.position(i), motion.heading(i), motion.velocity(i), motion.rotation[i]};
}

void set_anchor(AgentMotion& motion, AgentIndex i, const Anchor& anchor) {
  motion.set_motion(i, anchor.position, anchor.velocity, anchor.heading);
  motion.rotation.set(i, anchor.rotation);
}

// The heading of a formation that its leader faces, from a slot with this facing [rad].
Vec3 heading_behind(Vec3 leader_heading, double facing) {
  return upright(leader_heading).turned(-facing);
}

double rate_of_turn(Vec3 from, Vec3 to, double dt) {
  return upright(from).bearing(to) / dt;
}

// From one heading toward another, by a limited angle [rad].
Vec3 turned_toward(Vec3 from, Vec3 to, double limit) {
  return lead_heading(from, to, limit);
}

}  // namespace

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
void Formations::start_anchor(World& world, std::uint32_t f) {
  const Formation& formation = world.model().formations[f];
  AgentMotion& motion = world.state.motion;
  FormationScratch& scratch = scratch_[f];
  const AgentIndex leader = leader_of(world, f);
  Anchor anchor;
  if (!scratch.members.empty()) {
    const Vec3 reference = motion.position(scratch.members.front());
    scratch.values.clear();
    for (const AgentIndex i : scratch.members)
      scratch.values.push_back(world.model().bounds.displacement(reference, motion.position(i)));
    anchor.position = reference + weighted_mean(scratch.values);
    scratch.values.clear();
    for (const AgentIndex i : scratch.members)
      scratch.values.push_back(motion.heading(i));
    anchor.heading = circular_mean(scratch.values, {}, anchor.heading);
  }
  if (formation.def.anchor.position) anchor.position = *formation.def.anchor.position;
  if (formation.def.anchor.heading.is_present()) anchor.heading = motion.heading(formation.anchor);
  if (leader != kNoIndex) {
    anchor.position = motion.position(leader);
    anchor.heading = motion.heading(leader);
    world.state.membership.slot[leader] = world.state.formation_columns.leader_slot[f];
  }
  anchor.position = world.model().bounds.wrapped_if_needed(anchor.position);
  set_anchor(motion, formation.anchor, anchor);
  set_vector(world.state.formation_columns.wanted_heading, f, anchor.heading);
}

// The nearest place with room for the formation in its narrowest pattern, where an anchor that goes its own
// way would start in a wall or an obstacle that counts.
Vec3 Formations::room_to_start(const World& world, std::uint32_t f, Vec3 start) {
  const Formation& formation = world.model().formations[f];
  const Model& model = world.model();
  const bool is_steered = formation.def.anchor.type == AnchorType::steered && !is_inner(world, f) &&
                          !model.type_of(formation.anchor).entries.empty();
  const double smallest = formation.def.anchor.small_obstacle;
  if (!is_steered || clear_distance(world.geometry(), model.bounds, start, kSmallestRadius, smallest) > 0.0)
    return start;
  double width = kSmallestRadius;
  if (formation.has_slots()) {
    width = extents_in(world, f, 0).half_width;
    for (const std::string& name : formation.def.pattern_fallback)
      width = smaller(width, extents_in(world, f, formation.find_pattern(name)).half_width);
    width = larger(width, kSmallestRadius);
  }
  return nearest_clear_point(world.geometry(), model.bounds, start, width, smallest).value_or(start);
}

// Outer formations first: the slots of an outer one are where inner ones start.
void Formations::start_in_slots(World& world, std::span<const AgentIndex> in_slots) {
  AgentMotion& motion = world.state.motion;
  for (const std::uint32_t f : top_down_) {
    const Formation& formation = world.model().formations[f];
    if (!formation.has_slots() && !formation.is_in_cover()) continue;
    const FormationScratch& scratch = scratch_[f];
    const Anchor anchor = anchor_in(motion, formation.anchor);
    for (std::size_t k = 0; k < scratch.placed.size(); ++k) {
      const AgentIndex i = scratch.placed[k];
      if (i == leader_of(world, f) ||
          !(world.model().is_anchor(i) || std::ranges::binary_search(in_slots, i)))
        continue;
      const SlotPose pose = formation.is_in_cover()
                                ? cover_pose(world, f, i, anchor).value_or(slot_pose(anchor, {}))
                                : slot_in_world(world, f, anchor, scratch.occupied[k]);
      const Vec3 velocity = pose.heading * length(motion.velocity(i));
      motion.set_motion(i, world.model().bounds.wrapped_if_needed(pose.position), velocity, pose.heading);
    }
  }
}

// A steered anchor may go as fast as its members, and keeps off obstacles by the width of the formation.
void Formations::move_anchor(World& world, std::uint32_t f, bool has_stepped) {
  const Formation& formation = world.model().formations[f];
  const FormationScratch& scratch = scratch_[f];
  AgentMotion& motion = world.state.motion;
  const AgentIndex row = formation.anchor;
  AgentLimits& limits = world.state.limits;
  const double fraction = anchor_speed_fraction(world, f, scratch.arrivals.size());
  limits.max_speed.set(row, larger(scratch.body.max_speed * fraction, kLeastSpeed));
  limits.max_request.set(row, limits.max_speed[row]);
  limits.radius.set(row, larger(scratch.extents.half_width, kSmallestRadius));
  Anchor anchor = anchor_in(motion, row);
  const AgentIndex leader = leader_of(world, f);
  if (scratch.placed.empty()) {
    anchor.velocity = {};
    anchor.rotation = 0.0;
  } else if (leader != kNoIndex) {
    const double facing =
        formation.has_slots() ? scratch.slots[world.state.formation_columns.leader_slot[f]].facing : 0.0;
    const Vec3 heading = heading_behind(motion.heading(leader), facing);
    anchor.position = motion.position(leader);
    anchor.velocity = motion.velocity(leader);
    if (formation.def.mode != FormationMode::rigid || !has_stepped) {
      anchor.rotation = has_stepped ? rate_of_turn(anchor.heading, heading, world.model().dt) : 0.0;
      anchor.heading = heading;
    }
  } else if (formation.def.emergent || moderation_of(world, f) == Moderation::lead ||
             moderation_of(world, f) == Moderation::velocity_offset) {
    anchor.position = scratch.mean.position;
    anchor.velocity = scratch.mean.velocity;
    if (formation.def.emergent) anchor.heading = scratch.mean.heading;
  } else if (moderation_of(world, f) == Moderation::leash) {
    const Bounds& bounds = world.model().bounds;
    const Vec3 offset = bounds.displacement(scratch.mean.position, anchor.position);
    anchor.position =
        bounds.wrapped_if_needed(scratch.mean.position + leash(offset, formation.def.leash_length));
    // The way that it really made. The other copy of the motion holds the state before.
    if (has_stepped)
      anchor.velocity =
          bounds.displacement(world.state.next.position(row), anchor.position) / world.model().dt;
  }
  set_anchor(motion, row, anchor);
}

void Formations::set_anchor_request(World& world, std::uint32_t f, Vec3 velocity, Vec3 facing) {
  const double limit = smaller(world.state.limits.max_speed[world.model().formations[f].anchor],
                               world.state.formation_columns.speed_limit[f]);
  const Vec3 wanted = clip(velocity, limit);
  set_vector(world.state.formation_columns.wanted_velocity, f, wanted);
  if (length2(facing) > 0.0) {
    set_vector(world.state.formation_columns.wanted_heading, f, direction(facing));
  } else if (length(velocity) >= kLeastTravel) {
    set_vector(world.state.formation_columns.wanted_heading, f, direction(velocity));
  }
}

// What an anchor wants: what its stack asked for, or to be in its slot.
void Formations::find_anchor_goal(const World& world, std::uint32_t f) {
  FormationScratch& scratch = scratch_[f];
  scratch.wanted_velocity = vector_in(world.state.formation_columns.wanted_velocity, f);
  scratch.wanted_heading = vector_in(world.state.formation_columns.wanted_heading, f);
  // It stands while members bound.
  if (world.model().formations[f].is_in_cover() && are_bounding(world, f, scratch.members))
    scratch.wanted_velocity = {};
  if (!is_inner(world, f)) return;
  const AgentIndex row = world.model().formations[f].anchor;
  const std::uint32_t outer = formation_of(world, row);
  const SlotTarget& slot = world.state.slots[row];
  scratch.wanted_velocity = {};
  if (!slot.exists) return;
  const Vec3 offset = world.model().bounds.displacement(scratch.mean.position, slot.position);
  scratch.wanted_velocity =
      slot_arrival_velocity(offset, slot.velocity, slot_arrival_of(world, outer, scratch.body.max_speed));
  scratch.wanted_heading = slot.heading;
}

void Formations::find_anchor(const World& world, std::uint32_t f) {
  const Formation& formation = world.model().formations[f];
  const FormationDef& def = formation.def;
  FormationScratch& scratch = scratch_[f];
  Anchor& anchor = scratch.anchor;
  anchor = anchor_in(world.state.motion, formation.anchor);
  if (scratch.placed.empty()) return;
  const Moderation moderation = moderation_of(world, f);
  const SlotTarget& slot = world.state.slots[formation.anchor];
  if (moderation == Moderation::none) {
    if (slot.exists) anchor = {slot.position, slot.heading, slot.velocity, 0.0};
    return;
  }
  const Vec3 toward = moderation == Moderation::leash ? anchor.heading : scratch.wanted_heading;
  anchor.heading = lead_heading(scratch.mean.heading, toward, def.lead_angle);
  Vec3 ahead;
  if (moderation == Moderation::lead) {
    const double distance = def.lead_distance.is_present() ? def.lead_distance.constant() : def.slow_radius;
    ahead = lead(scratch.wanted_velocity, scratch.arrival_time, distance);
  } else if (moderation == Moderation::velocity_offset) {
    const double dt = world.model().dt;
    const Vec3 velocity =
        anchor.velocity + clip(scratch.wanted_velocity - anchor.velocity, scratch.body.max_acceleration * dt);
    ahead = velocity_offset(scratch.mean.velocity, def.offset_factor) + velocity * dt;
  } else {
    return;
  }
  anchor.position = world.model().bounds.wrapped_if_needed(scratch.mean.position + ahead);
}

void Formations::store_for_next_step(World& world) const {
  for (std::uint32_t f = 0; f < scratch_.size(); ++f) {
    set_vector(world.state.formation_columns.wanted_heading, f, scratch_[f].wanted_heading);
    const Parameter& most = world.model().formations[f].def.max_straggle;
    if (!most.is_present()) continue;
    for (const AgentIndex i : scratch_[f].members) {
      const SlotTarget& slot = world.state.slots[i];
      const Vec3 offset = world.model().bounds.displacement(member_pose(world, i).position, slot.position);
      const bool has_slot = slot.exists && !slot.is_reserve;
      world.state.membership.straggles[i] = has_slot && length(offset) > most.constant() ? 1 : 0;
    }
  }
}

void Formations::integrate(World& world) const {
  for (const std::uint32_t f : top_down_) {
    const Formation& formation = world.model().formations[f];
    const Anchor anchor = next_anchor(world, f);
    set_anchor(world.state.next, formation.anchor, anchor);
    if (formation.def.mode != FormationMode::rigid) continue;
    const FormationScratch& scratch = scratch_[f];
    for (std::size_t k = 0; k < scratch.placed.size(); ++k) {
      const AgentIndex i = scratch.placed[k];
      if (i == leader_of(world, f)) continue;
      const SlotPose pose = slot_pose(anchor, scratch.slots[scratch.occupied[k]]);
      // The image nearest to the member, because contacts sweep it straight there. The shift is exactly zero
      // where that is the position itself.
      const Vec3 now = world.state.motion.position(i);
      const Vec3 shift = world.model().bounds.displacement(now, pose.position) - (pose.position - now);
      world.state.next.set_motion(i, pose.position + shift, pose.velocity, pose.heading);
    }
  }
}

Anchor Formations::next_anchor(const World& world, std::uint32_t f) const {
  const Formation& formation = world.model().formations[f];
  const FormationScratch& scratch = scratch_[f];
  const double dt = world.model().dt;
  Anchor anchor = anchor_in(world.state.motion, formation.anchor);
  const AgentIndex leader = leader_of(world, f);
  const Moderation moderation = moderation_of(world, f);
  if (leader != kNoIndex) {
    if (formation.def.mode != FormationMode::rigid) return anchor;
    // A leader may turn at once, those who are placed may not be faster than they are.
    const AgentMotion& next = world.state.next;
    const double facing = scratch.slots[world.state.formation_columns.leader_slot[f]].facing;
    const Vec3 heading = turned_toward(anchor.heading, heading_behind(next.heading(leader), facing),
                                       greatest_rate_of_turn(world, f, length(next.velocity(leader))) * dt);
    return {next.position(leader), heading, next.velocity(leader), rate_of_turn(anchor.heading, heading, dt)};
  }
  if (formation.def.emergent || formation.def.anchor.type == AnchorType::fixed) return anchor;
  if (moderation == Moderation::none || moderation == Moderation::leash) return next_steered_anchor(world, f);
  anchor.rotation = rate_of_turn(anchor.heading, scratch.anchor.heading, dt);
  anchor.heading = scratch.anchor.heading;
  return anchor;
}

// An invisible body with the limits of the members. Without members it stands.
Anchor Formations::next_steered_anchor(const World& world, std::uint32_t f) const {
  const FormationScratch& scratch = scratch_[f];
  const AgentIndex row = world.model().formations[f].anchor;
  const double dt = world.model().dt;
  Anchor anchor = anchor_in(world.state.motion, row);
  if (scratch.placed.empty()) return {anchor.position, anchor.heading, {}, 0.0};
  const Vec3 change = clip(scratch.wanted_velocity - anchor.velocity, scratch.body.max_acceleration * dt);
  anchor.velocity = clip(anchor.velocity + change, world.state.limits.max_speed[row]);
  anchor.position += anchor.velocity * dt;
  const double limit = greatest_rate_of_turn(world, f, length(anchor.velocity));
  const Vec3 heading = turned_toward(anchor.heading, scratch.wanted_heading, limit * dt);
  anchor.rotation = rate_of_turn(anchor.heading, heading, dt);
  anchor.heading = heading;
  return anchor;
}

// At the speed of its members a formation cannot turn. An anchor that may be faster pulls at its leash, and
// lead_angle bounds by how much its slots turn ahead of the members.
double Formations::greatest_rate_of_turn(const World& world, std::uint32_t f, double speed) const {
  const Formation& formation = world.model().formations[f];
  const Parameter& given = formation.def.anchor.max_turn_rate;
  if (given.is_present()) return world.state.value(given, formation.anchor);
  const Parameter& fraction = formation.def.anchor.speed_fraction;
  if (fraction.is_present() && world.state.value(fraction, formation.anchor) > 1.0) return kInfinity;
  const double rate = max_turn_rate(scratch_[f].slots, speed, scratch_[f].body.max_speed);
  return moderation_of(world, f) == Moderation::leash ? rate * share_of_turn(world, f) : rate;
}

// At the greatest rate the outermost slot is as fast as its member, which then never makes up for what it
// lags. So an anchor on a leash turns the more slowly the farther the worst member is from its slot, within
// which distance members slow down; and still by a quarter where one is held, which leaves the others a
// reserve.
double Formations::share_of_turn(const World& world, std::uint32_t f) const {
  constexpr double kLeastShare = 0.25;
  double farthest = 0.0;
  for (const AgentIndex i : scratch_[f].counted) {
    const SlotTarget& slot = world.state.slots[i];
    if (!slot.exists) continue;
    const Vec3 way = world.model().bounds.displacement(member_pose(world, i).position, slot.position);
    farthest = larger(farthest, length(way));
  }
  return larger(kLeastShare, 1.0 - farthest / world.model().formations[f].def.slow_radius);
}

Anchor Formations::anchor_for_costs(const World& world, std::uint32_t f) {
  const Formation& formation = world.model().formations[f];
  const AgentMotion& motion = world.state.motion;
  FormationScratch& scratch = scratch_[f];
  Anchor anchor = anchor_in(motion, formation.anchor);
  const AgentIndex leader = leader_of(world, f);
  if (leader != kNoIndex) {
    const double facing =
        formation.has_slots() ? scratch.pattern[world.state.formation_columns.leader_slot[f]].facing : 0.0;
    return {motion.position(leader), heading_behind(motion.heading(leader), facing), {}, 0.0};
  }
  if (moderation_of(world, f) == Moderation::none && !is_inner(world, f)) return anchor;
  scratch.values.clear();
  for (const AgentIndex i : scratch.members)
    scratch.values.push_back(
        world.model().bounds.displacement(anchor.position, member_pose(world, i).position));
  anchor.position += weighted_mean(scratch.values);
  return anchor;
}

}  // namespace drover
