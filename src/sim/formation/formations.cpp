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
    : scratch_(model.formations.size()), has_claims_(model.has_roots()), watched_(model.formations.size()) {
  for (std::uint32_t f = 0; f < model.formations.size(); ++f)
    top_down_.push_back(f);
  std::ranges::stable_sort(top_down_, {}, [&](std::uint32_t f) { return depth_of(model, f); });
}

void Formations::start(World& world, std::span<const AgentIndex> in_slots) {
  if (!exist()) return;
  list_members(world);
  for (auto at = top_down_.rbegin(); at != top_down_.rend(); ++at)
    start_anchor(world, *at);
  for (auto at = top_down_.rbegin(); at != top_down_.rend(); ++at) {
    has_changed(world, *at);
    if (world.model().formations[*at].has_slots()) place_members(world, *at);
    measure(world, *at);
    turn_to_frame(world, *at);
    if (world.model().formations[*at].is_in_cover()) take_cover(world, *at);
  }
  if (!in_slots.empty()) start_in_slots(world, in_slots);
  update(world, false);
  lay_out(world);
}

// Where slots were turned back by their mean facing, the anchor turns forward by it: they stay where they
// are.
void Formations::turn_to_frame(World& world, std::uint32_t f) {
  const AgentIndex row = world.model().formations[f].anchor;
  if (scratch_[f].frame_facing == 0.0) return;
  const Vec3 heading = upright(world.state.motion.heading(row)).turned(scratch_[f].frame_facing);
  world.state.motion.set_heading(row, heading);
  set_vector(world, &FormationColumns::wanted_heading, f, heading);
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
  is_restored_ = false;
}

void Formations::restore(World& world) {
  is_restored_ = true;
  if (exist()) list_members(world);
}

void Formations::lay_out(World& world) {
  if (!exist()) return;
  for (auto at = top_down_.rbegin(); at != top_down_.rend(); ++at) {
    if (is_restored_) {
      measure(world, *at);
      continue;
    }
    // Again: means are taken about the anchor, which has moved since, and limits may follow quantities.
    find_means(world, *at);
    find_limits(world, *at);
  }
  is_restored_ = false;
  lay_out_again(world);
}

void Formations::lay_out_again(World& world) {
  std::ranges::fill(world.state.slots, SlotTarget{});
  for (const std::uint32_t f : top_down_)
    lay_out(world, f);
}

}  // namespace drover
