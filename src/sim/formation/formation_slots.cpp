// Where the slots are: the pattern about the anchor, and what the members say about it.
#include <algorithm>

#include "formations/turn_limit.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"

namespace drover {
namespace {

// What `take` says about members, in their order.
template <class Take>
void collect(std::span<const AgentIndex> members, std::vector<Vec3>& out, const Take& take) {
  out.clear();
  for (const AgentIndex i : members)
    out.push_back(take(i));
}

}  // namespace

AgentIndex marked_by(const World& world, std::uint32_t formation, std::size_t slot) {
  const std::vector<AgentIndex>& marks =
      world.model().formations[formation].marks[world.state.formation_columns.pattern[formation]];
  return slot < marks.size() ? marks[slot] : kNoIndex;
}

// Everything about a formation that follows from its members and their slots.
void Formations::measure(const World& world, std::uint32_t f) {
  list_placed(world, f);
  if (world.model().formations[f].has_slots()) {
    lay_out_pattern(world, f);
    shift_slots(world, f);
  }
  find_means(world, f);
  find_limits(world, f);
}

void Formations::list_placed(const World& world, std::uint32_t f) {
  FormationScratch& scratch = scratch_[f];
  auto& straggles = world.state.membership.straggles;
  scratch.placed.clear();
  scratch.occupied.clear();
  for (const AgentIndex i : scratch.members) {
    if (slot_of(world, i) == kNoIndex && world.model().formations[f].has_slots()) continue;
    scratch.placed.push_back(i);
    scratch.occupied.push_back(slot_of(world, i));
  }
  // Where members are that mark an agent says nothing about the anchor.
  const auto counts = [&](std::size_t k) {
    return straggles[scratch.placed[k]] == 0 && marked_by(world, f, scratch.occupied[k]) == kNoIndex;
  };
  const bool weighs_all = world.model().formations[f].def.weight == MemberWeight::equal;
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
    scratch.weights.push_back(weighs_all ? 1.0 : member_body(world, i).heads);
  }
}

// The same slots as before need not be laid out again, unless they move.
void Formations::lay_out_pattern(const World& world, std::uint32_t f) {
  FormationScratch& scratch = scratch_[f];
  PatternRequest request{.count = world.state.formation_columns.slot_count[f]};
  for (const AgentIndex i : scratch.members)
    request.radius = larger(request.radius, member_body(world, i).radius);
  const PatternDef& pattern = pattern_of(world, f);
  if (pattern.moves()) request.time = pattern_time(world, f);
  if (scratch.laid_out == &pattern && scratch.request == request) return;
  drover::lay_out(pattern, request, scratch.pattern);
  scratch.laid_out = &pattern;
  scratch.request = request;
}

namespace {

void shift(std::span<const PatternSlot> pattern, Vec3 by, std::vector<PatternSlot>& out) {
  out.assign(pattern.begin(), pattern.end());
  for (PatternSlot& slot : out)
    slot.place += by;
}

}  // namespace

// Slots relative to the anchor: to the leader's place, to the mean of those that count, or as they are.
void Formations::shift_slots(const World& world, std::uint32_t f) {
  FormationScratch& scratch = scratch_[f];
  const FormationDef& def = world.model().formations[f].def;
  if (leader_of(world, f) != kNoIndex) {
    shift(scratch.pattern, -scratch.pattern[world.state.formation_columns.leader_slot[f]].place,
          scratch.slots);
  } else if (def.anchor.type == AnchorType::fixed && !is_inner(world, f)) {
    shift(scratch.pattern, {}, scratch.slots);
  } else {
    const Occupancy occupied{scratch.counted_slots, scratch.weights};
    scratch.frame_facing = 0.0;
    if (def.heading_estimator == HeadingEstimator::frame_change) {
      if (const auto facing = change_frame(scratch.pattern, occupied, scratch.slots)) {
        scratch.frame_facing = *facing;
        return;
      }
    }
    remove_drift(scratch.pattern, occupied, scratch.slots);
  }
}

// For the choice of slots: about the centroid of all that are offered.
void Formations::shift_all_slots(const World& world, std::uint32_t f) {
  FormationScratch& scratch = scratch_[f];
  const FormationDef& def = world.model().formations[f].def;
  const bool is_free =
      leader_of(world, f) == kNoIndex && (def.anchor.type != AnchorType::fixed || is_inner(world, f));
  if (!is_free) return shift_slots(world, f);
  std::vector<std::size_t>& all = scratch.counted_slots;
  all.clear();
  for (std::size_t k = 0; k < scratch.pattern.size(); ++k)
    all.push_back(k);
  remove_drift(scratch.pattern, {all}, scratch.slots);
}

// Means are taken of displacements from the anchor, so that the edges of a world that wraps do not matter.
void Formations::find_means(const World& world, std::uint32_t f) {
  FormationScratch& scratch = scratch_[f];
  const Formation& formation = world.model().formations[f];
  const Bounds& bounds = world.model().bounds;
  const Vec3 reference = world.state.motion.position(formation.anchor);
  const Vec3 heading = world.state.motion.heading(formation.anchor);
  std::vector<Vec3>& values = scratch.values;
  collect(scratch.counted, values,
          [&](AgentIndex i) { return bounds.displacement(reference, member_pose(world, i).position); });
  const Vec3 mean = weighted_mean(values, scratch.weights);
  scratch.mean.position = bounds.wrapped_if_needed(reference + mean);
  if (formation.def.heading_estimator == HeadingEstimator::geometry && formation.has_slots()) {
    for (Vec3& value : values)
      value -= mean;
    const Vec3 otherwise = vector_in(world.state.formation_columns.wanted_heading, f);
    scratch.mean.heading =
        heading_by_geometry(scratch.slots, {scratch.counted_slots, scratch.weights}, values, otherwise);
  } else {
    collect(scratch.counted, values, [&](AgentIndex i) { return member_pose(world, i).heading; });
    scratch.mean.heading =
        formation.has_slots()
            ? heading_by_facing(scratch.slots, {scratch.counted_slots, scratch.weights}, values, heading)
            : circular_mean(values, scratch.weights, heading);
  }
  collect(scratch.counted, values, [&](AgentIndex i) { return member_pose(world, i).velocity; });
  scratch.mean.velocity = weighted_mean(values, scratch.weights);
}

// Of the members that follow slots; a leader goes its own way.
void Formations::find_limits(const World& world, std::uint32_t f) {
  FormationScratch& scratch = scratch_[f];
  const AgentIndex leader = leader_of(world, f);
  MemberBody& least = scratch.body;
  least.max_speed = least.max_acceleration = kInfinity;
  scratch.arrivals.clear();
  scratch.radii.clear();
  for (const AgentIndex i : scratch.placed) {
    const MemberBody body = member_body(world, i);
    scratch.radii.push_back(body.radius);
    if (i == leader) continue;
    least.max_speed = smaller(least.max_speed, body.max_speed);
    least.max_acceleration = smaller(least.max_acceleration, body.max_acceleration);
    scratch.arrivals.push_back(slot_arrival_of(world, f, body.max_speed));
  }
  if (scratch.arrivals.empty()) least.max_speed = least.max_acceleration = 0.0;
  scratch.arrival_time = mean_arrival_time(scratch.arrivals);
  scratch.extents = world.model().formations[f].has_slots()
                        ? extents_of(scratch.slots, scratch.occupied, scratch.radii)
                        : Extents{};
  scratch.body.radius = scratch.extents.radius;
}

// About the anchor, or about the agent that the slot marks while that is there.
SlotPose Formations::slot_in_world(const World& world, std::uint32_t f, const Anchor& anchor,
                                   std::size_t slot) const {
  const AgentIndex marked = marked_by(world, f, slot);
  if (marked == kNoIndex || !world.is_present(marked)) return slot_pose(anchor, scratch_[f].slots[slot]);
  const AgentMotion& motion = world.state.motion;
  return slot_pose(
      {motion.position(marked), motion.heading(marked), motion.velocity(marked), motion.rotation[marked]},
      {.place = pattern_of(world, f).mark(slot).offset, .facing = 0.0, .velocity = {}});
}

// The slots in the world, for members and for the anchors of inner formations, which come later.
void Formations::lay_out(World& world, std::uint32_t f) {
  const Formation& formation = world.model().formations[f];
  find_anchor_goal(world, f);
  find_anchor(world, f);
  const FormationScratch& scratch = scratch_[f];
  world.state.formations[f] = {.has_members = !scratch.placed.empty(),
                               .is_moderated = moderation_of(world, f) != Moderation::none,
                               .position = scratch.anchor.position,
                               .heading = scratch.anchor.heading,
                               .mean_position = scratch.mean.position,
                               .front = scratch.extents.front};
  if (formation.is_emergent()) return lay_out_claims(world, f, scratch.members);
  if (formation.is_in_cover())
    return lay_out_covers(world, f, cover_members(world, f), scratch.anchor, watch_points_[f]);
  const AgentIndex leader = leader_of(world, f);
  for (std::size_t k = 0; k < scratch.placed.size(); ++k) {
    const AgentIndex i = scratch.placed[k];
    if (i == leader) continue;
    // Nobody follows an agent that is gone, or itself.
    const AgentIndex marked = marked_by(world, f, scratch.occupied[k]);
    if (marked != kNoIndex && (marked == i || !world.is_present(marked))) continue;
    const SlotPose pose = slot_in_world(world, f, scratch.anchor, scratch.occupied[k]);
    world.state.slots[i] = {.exists = true,
                            .position = world.model().bounds.wrapped_if_needed(pose.position),
                            .heading = pose.heading,
                            .velocity = pose.velocity};
  }
  if (formation.def.reserve_point) lay_out_reserve(world, f);
}

// Members without a slot wait, as they are turned.
void Formations::lay_out_reserve(World& world, std::uint32_t f) {
  const Vec3 point = world.model().bounds.wrapped_if_needed(*world.model().formations[f].def.reserve_point);
  for (const AgentIndex i : scratch_[f].members) {
    if (slot_of(world, i) != kNoIndex) continue;
    world.state.slots[i] = {.exists = true,
                            .is_reserve = true,
                            .position = point,
                            .heading = member_pose(world, i).heading,
                            .velocity = {}};
  }
}

}  // namespace drover
