// The order in which formations go through a step; the parts are in the files beside this one.
#include "sim/formation/formations.h"

#include <algorithm>

#include "sim/formation/formation_step.h"

namespace drover {

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

Formations::Formations(const Model& model) : has_claims_(model.has_roots()) {
  memory_.scratch.resize(model.formations.size());
  memory_.watch_points.resize(model.formations.size());
  memory_.points_ahead.resize(model.formations.size());
  for (std::uint32_t f = 0; f < model.formations.size(); ++f)
    memory_.points_ahead[f].reserve(model.formations[f].looks_for_passages() ? kMostPointsAhead : 0);
  const auto depth_of = [&](std::uint32_t formation) {
    std::size_t depth = 0;
    for (std::uint32_t f = model.formations[formation].parent; f != kNoIndex; f = model.formations[f].parent)
      ++depth;
    return depth;
  };
  for (std::uint32_t f = 0; f < model.formations.size(); ++f)
    top_down_.push_back(f);
  std::ranges::stable_sort(top_down_, {}, depth_of);
  bottom_up_.assign(top_down_.rbegin(), top_down_.rend());
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
    memory_.scratch[f].reserve(members, slots);
    most_members = std::max(most_members, members);
    most_slots = std::max(most_slots, slots);
  }
  for (std::vector<std::size_t>* indices : {&memory_.free_slots, &memory_.tried_indices})
    indices->reserve(most_slots);
  for (std::vector<PatternSlot>* slots : {&memory_.tried, &memory_.tried_slots})
    slots->reserve(most_slots);
  memory_.tried_radii.reserve(most_slots);
  memory_.is_taken.reserve(most_slots);
  for (std::vector<Vec3>* vectors : {&memory_.cover_positions, &memory_.cover_velocities})
    vectors->reserve(most_members);
  memory_.cover_agents.reserve(most_members);
  memory_.free_members.reserve(most_members);
  if (has_claims_) memory_.emergent.reserve(most_members);
  if (std::ranges::any_of(model.formations, &Formation::is_in_cover))
    memory_.covers.reserve(model, most_covers, most_members, kManyMembers);
  const std::size_t rows = std::min(most_members, kManyMembers);
  const std::size_t columns = std::min(most_slots, kManyMembers);
  memory_.costs.reserve(rows, columns);
  memory_.assigner.reserve(rows, columns);
  memory_.assignment.slot_of.reserve(rows);
}

std::vector<MovedAnchor> Formations::start(World& world, std::span<const AgentIndex> in_slots) {
  std::vector<MovedAnchor> moved;
  if (!exist()) return moved;
  list_members(world);
  for (const std::uint32_t f : bottom_up_)
    FormationStep(memory_, world, f).start_anchor();
  for (const std::uint32_t f : bottom_up_) {
    FormationStep step(memory_, world, f);
    const Moderation how = step.moderation();
    const bool follows_members = how == Moderation::lead || how == Moderation::velocity_offset;
    const bool has_own_place = !follows_members || std::ranges::any_of(in_slots, [&](AgentIndex i) {
      return belongs_to(world, i, f);
    });
    const Vec3 start = step.motion.position(step.formation.anchor);
    const Vec3 room = has_own_place ? step.room_to_start(start) : start;
    step.motion.set_position(step.formation.anchor, room);
    if (room != start) moved.push_back({f, start, room});
    step.has_changed();
    if (step.formation.has_slots()) step.place_members();
    step.measure();
    step.turn_to_frame();
    if (step.formation.is_in_cover()) step.take_cover();
  }
  // The slots of an outer formation are where inner ones start.
  for (const std::uint32_t f : top_down_) {
    if (!in_slots.empty()) FormationStep(memory_, world, f).start_in_slots(in_slots);
  }
  update(world, false);
  lay_out(world, false);
  return moved;
}

void Formations::update(World& world, bool has_stepped) {
  if (!exist()) return;
  list_members(world);
  for (const std::uint32_t f : bottom_up_) {
    FormationStep step(memory_, world, f);
    if (step.formation.is_emergent()) {
      memory_.emergent.update(world, f, step.scratch.members, step.scratch.former);
    } else if (step.replace_leader()) {
      list_members(world);
    }
    step.end_pattern();
    if (step.has_changed() && step.formation.has_slots()) step.place_members();
    step.measure();
    step.choose_pattern();
    step.move_anchor(has_stepped);
    if (step.formation.is_in_cover()) step.take_cover();
  }
}

void Formations::lay_out(World& world, bool is_restored) {
  for (const std::uint32_t f : bottom_up_) {
    FormationStep step(memory_, world, f);
    if (is_restored) {
      step.measure();
      continue;
    }
    // Again: means are taken about the anchor, which has moved since, and limits may follow quantities.
    step.find_means();
    step.find_limits();
  }
  lay_out_again(world);
}

void Formations::lay_out_again(World& world) {
  std::ranges::fill(world.state.slots, SlotTarget{});
  for (const std::uint32_t f : top_down_)
    FormationStep(memory_, world, f).lay_out();
}

void Formations::set_anchor_request(World& world, std::uint32_t f, Vec3 velocity, Vec3 facing) {
  FormationStep(memory_, world, f).set_request(velocity, facing);
}

void Formations::store_for_next_step(World& world) {
  for (const std::uint32_t f : top_down_)
    FormationStep(memory_, world, f).store_for_next_step();
}

void Formations::integrate(World& world) {
  for (const std::uint32_t f : top_down_)
    FormationStep(memory_, world, f).integrate();
}

}  // namespace drover
