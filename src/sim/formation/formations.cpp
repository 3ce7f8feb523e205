// The order in which formations go through a step; the parts are in the files beside this one.
#include "sim/formation/formations.h"

#include <algorithm>

#include "sim/formation/formation_columns.h"

namespace drover {
namespace {

std::size_t depth_of(const Model& model, std::uint32_t formation) {
  std::size_t depth = 0;
  for (std::uint32_t f = model.formations[formation].parent; f != kNoIndex; f = model.formations[f].parent)
    ++depth;
  return depth;
}

// Whether the anchor is where its members are, and not where it went itself.
bool follows_members(Moderation moderation) {
  return moderation == Moderation::lead || moderation == Moderation::velocity_offset;
}

}  // namespace

Moderation moderation_of(const World& world, std::uint32_t formation) {
  const FormationDef& def = world.model().formations[formation].def;
  if (def.mode != FormationMode::two_level || def.cover) return Moderation::none;
  if (leader_of(world, formation) != kNoIndex || def.anchor.type == AnchorType::fixed)
    return Moderation::none;
  return moderation_of(def.moderation);
}

SlotArrival slot_arrival_of(const World& world, std::uint32_t formation, double max_speed) {
  const FormationDef& def = world.model().formations[formation].def;
  return {.max_speed = max_speed,
          .slow_radius = def.slow_radius,
          .feed_forward = def.feed_forward.is_present()
                              ? def.feed_forward.constant()
                              : default_feed_forward(moderation_of(world, formation))};
}

Formations::Formations(const Model& model)
    : scratch_(model.formations.size()),
      has_claims_(model.has_roots()),
      watch_points_(model.formations.size()) {
  for (std::uint32_t f = 0; f < model.formations.size(); ++f)
    top_down_.push_back(f);
  std::ranges::stable_sort(top_down_, {}, [&](std::uint32_t f) { return depth_of(model, f); });
  reserve(model);
}

// Slots that nobody fills count too, and those who join later, unless room for all agents in every formation
// would be far more than can ever be used.
void Formations::reserve(const Model& model) {
  constexpr std::size_t kMostInAll = 1'000'000;  // members of all formations
  const bool may_join =
      model.agents.size() * model.formations.size() <= kMostInAll &&
      std::ranges::any_of(model.events, [](const Event& event) { return event.kind->name == kJoinName; });
  std::size_t most_members = 0;
  std::size_t most_slots = 0;
  std::size_t most_covers = 0;
  for (std::uint32_t f = 0; f < model.formations.size(); ++f) {
    const Formation& formation = model.formations[f];
    const std::size_t members = may_join ? model.agents.size() : formation.declared.size();
    std::size_t slots = members;
    for (std::uint32_t k = 0; formation.has_slots() && k <= formation.def.patterns.size(); ++k) {
      if (!formation.pattern(k).is_scalable()) slots = std::max(slots, formation.pattern(k).capacity());
    }
    if (formation.def.cover) most_covers = std::max(most_covers, formation.def.cover->points.size());
    scratch_[f].reserve(members, slots);
    most_members = std::max(most_members, members);
    most_slots = std::max(most_slots, slots);
  }
  for (std::vector<std::size_t>* indices : {&free_slots_, &tried_indices_})
    indices->reserve(most_slots);
  for (std::vector<PatternSlot>* slots : {&tried_, &tried_slots_})
    slots->reserve(most_slots);
  tried_radii_.reserve(most_slots);
  is_taken_.reserve(most_slots);
  for (std::vector<Vec3>* vectors : {&cover_positions_, &cover_velocities_})
    vectors->reserve(most_members);
  cover_agents_.reserve(most_members);
  free_members_.reserve(most_members);
  if (has_claims_) emergent_.reserve(most_members);
  if (most_covers > 0) covers_.reserve(most_covers, most_members, kManyMembers);
  const std::size_t rows = std::min(most_members, kManyMembers);
  const std::size_t columns = std::min(most_slots, kManyMembers);
  costs_.reserve(rows, columns);
  assigner_.reserve(rows, columns);
  assignment_.slot_of.reserve(rows);
}

std::vector<MovedAnchor> Formations::start(World& world, std::span<const AgentIndex> in_slots) {
  std::vector<MovedAnchor> moved;
  if (!exist()) return moved;
  list_members(world);
  for (auto at = top_down_.rbegin(); at != top_down_.rend(); ++at)
    start_anchor(world, *at);
  for (auto at = top_down_.rbegin(); at != top_down_.rend(); ++at) {
    const AgentIndex row = world.model().formations[*at].anchor;
    const Vec3 start = world.state.motion.position(row);
    const bool is_there =
        !follows_members(moderation_of(world, *at)) ||
        std::ranges::any_of(in_slots, [&](AgentIndex i) { return belongs_to(world, i, *at); });
    const Vec3 room = is_there ? room_to_start(world, *at, start) : start;
    world.state.motion.set_position(row, room);
    if (room != start) moved.push_back({*at, start, room});
    has_changed(world, *at);
    if (world.model().formations[*at].has_slots()) place_members(world, *at);
    measure(world, *at);
    turn_to_frame(world, *at);
    if (world.model().formations[*at].is_in_cover()) take_cover(world, *at);
  }
  if (!in_slots.empty()) start_in_slots(world, in_slots);
  update(world, false);
  lay_out(world, false);
  return moved;
}

// Where slots were turned back by their mean facing, the anchor turns forward by it: they stay where they
// are.
void Formations::turn_to_frame(World& world, std::uint32_t f) {
  const AgentIndex row = world.model().formations[f].anchor;
  if (scratch_[f].frame_facing == 0.0) return;
  const Vec3 heading = upright(world.state.motion.heading(row)).turned(scratch_[f].frame_facing);
  world.state.motion.set_heading(row, heading);
  set_vector(world.state.formation_columns.wanted_heading, f, heading);
}

void Formations::update(World& world, bool has_stepped) {
  if (!exist()) return;
  list_members(world);
  for (auto at = top_down_.rbegin(); at != top_down_.rend(); ++at) {
    const std::uint32_t f = *at;
    const Formation& formation = world.model().formations[f];
    if (formation.is_emergent()) {
      emergent_.update(world, f, {scratch_[f].members, scratch_[f].former});
    } else {
      replace_leader(world, f);
    }
    end_pattern(world, f);
    if (has_changed(world, f) && formation.has_slots()) place_members(world, f);
    measure(world, f);
    choose_pattern(world, f);
    move_anchor(world, f, has_stepped);
    if (formation.is_in_cover()) take_cover(world, f);
  }
}

void Formations::lay_out(World& world, bool is_restored) {
  if (!exist()) return;
  for (auto at = top_down_.rbegin(); at != top_down_.rend(); ++at) {
    if (is_restored) {
      measure(world, *at);
      continue;
    }
    // Again: means are taken about the anchor, which has moved since, and limits may follow quantities.
    find_means(world, *at);
    find_limits(world, *at);
  }
  lay_out_again(world);
}

void Formations::lay_out_again(World& world) {
  std::ranges::fill(world.state.slots, SlotTarget{});
  for (const std::uint32_t f : top_down_)
    lay_out(world, f);
}

}  // namespace drover
