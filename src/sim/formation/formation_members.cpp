// Who is in a formation, and who fills which slot.
#include <algorithm>
#include <utility>

#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"

namespace drover {
namespace {

// How a member is chosen for slots.
struct MemberTraits {
  std::size_t kind = RoleTable::kNone;
  double w_distance = 1.0;
  std::span<const SlotCostDef> slot_costs = {};
};

MemberTraits traits_of(const World& world, const Formation& formation, AgentIndex member) {
  const auto declared = std::ranges::lower_bound(formation.declared, member, {}, &DeclaredMember::member);
  if (declared == formation.declared.end() || declared->member != member)
    return {formation.roles.kind(world.model().type_of(member).name), formation.def.weights.distance};
  MemberTraits traits{declared->kind, declared->w_distance};
  const std::vector<MemberDef>& entries = formation.def.members;
  if (declared->entry < entries.size()) traits.slot_costs = entries[declared->entry].slot_costs;
  return traits;
}

// Infinite for a slot that the member must not fill.
double custom_cost(const MemberTraits& traits, std::size_t slot) {
  for (const SlotCostDef& own : traits.slot_costs) {
    if (own.slot != static_cast<std::int64_t>(slot)) continue;
    return own.cost.is_present() ? own.cost.constant() : kInfinity;
  }
  return 0.0;
}

Cost role_cost(const Formation& formation, std::size_t kind, std::string_view role) {
  if (role.empty() || formation.def.member_kinds.empty()) return 0;
  const std::size_t index = formation.roles.role(role);
  if (index == RoleTable::kNone) return kForbidden;
  return formation.def.hard_roles ? formation.roles.hard(kind, index) : formation.roles.soft(kind, index);
}

Fill fill_of(const FormationDef& def, const PatternDef& pattern) {
  if (def.fill == FillChoice::automatic) return pattern.has_roles() ? Fill::any : Fill::first;
  return def.fill == FillChoice::any ? Fill::any : Fill::first;
}

}  // namespace

void join_formation(World& world, AgentIndex agent, std::uint32_t formation) {
  if (formation_of(world, agent) == formation || is_disbanded(world, formation)) return;
  leave_formation(world, agent);
  world.state.membership.member_of[agent] = formation;
  world.state.formation_columns.is_changed[formation] |= kMembersChanged;
}

void leave_formation(World& world, AgentIndex agent) {
  const std::uint32_t f = formation_of(world, agent);
  if (f == kNoIndex) return;
  world.state.membership.member_of[agent] = kNoIndex;
  world.state.membership.slot[agent] = kNoIndex;
  world.state.membership.straggles[agent] = 0;
  world.state.formation_columns.is_changed[f] |= kMembersChanged;
}

bool may_fill(const World& world, const Formation& formation, AgentIndex member, std::size_t slot,
              std::string_view role) {
  const MemberTraits traits = traits_of(world, formation, member);
  return role_cost(formation, traits.kind, role) != kForbidden && custom_cost(traits, slot) < kInfinity;
}

// Formations come after the agents, inner ones before outer ones: whether a formation has members is known
// before it is one itself. Those who are gone lose their slots.
void Formations::list_members(World& world) {
  if (!exist()) return;
  for (FormationScratch& scratch : scratch_) {
    scratch.members.clear();
    scratch.former.clear();
    scratch.body.heads = 0.0;
  }
  const auto list = [&](AgentIndex i, bool is_there, double heads) {
    const std::uint32_t f = world.state.membership.member_of[i];
    if (f == kNoIndex) return;
    if (is_there && !is_disbanded(world, f)) {
      scratch_[f].members.push_back(i);
      scratch_[f].body.heads += heads;
    } else if (slot_of(world, i) != kNoIndex) {
      world.state.membership.slot[i] = kNoIndex;
      world.state.formation_columns.is_changed[f] |= kMembersChanged;
    }
  };
  for (AgentIndex i = 0; i < world.model().first_anchor; ++i) {
    list(i, world.is_present(i), 1.0);
    list_former(world, i);
  }
  for (auto at = top_down_.rbegin(); at != top_down_.rend(); ++at) {
    std::ranges::sort(scratch_[*at].members);
    list(world.model().formations[*at].anchor, !scratch_[*at].members.empty(), scratch_[*at].body.heads);
  }
}

// Those who are no members any more, or not there, and still have a place in an emergent formation.
void Formations::list_former(const World& world, AgentIndex i) {
  if (!has_claims_) return;
  const std::uint32_t f = world.state.claims.claim_formation[i];
  if (f == kNoIndex) return;
  const bool is_member = formation_of(world, i) == f && world.is_present(i) && !is_disbanded(world, f);
  if (!is_member) scratch_[f].former.push_back(i);
}

void Formations::replace_leader(World& world, std::uint32_t f) {
  AgentIndex& leader = world.state.formation_columns.leader[f];
  if (leader == kNoIndex) return;
  if (world.is_present(leader) && formation_of(world, leader) == f) return;
  const LeaderLoss loss = world.model().formations[f].def.anchor.on_leader_lost;
  leader = kNoIndex;
  world.state.formation_columns.is_changed[f] |= kMembersChanged;
  if (loss == LeaderLoss::promote) {
    // Anchors cannot lead.
    const std::span<const AgentIndex> agents = within(world.model().agent_rows(), scratch_[f].members);
    const auto heir = std::ranges::min_element(agents, {}, [&](AgentIndex i) { return slot_of(world, i); });
    if (heir == agents.end()) return;
    leader = *heir;
    world.state.membership.slot[leader] = world.state.formation_columns.leader_slot[f];
  } else if (loss == LeaderLoss::disband) {
    world.state.formation_columns.is_disbanded[f] = 1;
    list_members(world);
  }
}

// A pattern that moves ends when all its slots have come to their ends, or when it is called off.
void Formations::end_pattern(World& world, std::uint32_t f) {
  const Formation& formation = world.model().formations[f];
  const std::uint32_t current = world.state.formation_columns.pattern[f];
  if (current == 0) return;
  const NamedPatternDef& def = formation.def.patterns[current - 1].value;
  const std::uint32_t condition = formation.abort_conditions[current - 1];
  const bool is_off = condition != kNoIndex && world.answers(condition)[formation.anchor] != 0;
  const bool is_over =
      def.then == PatternEnd::base && def.pattern.moves() &&
      pattern_time(world, f) >= def.pattern.kind().duration(def.pattern.pattern.params.get());
  if (is_off || is_over) change_pattern(world, f, 0);
}

bool Formations::has_changed(World& world, std::uint32_t f) const {
  std::uint32_t& count = world.state.formation_columns.member_count[f];
  const auto now = static_cast<std::uint32_t>(scratch_[f].members.size());
  const bool is_other_count = now != count;
  count = now;
  return is_other_count || world.state.formation_columns.is_changed[f] != 0;
}

void Formations::place_members(World& world, std::uint32_t f) {
  const FormationDef& def = world.model().formations[f].def;
  const std::uint8_t why = std::exchange(world.state.formation_columns.is_changed[f], std::uint8_t{0});
  Reassignment rule = def.reassign;
  // A play goes on from where everybody is.
  if ((why & kPatternChanged) != 0)
    rule = pattern_of(world, f).moves() ? Reassignment::keep : Reassignment::optimal;
  if ((why & (kHasStarted | kReassigned)) != 0) rule = Reassignment::optimal;
  world.state.formation_columns.slot_count[f] = static_cast<std::uint32_t>(needed_slots(world, f, rule));
  list_free(world, f, rule);
  lay_out_pattern(world, f);
  if (rule == Reassignment::keep) {
    fill_holes(world, f);
  } else if (rule == Reassignment::compact) {
    std::ranges::sort(free_members_, {}, [&](AgentIndex i) { return std::pair(slot_of(world, i), i); });
    fill_holes(world, f);
  } else {
    assign_slots(world, f, rule == Reassignment::sequential ? AssignmentMethod::sequential : def.assignment);
  }
}

std::size_t Formations::needed_slots(const World& world, std::uint32_t f, Reassignment rule) const {
  const PatternDef& pattern = pattern_of(world, f);
  std::size_t count =
      offered_slots(pattern, scratch_[f].members.size(), fill_of(world.model().formations[f].def, pattern));
  if (leader_of(world, f) != kNoIndex)
    count = std::max<std::size_t>(count, world.state.formation_columns.leader_slot[f] + std::size_t{1});
  if (rule == Reassignment::keep)
    count = std::max<std::size_t>(count, world.state.formation_columns.slot_count[f]);
  return std::min(count, pattern.capacity());
}

// Who needs a slot, ascending, and which slots there are for them. The leader keeps its own, and with the
// rule `keep` everybody does.
void Formations::list_free(const World& world, std::uint32_t f, Reassignment rule) {
  const std::size_t count = world.state.formation_columns.slot_count[f];
  const AgentIndex leader = leader_of(world, f);
  is_taken_.assign(count, 0);
  free_members_.clear();
  free_slots_.clear();
  if (leader != kNoIndex) is_taken_[world.state.formation_columns.leader_slot[f]] = 1;
  for (const AgentIndex i : scratch_[f].members) {
    if (i == leader) continue;
    const std::uint32_t slot = slot_of(world, i);
    if (rule == Reassignment::keep && slot < count && is_taken_[slot] == 0) {
      is_taken_[slot] = 1;
    } else {
      free_members_.push_back(i);
    }
  }
  for (std::size_t slot = 0; slot < count; ++slot) {
    if (is_taken_[slot] == 0) free_slots_.push_back(slot);
  }
}

// The members in their order get the first slots that they may fill.
void Formations::fill_holes(World& world, std::uint32_t f) {
  const Formation& formation = world.model().formations[f];
  const PatternDef& pattern = pattern_of(world, f);
  for (const AgentIndex i : free_members_) {
    const auto hole = std::ranges::find_if(free_slots_, [&](std::size_t slot) {
      return may_fill(world, formation, i, slot, pattern.role(slot));
    });
    world.state.membership.slot[i] = hole == free_slots_.end() ? kNoIndex : static_cast<std::uint32_t>(*hole);
    if (hole != free_slots_.end()) free_slots_.erase(hole);
  }
}

Formations::OfferedSlot Formations::offered_slot(const World& world, std::uint32_t f, const Anchor& anchor,
                                                 std::size_t slot) const {
  const Formation& formation = world.model().formations[f];
  if (!formation.is_in_cover())
    return {slot_in_world(world, f, anchor, slot).position, pattern_of(world, f).role(slot)};
  if (first_covers_[slot] == kNoCover) return {.position = anchor.position, .cover = 0.0};
  const CoverPointDef& point = formation.def.cover->points[first_covers_[slot]];
  return {.position = point.position, .cover = point.quality};
}

// Slots cost what they do where the formation is now, with its last heading and all that are offered about
// its anchor.
void Formations::find_costs(const World& world, std::uint32_t f) {
  const Formation& formation = world.model().formations[f];
  const Anchor anchor = anchor_for_costs(world, f);
  costs_.resize(free_members_.size(), free_slots_.size());
  for (std::size_t m = 0; m < free_members_.size(); ++m) {
    const AgentIndex member = free_members_[m];
    const Vec3 position = member_pose(world, member).position;
    const MemberTraits traits = traits_of(world, formation, member);
    SlotCostWeights weights = formation.def.weights;
    weights.distance = traits.w_distance;
    for (std::size_t s = 0; s < free_slots_.size(); ++s) {
      const std::size_t slot = free_slots_[s];
      const OfferedSlot offered = offered_slot(world, f, anchor, slot);
      const std::uint32_t present = slot_of(world, member);
      const double custom = formation.has_slots() ? custom_cost(traits, slot) : 0.0;
      if (custom == kInfinity) {
        costs_.at(m, s) = kForbidden;
        continue;
      }
      costs_.at(m, s) =
          slot_cost({.role = role_cost(formation, traits.kind, offered.role),
                     .distance = length(world.model().bounds.displacement(position, offered.position)),
                     .cover = offered.cover,
                     .is_present = present == kNoIndex || present == slot,
                     .custom = custom},
                    weights);
    }
  }
}

// In a large formation whose members take the slots in their order, costs are not found: there would be one
// for every pair. What is not found is infinite for observers.
void Formations::assign_slots(World& world, std::uint32_t f, AssignmentMethod method) {
  const bool is_large = free_members_.size() > kManyMembers;
  double& total = world.state.formation_columns.assignment_cost[f];
  double& gap = world.state.formation_columns.assignment_gap[f];
  total = gap = kInfinity;
  if (is_large && method == AssignmentMethod::sequential) return fill_holes(world, f);
  if (world.model().formations[f].has_slots()) shift_all_slots(world, f);
  find_costs(world, f);
  const double limit = world.model().formations[f].def.cost_limit;
  assigner_.assign(method, costs_, assignment_, limit);
  for (std::size_t m = 0; m < free_members_.size(); ++m) {
    const std::size_t chosen = assignment_.slot_of[m];
    world.state.membership.slot[free_members_[m]] =
        chosen == kUnplaced ? kNoIndex : static_cast<std::uint32_t>(free_slots_[chosen]);
  }
  total = to_double(assignment_.cost);
  if (method == AssignmentMethod::optimal) gap = 0.0;
  if (method == AssignmentMethod::optimal || is_large) return;
  assigner_.assign(AssignmentMethod::optimal, costs_, assignment_, limit);
  gap = total - to_double(assignment_.cost);
}

// The leader goes its own way and fills no slot.
CoverMembers Formations::cover_members(const World& world, std::uint32_t f) {
  const AgentIndex leader = leader_of(world, f);
  cover_agents_.clear();
  cover_positions_.clear();
  cover_velocities_.clear();
  for (const AgentIndex i : scratch_[f].members) {
    if (i == leader) continue;
    cover_agents_.push_back(i);
    const MemberPose pose = member_pose(world, i);
    cover_positions_.push_back(pose.position);
    cover_velocities_.push_back(pose.velocity);
  }
  return {cover_agents_, cover_positions_, cover_velocities_};
}

void Formations::take_cover(World& world, std::uint32_t f) {
  const AgentIndex leader = leader_of(world, f);
  if (leader != kNoIndex) leave_cover(world, leader);
  const CoverMembers members = cover_members(world, f);
  std::uint8_t& why = world.state.formation_columns.is_changed[f];
  const bool is_first = (why & kHasStarted) != 0;
  if (is_first && members.agents.empty()) return;
  why = 0;
  if (is_first) fill_covers(world, f, members);
  covers_.update(world, f, members);
}

// The covers of the first slots, to those members that they suit best. Members that none suits are newcomers.
void Formations::fill_covers(World& world, std::uint32_t f, const CoverMembers& members) {
  free_members_.assign(members.agents.begin(), members.agents.end());
  free_slots_.clear();
  for (const AgentIndex i : members.agents) {
    leave_cover(world, i);
    free_slots_.push_back(free_slots_.size());
  }
  first_covers_ = covers_.first_covers(world, f, members);
  assign_slots(world, f, world.model().formations[f].def.assignment);
  for (const AgentIndex i : members.agents) {
    const std::uint32_t slot = slot_of(world, i);
    if (slot != kNoIndex && first_covers_[slot] != kNoCover)
      world.state.covers.cover[i] = static_cast<std::uint32_t>(first_covers_[slot]);
  }
}

}  // namespace drover
