// Where the slots are: the pattern about the anchor, and what the members say about it.
#include <cmath>

#include "sim/formation/formation_step.h"

namespace drover {

// Everything about a formation that follows from its members and their slots.
void FormationStep::measure() {
  list_placed();
  if (formation.has_slots()) {
    lay_out_pattern();
    shift_slots();
  }
  find_means();
  find_limits();
}

void FormationStep::list_placed() {
  scratch.placed.clear();
  scratch.occupied.clear();
  for (const AgentIndex i : scratch.members) {
    if (slot_of(world, i) == kNoIndex && formation.has_slots()) continue;
    scratch.placed.push_back(i);
    scratch.occupied.push_back(slot_of(world, i));
  }
  // Where members are that mark an agent says nothing about the anchor.
  const auto counts = [&](std::size_t k) {
    return world.state.membership.straggles[scratch.placed[k]] == 0 &&
           marked_by(scratch.occupied[k]) == kNoIndex;
  };
  const bool weighs_all = def.weight == MemberWeight::equal;
  bool any_counts = false;
  for (std::size_t k = 0; k < scratch.placed.size(); ++k)
    any_counts = any_counts || counts(k);
  scratch.counted.clear();
  scratch.counted_slots.clear();
  scratch.weights.clear();
  for (std::size_t k = 0; k < scratch.placed.size(); ++k) {
    if (any_counts && !counts(k)) continue;
    const AgentIndex i = scratch.placed[k];
    scratch.counted.push_back(i);
    scratch.counted_slots.push_back(scratch.occupied[k]);
    scratch.weights.push_back(weighs_all ? 1.0 : member_body(i).heads);
  }
}

// The same slots as before need not be laid out again, unless they move.
void FormationStep::lay_out_pattern() {
  const PatternDef& present = pattern();
  const PatternRequest request{.count = columns.slot_count[f],
                               .radius = largest_radius(),
                               .time = present.moves() ? pattern_time(world, f) : 0.0};
  if (scratch.laid_out == &present && scratch.request == request) return;
  drover::lay_out(present, request, scratch.pattern);
  scratch.laid_out = &present;
  scratch.request = request;
}

// Whether no leader and no fixed place says where the anchor is.
bool FormationStep::is_anchor_free() const {
  return leader() == kNoIndex && (def.anchor.type != AnchorType::fixed || is_inner());
}

// Slots relative to the anchor: to the leader's place, to the mean of those that count, or as they are.
void FormationStep::shift_slots() {
  if (!is_anchor_free()) {
    const Vec3 by = leader() == kNoIndex ? Vec3{} : -scratch.pattern[columns.leader_slot[f]].place;
    scratch.slots = scratch.pattern;
    for (PatternSlot& slot : scratch.slots)
      slot.place += by;
    if (turns_in_succession()) find_half_width();
    return;
  }
  const Occupancy occupied{scratch.counted_slots, scratch.weights};
  scratch.frame_facing = 0.0;
  if (turns_in_succession()) {
    put_front_at_anchor(scratch.pattern, occupied, scratch.slots);
    return find_half_width();
  }
  std::optional<double> facing;
  if (def.heading_estimator == HeadingEstimator::frame_change)
    facing = change_frame(scratch.pattern, occupied, scratch.slots);
  scratch.frame_facing = facing.value_or(0.0);
  if (!facing) remove_drift(scratch.pattern, occupied, scratch.slots);
}

// For the choice of slots: about the centroid of all that are offered.
void FormationStep::shift_all_slots() {
  if (!is_anchor_free()) return shift_slots();
  std::vector<std::size_t>& all = scratch.counted_slots;
  all.clear();
  for (std::size_t k = 0; k < scratch.pattern.size(); ++k)
    all.push_back(k);
  if (!turns_in_succession()) return remove_drift(scratch.pattern, {all}, scratch.slots);
  put_front_at_anchor(scratch.pattern, {all}, scratch.slots);
  find_half_width();
}

// Means are taken of displacements from the anchor, so that the edges of a world that wraps do not matter.
void FormationStep::find_means() {
  const Vec3 reference = motion.position(formation.anchor);
  const Vec3 heading = motion.heading(formation.anchor);
  const Occupancy counted{scratch.counted_slots, scratch.weights};
  if (turns_in_succession()) find_places_on_way();
  const bool is_straight = !turns_in_succession();
  std::vector<Vec3>& values = collect_counted([&](std::size_t k) {
    return is_straight ? bounds.displacement(reference, member_pose(scratch.counted[k]).position)
                       : offset_from_anchor(k);
  });
  const Vec3 mean = weighted_mean(values, scratch.weights);
  const Vec3 place = turns_in_succession() ? place_by_progress(values) : mean;
  scratch.mean.position = bounds.wrapped_if_needed(reference + place);
  if (def.heading_estimator == HeadingEstimator::geometry && formation.has_slots()) {
    for (Vec3& value : values)
      value -= mean;
    const Vec3 otherwise = vector_in(columns.wanted_heading, f);
    scratch.mean.heading = heading_by_geometry(scratch.slots, counted, values, otherwise);
  } else {
    collect_counted([&](std::size_t k) {
      const Vec3 facing = member_pose(scratch.counted[k]).heading;
      return is_straight ? facing : straightened(k, facing);
    });
    scratch.mean.heading = formation.has_slots() ? heading_by_facing(scratch.slots, counted, values, heading)
                                                 : circular_mean(values, scratch.weights, heading);
  }
  collect_counted([&](std::size_t k) {
    const Vec3 velocity = member_pose(scratch.counted[k]).velocity;
    return is_straight ? velocity : straightened(k, velocity);
  });
  scratch.mean.velocity = weighted_mean(values, scratch.weights);
}

// Of the members that follow slots; a leader goes its own way.
void FormationStep::find_limits() {
  MemberBody& least = scratch.body;
  least.max_speed = least.max_acceleration = kInfinity;
  SlotArrival arrival = slot_arrival_of(world, f, 0.0);
  scratch.arrivals.clear();
  scratch.radii.clear();
  for (const AgentIndex i : scratch.placed) {
    const MemberBody body = member_body(i);
    scratch.radii.push_back(body.radius);
    if (i == leader()) continue;
    least.max_speed = smaller(least.max_speed, body.max_speed);
    least.max_acceleration = smaller(least.max_acceleration, body.max_acceleration);
    arrival.max_speed = body.max_speed;
    scratch.arrivals.push_back(arrival);
  }
  if (scratch.arrivals.empty()) least.max_speed = least.max_acceleration = 0.0;
  scratch.arrival_time = mean_arrival_time(scratch.arrivals);
  scratch.extents =
      formation.has_slots() ? extents_of(scratch.slots, scratch.occupied, scratch.radii) : Extents{};
  scratch.body.radius = scratch.extents.radius;
  find_least_half_width();
}

// Ways lead wherever the narrowest pattern fits through.
void FormationStep::find_least_half_width() {
  double& least = scratch.body.least_half_width;
  least = 0.0;
  if (!formation.looks_for_passages()) {
    for (std::size_t k = 0; formation.has_slots() && k < scratch.placed.size(); ++k) {
      const double aside = std::fabs(scratch.slots[scratch.occupied[k]].place.y);
      least = larger(least, aside + member_body(scratch.placed[k]).least_half_width);
    }
    return;
  }
  find_least_aside();
  for (const AgentIndex i : scratch.members)
    least = larger(least, scratch.least_aside + member_body(i).least_half_width);
}

void FormationStep::find_least_aside() {
  const PatternRequest request{.count = scratch.members.size(), .radius = largest_radius()};
  if (scratch.least_request == request) return;
  scratch.least_request = request;
  scratch.least_aside = kInfinity;
  for (const std::string& name : def.pattern_fallback) {
    const double half_width = extents_in(formation.find_pattern(name)).half_width;
    scratch.least_aside = smaller(scratch.least_aside, half_width - request.radius);
  }
}

// About the anchor, or about the agent that the slot marks while that is there.
SlotPose FormationStep::slot_in_world(const Anchor& anchor, std::size_t slot) const {
  const AgentIndex marked = marked_by(slot);
  if (marked == kNoIndex || !world.is_present(marked))
    return turns_in_succession() ? slot_on_way(anchor, scratch.slots[slot])
                                 : slot_pose(anchor, scratch.slots[slot]);
  return slot_pose(upright_anchor_at(motion, marked),
                   {.place = pattern().mark(slot).offset, .facing = 0.0, .velocity = {}});
}

// The slots in the world, for members and for the anchors of inner formations, which come later.
void FormationStep::lay_out() {
  find_anchor_goal();
  find_anchor();
  world.state.formations[f] = {.has_members = !scratch.placed.empty(),
                               .position = scratch.anchor.position,
                               .heading = scratch.anchor.heading,
                               .mean_position = scratch.mean.position,
                               .front = scratch.extents.front,
                               .least_half_width = scratch.body.least_half_width};
  if (formation.is_emergent()) return lay_out_claims(world, f, scratch.members);
  if (formation.is_in_cover())
    return lay_out_covers(world, f, cover_members(), scratch.anchor, memory.watch_points[f]);
  const bool is_straight = !turns_in_succession();
  const Vec3 lead = is_straight ? lead_of_slot(0) : Vec3{};  // that of all slots, or none of them
  for (std::size_t k = 0; k < scratch.placed.size(); ++k) {
    const AgentIndex i = scratch.placed[k];
    if (i == leader()) continue;
    // Nobody follows an agent that is gone, or itself.
    const AgentIndex marked = marked_by(scratch.occupied[k]);
    if (marked != kNoIndex && (marked == i || !world.is_present(marked))) continue;
    const SlotPose pose = slot_in_world(scratch.anchor, scratch.occupied[k]);
    world.state.slots[i] = {.exists = true,
                            .position = bounds.wrapped_if_needed(pose.position),
                            .heading = pose.heading,
                            .velocity = pose.velocity,
                            .up = pose.up,
                            .lead = is_straight ? lead : lead_of_slot(scratch.occupied[k])};
  }
  if (def.reserve_point) lay_out_reserve();
}

// Members without a slot wait, as they are turned.
void FormationStep::lay_out_reserve() {
  const Vec3 point = bounds.wrapped_if_needed(*def.reserve_point);
  for (const AgentIndex i : scratch.members) {
    if (slot_of(world, i) != kNoIndex) continue;
    world.state.slots[i] = {.exists = true,
                            .is_reserve = true,
                            .position = point,
                            .heading = member_pose(i).heading,
                            .velocity = {}};
  }
}

}  // namespace drover
