#include "sim/formation/emergent_formation.h"

#include <algorithm>
#include <iterator>

#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"
#include "sim/geometry/static_room.h"

namespace drover {
namespace {

EmergentRule rule_of(const EmergentDef& def) {
  EmergentRule rule = def.rule;
  rule.left = def.sides != EmergentSides::right;
  rule.right = def.sides != EmergentSides::left;
  return rule;
}

const EmergentDef& emergent_def(const World& world, std::uint32_t f) {
  return *world.model().formations[f].def.emergent;
}

bool is_blocked(const World& world, AgentIndex member, Vec3 position) {
  return !is_clear_of_statics(world.geometry(), world.model().bounds, position,
                              world.state.limits.radius[member]);
}

Vec3 place_behind(const World& world, const EmergentRule& rule, const EmergentClaim& claim,
                  AgentIndex parent) {
  const AgentMotion& motion = world.state.motion;
  return world.model().bounds.wrapped_if_needed(
      emergent_target(rule, claim, motion.position(parent), level_heading(motion, parent)));
}

// What a check of places needs to know: they are displacements from the first member.
struct Places {
  const World& world;
  std::span<const AgentIndex> agents;
  Vec3 origin;

  static bool are_blocked(const void* context, std::size_t member, Vec3 point) {
    const auto& places = *static_cast<const Places*>(context);
    return is_blocked(places.world, places.agents[member],
                      places.world.model().bounds.wrapped_if_needed(places.origin + point));
  }
};

}  // namespace

void EmergentFormations::reserve(std::size_t members) {
  for (std::vector<AgentIndex>* agents : {&former_, &agents_})
    agents->reserve(members);
  for (std::vector<std::uint8_t>* flags : {&is_present_, &is_blocked_, &was_placed_})
    flags->reserve(members);
  for (std::vector<Vec3>* vectors : {&positions_, &headings_})
    vectors->reserve(members);
  claims_.reserve(members);
  blocked_since_.reserve(members);
  orphans_.reserve(members);
  selection_.reserve(members);
}

void EmergentFormations::update(World& world, std::uint32_t f, std::span<const AgentIndex> members,
                                std::span<const AgentIndex> former) {
  load(world, f, members, former);
  release_places(world, f);
  choose_places(world, f);
  store(world, f);
}

void EmergentFormations::load(const World& world, std::uint32_t f, std::span<const AgentIndex> members,
                              std::span<const AgentIndex> former) {
  auto& formations = world.state.claims.claim_formation;
  auto& parents = world.state.claims.claim_parent;
  auto& sides = world.state.claims.claim_is_left;
  auto& places = world.state.claims.claim_place;
  former_.clear();
  // Another formation may have given them places in this state.
  std::ranges::copy_if(former, std::back_inserter(former_), [&](AgentIndex i) { return formations[i] == f; });
  agents_.clear();
  std::ranges::set_union(members, former_, std::back_inserter(agents_));
  const std::size_t count = agents_.size();
  is_present_.assign(count, 0);
  claims_.assign(count, {});
  blocked_since_.assign(count, kInfinity);
  orphans_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    const AgentIndex i = agents_[k];
    is_present_[k] = std::ranges::binary_search(members, i) ? 1 : 0;
    if (formations[i] != f) continue;
    EmergentClaim& claim = claims_[k];
    claim.is_placed = true;
    claim.rank = static_cast<std::int64_t>(places[2 * i]);
    claim.lateral = static_cast<std::int64_t>(places[2 * i + 1]);
    blocked_since_[k] = world.state.claims.blocked_since[i];
    if (parents[i] == kNoIndex) continue;
    const auto parent = std::ranges::lower_bound(agents_, parents[i]);
    claim.parent = static_cast<std::size_t>(parent - agents_.begin());
    claim.side = sides[i] != 0 ? 1 : -1;
    if (parent != agents_.end() && *parent == parents[i]) continue;
    claim.parent = k;
    orphans_.push_back(k);
  }
}

void EmergentFormations::release_places(const World& world, std::uint32_t f) {
  for (const std::size_t orphan : orphans_)
    release(orphan, claims_);
  release_absent(is_present_, claims_);
  const EmergentRule rule = rule_of(emergent_def(world, f));
  is_blocked_.assign(claims_.size(), 0);
  for (std::size_t k = 0; k < claims_.size(); ++k) {
    const EmergentClaim& claim = claims_[k];
    if (!claim.is_placed || claim.parent == kNoMember) continue;
    is_blocked_[k] = is_blocked(world, agents_[k], place_behind(world, rule, claim, agents_[claim.parent]));
  }
  release_infeasible(is_blocked_, world.time(), emergent_def(world, f).reselect_after, blocked_since_,
                     claims_);
}

void EmergentFormations::choose_places(const World& world, std::uint32_t f) {
  was_placed_.clear();
  bool is_complete = true;
  for (std::size_t k = 0; k < claims_.size(); ++k) {
    was_placed_.push_back(claims_[k].is_placed ? 1 : 0);
    is_complete = is_complete && (claims_[k].is_placed || is_present_[k] == 0);
  }
  if (is_complete) return;
  const AgentMotion& motion = world.state.motion;
  const auto first = static_cast<std::size_t>(std::ranges::find(is_present_, 1) - is_present_.begin());
  const Places places{world, agents_, motion.position(agents_[first])};
  positions_.clear();
  headings_.clear();
  for (const AgentIndex i : agents_) {
    positions_.push_back(world.model().bounds.displacement(places.origin, motion.position(i)));
    headings_.push_back(level_heading(motion, i));
  }
  const auto root = std::ranges::find(agents_, emergent_def(world, f).root.index);
  const EmergentRule rule = rule_of(emergent_def(world, f));
  selection_.select(rule,
                    {positions_, headings_, is_present_,
                     root == agents_.end() ? kNoMember : static_cast<std::size_t>(root - agents_.begin())},
                    {&places, Places::are_blocked}, claims_);
  for (std::size_t k = 0; k < claims_.size(); ++k) {
    const EmergentClaim& claim = claims_[k];
    if (was_placed_[k] != 0 && claim.is_placed) continue;
    const bool now = claim.is_placed && claim.parent != kNoMember &&
                     is_blocked(world, agents_[k], place_behind(world, rule, claim, agents_[claim.parent]));
    blocked_since_[k] = now ? world.time() : kInfinity;
  }
}

void EmergentFormations::store(World& world, std::uint32_t f) const {
  AgentIndex& root = world.state.formation_columns.leader[f];
  root = kNoIndex;
  for (std::size_t k = 0; k < agents_.size(); ++k) {
    const AgentIndex i = agents_[k];
    const EmergentClaim& claim = claims_[k];
    const bool is_root = claim.is_placed && claim.parent == kNoMember;
    if (is_root) root = i;
    // Another formation may have it by now.
    if (!claim.is_placed && world.state.claims.claim_formation[i] != f) continue;
    world.state.claims.claim_formation[i] = claim.is_placed ? f : kNoIndex;
    world.state.claims.claim_parent[i] = claim.is_placed && !is_root ? agents_[claim.parent] : kNoIndex;
    world.state.claims.claim_is_left[i] = claim.side > 0 ? 1 : 0;
    world.state.claims.claim_place[2 * i] = static_cast<double>(claim.rank);
    world.state.claims.claim_place[2 * i + 1] = static_cast<double>(claim.lateral);
    world.state.claims.blocked_since[i] = blocked_since_[k];
  }
}

void lay_out_claims(World& world, std::uint32_t f, std::span<const AgentIndex> members) {
  auto& parents = world.state.claims.claim_parent;
  auto& places = world.state.claims.claim_place;
  const EmergentRule rule = rule_of(emergent_def(world, f));
  const AgentMotion& motion = world.state.motion;
  for (const AgentIndex i : members) {
    const AgentIndex parent = parents[i];
    if (parent == kNoIndex) continue;
    EmergentClaim claim{.is_placed = true, .side = world.state.claims.claim_is_left[i] != 0 ? 1 : -1};
    claim.rank = static_cast<std::int64_t>(places[2 * i]);
    world.state.slots[i] = {.exists = true,
                            .position = place_behind(world, rule, claim, parent),
                            .heading = motion.heading(parent),
                            .velocity = motion.velocity(parent),
                            .up = motion.frame(parent).up};
  }
}

double root_speed_limit(const World& world, std::uint32_t f, std::span<const AgentIndex> members) {
  const AgentIndex root = leader_of(world, f);
  double least = kInfinity;
  for (const AgentIndex i : members) {
    if (i != root) least = smaller(least, world.preferred_speed(i));
  }
  return least * anchor_speed_fraction(world, f, 0);
}

}  // namespace drover
