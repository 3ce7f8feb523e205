#include "sim/formation/cover_formation.h"

#include <algorithm>

#include "core/frame.h"
#include "sim/formation/formation_columns.h"

namespace drover {
namespace {

const CoverDef& cover_def(const World& world, std::uint32_t f) {
  return *world.model().formations[f].def.cover;
}

std::size_t cover_in(const std::vector<std::uint32_t>& covers, AgentIndex i) {
  return covers[i] == kNoIndex ? kNoCover : covers[i];
}

void set_cover(std::vector<std::uint32_t>& covers, AgentIndex i, std::size_t cover) {
  covers[i] = cover == kNoCover ? kNoIndex : static_cast<std::uint32_t>(cover);
}

BoundingSlot bounding_of(const World& world, AgentIndex i) {
  return {.state = static_cast<BoundingState>(world.state.covers.bounding_state[i]),
          .is_stranded = world.state.covers.is_stranded[i] != 0,
          .held = cover_in(world.state.covers.held_cover, i),
          .queued = static_cast<std::int64_t>(world.state.covers.queued[i]),
          .began = world.state.covers.began[i]};
}

void set_bounding(World& world, AgentIndex i, const BoundingSlot& slot) {
  world.state.covers.bounding_state[i] = static_cast<std::uint8_t>(slot.state);
  world.state.covers.is_stranded[i] = slot.is_stranded ? 1 : 0;
  set_cover(world.state.covers.held_cover, i, slot.held);
  world.state.covers.queued[i] = static_cast<std::uint64_t>(slot.queued);
  world.state.covers.began[i] = slot.began;
}

SlotPose pose_at(const World& world, const CoverPointDef& point, const Anchor& anchor) {
  SlotPose pose{world.model().bounds.wrapped_if_needed(point.position), anchor.heading, {}};
  if (!point.facing.is_present()) return pose;
  pose.heading = unit_vector(point.facing.constant());
  return pose;
}

}  // namespace

void CoverFormations::reserve(std::size_t covers, std::size_t members, std::size_t most_assigned) {
  for (std::vector<std::size_t>* indices : {&order_, &covers_})
    indices->reserve(members);
  cover_offsets_.reserve(covers);
  member_offsets_.reserve(members);
  is_taken_.reserve(members);
  has_arrived_.reserve(members);
  selection_.reserve(covers, members, most_assigned);
  queue_.state().reserve(members);
}

std::span<const std::size_t> CoverFormations::first_covers(const World& world, std::uint32_t f,
                                                           const CoverMembers& members) {
  order_.clear();
  for (std::size_t k = 0; k < members.agents.size(); ++k)
    order_.push_back(k);
  covers_.clear();
  choose_covers(world, f, members);
  return covers_;
}

void CoverFormations::update(World& world, std::uint32_t f, const CoverMembers& members) {
  number_newcomers(world, members);
  order_.clear();
  for (std::size_t k = 0; k < members.agents.size(); ++k)
    order_.push_back(k);
  std::ranges::sort(order_, {}, [&](std::size_t k) { return slot_of(world, members.agents[k]); });
  covers_.clear();
  for (const std::size_t k : order_)
    covers_.push_back(cover_in(world.state.covers.cover, members.agents[k]));
  choose_covers(world, f, members);
  for (std::size_t k = 0; k < order_.size(); ++k)
    set_cover(world.state.covers.cover, members.agents[order_[k]], covers_[k]);
  if (cover_def(world, f).one_mover) let_run(world, f, members);
}

void CoverFormations::number_newcomers(World& world, const CoverMembers& members) {
  // So many slots that there is one for everybody, whichever are taken.
  is_taken_.assign(members.agents.size(), 0);
  for (const AgentIndex i : members.agents) {
    if (slot_of(world, i) < is_taken_.size()) is_taken_[slot_of(world, i)] = 1;
  }
  std::size_t slot = 0;
  for (const AgentIndex i : members.agents) {
    if (slot_of(world, i) != kNoIndex) continue;
    while (is_taken_[slot] != 0)
      ++slot;
    leave_cover(world, i);
    world.state.membership.slot[i] = static_cast<std::uint32_t>(slot);
    is_taken_[slot] = 1;
  }
}

void CoverFormations::choose_covers(const World& world, std::uint32_t f, const CoverMembers& members) {
  const Formation& formation = world.model().formations[f];
  const Bounds& bounds = world.model().bounds;
  const Vec3 anchor = world.state.motion.position(formation.anchor);
  cover_offsets_.clear();
  for (const CoverPointDef& point : formation.def.cover->points)
    cover_offsets_.push_back(bounds.displacement(anchor, point.position));
  member_offsets_.clear();
  for (const std::size_t k : order_)
    member_offsets_.push_back(bounds.displacement(anchor, members.positions[k]));
  const AgentIndex leader = leader_of(world, f);
  Vec3 leader_offset;
  if (leader != kNoIndex) leader_offset = bounds.displacement(anchor, world.state.motion.position(leader));
  selection_.select(formation.def.cover->rule,
                    {cover_offsets_, member_offsets_, leader == kNoIndex ? nullptr : &leader_offset},
                    covers_);
}

void CoverFormations::let_run(World& world, std::uint32_t f, const CoverMembers& members) {
  const CoverDef& def = cover_def(world, f);
  const Bounds& bounds = world.model().bounds;
  std::vector<BoundingSlot>& slots = queue_.state();
  slots.clear();
  has_arrived_.clear();
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::size_t member = order_[k];
    const BoundingSlot& slot = slots.emplace_back(bounding_of(world, members.agents[member]));
    const std::size_t cover = slot.held == kNoCover ? covers_[k] : slot.held;
    const bool is_there =
        cover != kNoCover &&
        has_arrived(def.bounding,
                    length(bounds.displacement(members.positions[member], def.points[cover].position)),
                    length(members.velocities[member]));
    has_arrived_.push_back(is_there ? 1 : 0);
  }
  queue_.update(def.bounding, static_cast<std::int64_t>(world.state.tick), world.time(), covers_,
                has_arrived_);
  for (std::size_t k = 0; k < order_.size(); ++k)
    set_bounding(world, members.agents[order_[k]], slots[k]);
}

std::optional<SlotPose> cover_pose(const World& world, std::uint32_t f, AgentIndex member,
                                   const Anchor& anchor) {
  const std::size_t cover = cover_in(world.state.covers.cover, member);
  if (cover == kNoCover) return std::nullopt;
  return pose_at(world, cover_def(world, f).points[cover], anchor);
}

void leave_cover(World& world, AgentIndex agent) {
  world.state.membership.slot[agent] = kNoIndex;
  set_cover(world.state.covers.cover, agent, kNoCover);
  set_bounding(world, agent, {});
}

bool are_bounding(const World& world, std::uint32_t f, std::span<const AgentIndex> members) {
  if (!cover_def(world, f).one_mover) return false;
  return std::ranges::any_of(
      members, [&](AgentIndex i) { return bounding_of(world, i).state != BoundingState::cover; });
}

void lay_out_covers(World& world, std::uint32_t f, const CoverMembers& members, const Anchor& anchor,
                    std::optional<Vec3> watched) {
  const CoverDef& def = cover_def(world, f);
  const Bounds& bounds = world.model().bounds;
  for (std::size_t k = 0; k < members.agents.size(); ++k) {
    const AgentIndex i = members.agents[k];
    const std::size_t cover = cover_in(world.state.covers.cover, i);
    const BoundingSlot bounding = def.one_mover ? bounding_of(world, i) : BoundingSlot{.held = cover};
    SlotPose pose{anchor.position, anchor.heading, {}};
    if (cover == kNoCover) {
      pose.velocity = anchor.velocity;
    } else if (bounding.stands()) {
      pose.position = members.positions[k];
    } else {
      pose = pose_at(world, def.points[bounding.held], anchor);
    }
    if (watched && cover != kNoCover && bounding.state != BoundingState::bounding) {
      const Vec3 toward = direction(bounds.displacement(pose.position, *watched));
      if (length2(toward) > 0.0) pose.heading = toward;
    }
    world.state.slots[i] = {
        .exists = true, .position = pose.position, .heading = pose.heading, .velocity = pose.velocity};
  }
}

}  // namespace drover
