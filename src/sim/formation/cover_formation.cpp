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

SlotPose pose_at(const World& world, std::uint32_t f, std::size_t cover, const Anchor& anchor) {
  const Vec3 place = cover_def(world, f).points[cover].position;
  const Vec3 facing = cover_facing(world, f, cover);
  return {world.model().bounds.wrapped_if_needed(place), facing == Vec3{} ? anchor.heading : facing, {}};
}

// The member with the largest body; of equal ones the first. Without any the anchor.
AgentIndex widest_of(const World& world, std::uint32_t f, std::span<const AgentIndex> members) {
  const auto radius = [&](AgentIndex i) { return world.state.limits.radius[i]; };
  const auto widest = std::ranges::max_element(members, {}, radius);
  return widest == members.end() ? world.model().formations[f].anchor : *widest;
}

}  // namespace

void CoverFormations::reserve(const Model& model, std::size_t covers, std::size_t members,
                              std::size_t most_assigned) {
  for (std::vector<std::size_t>* indices : {&order_, &covers_, &chosen_})
    indices->reserve(members);
  near_.resize(model.formations.size());
  for (std::size_t f = 0; f < near_.size(); ++f) {
    const std::optional<CoverDef>& def = model.formations[f].def.cover;
    if (def) near_[f].covers.reserve(def->points.size());
  }
  cover_offsets_.reserve(covers);
  distances_.reserve(covers);
  shape_covers_.reserve(covers, model.agents.size());
  ways_.reserve(model);
  member_offsets_.reserve(members);
  is_taken_.reserve(members);
  has_arrived_.reserve(members);
  selection_.reserve(covers, members, most_assigned);
  queue_.state().reserve(members);
}

std::span<const std::size_t> CoverFormations::first_covers(World& world, std::uint32_t f,
                                                           const CoverMembers& members) {
  if (world.model().formations[f].finds_covers()) shape_covers_.update(world, f);
  order_.clear();
  for (std::size_t k = 0; k < members.agents.size(); ++k)
    order_.push_back(k);
  covers_.clear();
  choose_covers(world, f, members);
  return covers_;
}

void CoverFormations::update(World& world, std::uint32_t f, const CoverMembers& members) {
  if (world.model().formations[f].finds_covers()) shape_covers_.update(world, f);
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
  NearCovers& near = near_[f];
  const FormationColumns& columns = world.state.formation_columns;
  const bool is_known = near.reach >= 0.0 && near.next_covers == columns.next_covers[f] &&
                        near.covers_for == columns.covers_for[f];
  if (is_known && choose_among(world, f, members, near)) return;
  for (double least_reach = 0.0;; least_reach = 2.0 * near.reach) {
    list_near(world, f, least_reach, near);
    if (choose_among(world, f, members, near)) return;
  }
}

// At least a few more than there are members; with an infinite reach all.
void CoverFormations::list_near(const World& world, std::uint32_t f, double least_reach, NearCovers& near) {
  constexpr double kFarEnough = 2.0;  // m, so that the list serves for a while
  const Formation& formation = world.model().formations[f];
  const std::vector<CoverPointDef>& points = formation.def.cover->points;
  near.about = world.state.motion.position(formation.anchor);
  near.next_covers = world.state.formation_columns.next_covers[f];
  near.covers_for = world.state.formation_columns.covers_for[f];
  const auto distance_of = [&](std::size_t cover) {
    return length(world.model().bounds.displacement(near.about, points[cover].position));
  };
  near.covers.clear();
  distances_.clear();
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (formation.finds_covers() && cover_quality(world, f, k) <= 0.0) continue;
    near.covers.push_back(k);
    distances_.push_back(distance_of(k));
  }
  const std::size_t enough = 2 * order_.size() + 8;
  near.reach = kInfinity;
  if (enough >= distances_.size()) return;
  const auto last = distances_.begin() + static_cast<std::ptrdiff_t>(enough);
  std::ranges::nth_element(distances_, last);
  near.reach = larger(least_reach, *last + kFarEnough + formation.def.cover->rule.hysteresis);
  if (std::erase_if(near.covers, [&](std::size_t k) { return distance_of(k) > near.reach; }) == 0)
    near.reach = kInfinity;
}

// Whether what it chose is what it would have chosen of all covers: no other one can be nearer.
bool CoverFormations::choose_among(const World& world, std::uint32_t f, const CoverMembers& members,
                                   const NearCovers& near) {
  constexpr double kSlack = 1e-3;  // m, more than rounding
  const CoverDef& def = cover_def(world, f);
  const Bounds& bounds = world.model().bounds;
  const Vec3 anchor = world.state.motion.position(world.model().formations[f].anchor);
  cover_offsets_.clear();
  for (const std::size_t cover : near.covers)
    cover_offsets_.push_back(bounds.displacement(anchor, def.points[cover].position));
  member_offsets_.clear();
  for (const std::size_t k : order_)
    member_offsets_.push_back(bounds.displacement(anchor, members.positions[k]));
  chosen_.clear();
  for (const std::size_t cover : covers_) {
    const auto at = std::ranges::lower_bound(near.covers, cover);
    const bool is_near = at != near.covers.end() && *at == cover;
    chosen_.push_back(is_near ? static_cast<std::size_t>(at - near.covers.begin()) : kNoCover);
  }
  const AgentIndex leader = leader_of(world, f);
  Vec3 leader_offset;
  if (leader != kNoIndex) leader_offset = bounds.displacement(anchor, world.state.motion.position(leader));
  find_distances(world, f, members, near);
  selection_.select(
      def.rule, {cover_offsets_, member_offsets_, leader == kNoIndex ? nullptr : &leader_offset, distances_},
      chosen_);
  const double beyond = near.reach - length(bounds.displacement(near.about, anchor));  // the others are
  const double sure = beyond - def.rule.hysteresis - kSlack;
  const bool has_all =
      near.reach == kInfinity || (def.max_range.is_present() && beyond > def.max_range.constant() + kSlack);
  const auto is_sure = [&](std::size_t k) { return k != kNoCover && distances_[k] < sure; };
  if (!has_all && !std::ranges::all_of(chosen_, is_sure)) return false;
  covers_.clear();
  for (const std::size_t k : chosen_)
    covers_.push_back(k == kNoCover ? kNoCover : near.covers[k]);
  return true;
}

void CoverFormations::find_distances(const World& world, std::uint32_t f, const CoverMembers& members,
                                     const NearCovers& near) {
  ways_.find_distances(world, f, widest_of(world, f, members.agents), near.covers, distances_);
  const Parameter& max_range = cover_def(world, f).max_range;
  if (!max_range.is_present()) return;
  for (double& distance : distances_) {
    if (distance > max_range.constant()) distance = kInfinity;
  }
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
  return pose_at(world, f, cover, anchor);
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
      pose = pose_at(world, f, bounding.held, anchor);
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
