// Formations that turn in succession: slots lie along the way of the anchor, behind it on its trail. Each has
// a frame of its own, that of the way there. What members say about the formation is turned from the frames
// of their slots into that of the anchor, as if the way were straight; the mean of their places would lie
// inside of a bend.
#include <cmath>

#include "sim/formation/formation_step.h"
#include "sim/state/trails.h"

namespace drover {
namespace {

// A vector from one frame into another.
Vec3 turned_into(const Frame& to, const Frame& from, Vec3 v) {
  return to.vector(dot(v, from.forward), from.left_part(v));
}

}  // namespace

// Not before the first state.
bool FormationStep::has_trail() const {
  return TrailPath(world, formation.trail, motion.position(formation.anchor)).exists();
}

void FormationStep::find_half_width() {
  double aside = 0.0;
  for (const PatternSlot& slot : scratch.slots)
    aside = larger(aside, std::fabs(slot.place.y));
  scratch.half_width = aside + largest_radius();
}

// `x`: how far ahead of the anchor, negative behind it [m]. The direction is that over the width of the
// formation, so that the slots of a wide one swing around a corner instead of jumping.
PlaceOnWay FormationStep::place_on_way(double x, Vec3 heading) const {
  const Vec3 anchor = motion.position(formation.anchor);
  const TrailPath trail(world, formation.trail, anchor);
  const auto point = [&](double at) {
    return at >= 0.0 || !trail.exists() ? anchor + heading * at
                                        : trail.point_beyond(trail.end() + at, heading);
  };
  const double reach = larger(scratch.half_width, kLengthEpsilon);
  const Vec3 along = direction(point(x + reach) - point(x - reach));
  return {point(x), upright(along == Vec3{} ? heading : along)};
}

// The anchor may be ahead of where the formation is; so is then each slot, along its own frame.
SlotPose FormationStep::slot_on_way(const Anchor& anchor, const PatternSlot& slot) const {
  const PlaceOnWay at = place_on_way(slot.place.x, anchor.heading);
  const Frame front = upright(anchor.heading);
  const Vec3 ahead = bounds.displacement(motion.position(formation.anchor), anchor.position);
  const Vec3 velocity = turned_into(at.frame, front, anchor.velocity) + at.frame.vector(slot.velocity);
  return {at.position + at.frame.left * slot.place.y + turned_into(at.frame, front, ahead),
          at.frame.turned(slot.facing), velocity};
}

// How far a slot is ahead of its place about the members, because the anchor is.
Vec3 FormationStep::lead_of_slot(std::size_t slot) const {
  if (moderation() == Moderation::none) return {};
  const Vec3 lead = bounds.displacement(scratch.mean.position, scratch.anchor.position);
  if (!turns_in_succession()) return lead;
  const Vec3 heading = scratch.anchor.heading;
  return turned_into(place_on_way(scratch.slots[slot].place.x, heading).frame, upright(heading), lead);
}

// Of the members that count.
void FormationStep::find_places_on_way() {
  scratch.places.clear();
  for (const std::size_t slot : scratch.counted_slots)
    scratch.places.push_back(place_on_way(scratch.slots[slot].place.x, motion.heading(formation.anchor)));
}

// By index of the members that count.
Vec3 FormationStep::straightened(std::size_t k, Vec3 v) const {
  if (!turns_in_succession()) return v;
  return turned_into(upright(motion.heading(formation.anchor)), scratch.places[k].frame, v);
}

// From the anchor to a member that counts, if its way had been straight [m].
Vec3 FormationStep::offset_from_anchor(std::size_t k) const {
  const Vec3 position = member_pose(scratch.counted[k]).position;
  if (!turns_in_succession()) return bounds.displacement(motion.position(formation.anchor), position);
  const PlaceOnWay& at = scratch.places[k];
  const Vec3 behind{scratch.slots[scratch.counted_slots[k]].place.x, 0.0, 0.0};
  return upright(motion.heading(formation.anchor)).vector(behind) +
         straightened(k, bounds.displacement(at.position, position));
}

// How far the formation has come along its way: the mean of how far members are ahead of their places. Who is
// beside its place has to come back to it, and counts as so far behind.
Vec3 FormationStep::place_by_progress(std::span<const Vec3> offsets_from_anchor) const {
  const Frame front = upright(motion.heading(formation.anchor));
  double progress = 0.0;
  double weight = 0.0;
  for (std::size_t k = 0; k < offsets_from_anchor.size(); ++k) {
    const Vec3 place = scratch.slots[scratch.counted_slots[k]].place;
    const Vec3 error = offsets_from_anchor[k] - front.vector({place.x, place.y, 0.0});
    progress += scratch.weights[k] * (dot(error, front.forward) - std::fabs(front.left_part(error)));
    weight += scratch.weights[k];
  }
  return weight > 0.0 ? front.forward * (progress / weight) : Vec3{};
}

// The front after a step: as it wants to go, but no farther than the members have come. It waits for those
// that lag, so that the way others follow has no jumps and no folds, and does not pass its goal.
Vec3 FormationStep::next_on_way() const {
  const Vec3 position = motion.position(formation.anchor);
  const double progress =
      dot(bounds.displacement(position, scratch.mean.position), motion.heading(formation.anchor));
  const Vec3 step = vector_in(columns.wanted_velocity, f) * world.model().dt;
  return bounds.wrapped_if_needed(position + clip(step, larger(0.0, progress)));
}

// The same on a leash, with an offset from where the members say it is: its step falls short by what that is
// too far ahead.
Vec3 FormationStep::held_on_way(Vec3 offset) const {
  const Vec3 position = motion.position(formation.anchor);
  // The other copy of the motion holds the state before.
  const Vec3 step = bounds.displacement(world.state.next.position(formation.anchor), position);
  const double ahead = dot(offset, motion.heading(formation.anchor));
  const double excess = larger(0.0, ahead - def.leash_length);
  return bounds.wrapped_if_needed(position - clip(step, excess));
}

// Along the trail, from the anchor on, as far as the formation reaches back [m].
void FormationStep::find_points_behind(double back, std::span<Vec3> out) const {
  const Vec3 heading = motion.heading(formation.anchor);
  const double spacing = back / static_cast<double>(out.size());
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = place_on_way(-spacing * static_cast<double>(k + 1), heading).position;
}

}  // namespace drover
