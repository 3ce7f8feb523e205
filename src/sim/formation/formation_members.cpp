// Who is in a formation, and who fills which slot.
#include <algorithm>
#include <utility>

#include "sim/formation/formation_step.h"

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

}  // namespace

void join_formation(World& world, AgentIndex agent, std::uint32_t formation) {
  if (formation_of(world, agent) == formation || is_disbanded(world, formation)) return;
  leave_formation(world, agent);
  world.state.membership.member_of[agent] = formation;
  // It says nothing about where the formation is until it has come to its slot.
  world.state.membership.straggles[agent] = 1;
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
  for (FormationScratch& scratch : memory_.scratch) {
    scratch.members.clear();
    scratch.former.clear();
    scratch.body.heads = 0.0;
  }
  const auto list = [&](AgentIndex i, bool is_there, double heads) {
    const std::uint32_t f = world.state.membership.member_of[i];
    if (f == kNoIndex) return;
    if (is_there && !is_disbanded(world, f)) {
      memory_.scratch[f].members.push_back(i);
      memory_.scratch[f].body.heads += heads;
    } else if (slot_of(world, i) != kNoIndex) {
      world.state.membership.slot[i] = kNoIndex;
      world.state.formation_columns.is_changed[f] |= kMembersChanged;
    }
  };
  for (AgentIndex i = 0; i < world.model().first_anchor; ++i) {
    list(i, world.is_present(i), 1.0);
    const std::uint32_t f = has_claims_ ? world.state.claims.claim_formation[i] : kNoIndex;
    if (f == kNoIndex) continue;
    const bool is_member = formation_of(world, i) == f && world.is_present(i) && !is_disbanded(world, f);
    if (!is_member) memory_.scratch[f].former.push_back(i);
  }
  for (const std::uint32_t f : bottom_up_) {
    FormationScratch& scratch = memory_.scratch[f];
    std::ranges::sort(scratch.members);
    list(world.model().formations[f].anchor, !scratch.members.empty(), scratch.body.heads);
  }
}

bool FormationStep::replace_leader() {
  AgentIndex& leader = columns.leader[f];
  if (leader == kNoIndex || (world.is_present(leader) && formation_of(world, leader) == f)) return false;
  leader = kNoIndex;
  columns.is_changed[f] |= kMembersChanged;
  // Without a leader that it turns with it stands upright.
  if (!motion.uz.is_uniform())
    motion.set_frame(formation.anchor, upright(level_heading(motion, formation.anchor)));
  if (def.anchor.on_leader_lost == LeaderLoss::disband) columns.is_disbanded[f] = 1;
  if (def.anchor.on_leader_lost != LeaderLoss::promote)
    return def.anchor.on_leader_lost == LeaderLoss::disband;
  // Anchors cannot lead.
  const std::span<const AgentIndex> agents = within(world.model().agent_rows(), scratch.members);
  const auto heir = std::ranges::min_element(agents, {}, [&](AgentIndex i) { return slot_of(world, i); });
  if (heir == agents.end()) return false;
  leader = *heir;
  world.state.membership.slot[leader] = columns.leader_slot[f];
  return false;
}

// A pattern that moves ends when all its slots have come to their ends, or when it is called off.
void FormationStep::end_pattern() {
  const std::uint32_t current = columns.pattern[f];
  if (current == 0) return;
  const NamedPatternDef& play = def.patterns[current - 1].value;
  const std::uint32_t condition = formation.abort_conditions[current - 1];
  const bool is_off = condition != kNoIndex && world.answers(condition)[formation.anchor] != 0;
  const bool is_over =
      play.then == PatternEnd::base && play.pattern.moves() &&
      pattern_time(world, f) >= play.pattern.kind().duration(play.pattern.pattern.params.get());
  if (is_off || is_over) change_pattern(world, f, 0);
}

bool FormationStep::has_changed() {
  std::uint32_t& count = columns.member_count[f];
  const auto now = static_cast<std::uint32_t>(scratch.members.size());
  const bool is_other_count = now != count;
  count = now;
  return is_other_count || columns.is_changed[f] != 0;
}

void FormationStep::place_members() {
  const std::uint8_t why = std::exchange(columns.is_changed[f], std::uint8_t{0});
  Reassignment rule = def.reassign;
  // A play goes on from where everybody is.
  if ((why & kPatternChanged) != 0) rule = pattern().moves() ? Reassignment::keep : Reassignment::optimal;
  if ((why & (kHasStarted | kReassigned)) != 0) rule = Reassignment::optimal;
  list_free(rule);
  lay_out_pattern();
  if (rule == Reassignment::keep) {
    fill_holes();
  } else if (rule == Reassignment::compact) {
    std::ranges::sort(memory.free_members, {}, [&](AgentIndex i) { return std::pair(slot_of(world, i), i); });
    fill_holes();
  } else {
    assign_slots(rule == Reassignment::sequential ? AssignmentMethod::sequential : def.assignment);
  }
}

// How many slots are needed, who needs one, ascending, and which there are for them. The leader keeps its
// own, and with the rule `keep` everybody does.
void FormationStep::list_free(Reassignment rule) {
  const bool offers_all =
      def.fill == FillChoice::automatic ? pattern().has_roles() : def.fill == FillChoice::any;
  std::size_t count = offered_slots(pattern(), scratch.members.size(), offers_all ? Fill::any : Fill::first);
  if (leader() != kNoIndex) count = std::max(count, columns.leader_slot[f] + std::size_t{1});
  if (rule == Reassignment::keep) count = std::max<std::size_t>(count, columns.slot_count[f]);
  count = std::min(count, pattern().capacity());
  columns.slot_count[f] = static_cast<std::uint32_t>(count);
  memory.is_taken.assign(count, 0);
  memory.free_members.clear();
  memory.free_slots.clear();
  if (leader() != kNoIndex) memory.is_taken[columns.leader_slot[f]] = 1;
  for (const AgentIndex i : scratch.members) {
    if (i == leader()) continue;
    const std::uint32_t slot = slot_of(world, i);
    if (rule == Reassignment::keep && slot < count && memory.is_taken[slot] == 0) {
      memory.is_taken[slot] = 1;
    } else {
      memory.free_members.push_back(i);
    }
  }
  for (std::size_t slot = 0; slot < count; ++slot) {
    if (memory.is_taken[slot] == 0) memory.free_slots.push_back(slot);
  }
}

// The members in their order get the first slots that they may fill.
void FormationStep::fill_holes() {
  std::vector<std::size_t>& holes = memory.free_slots;
  for (const AgentIndex i : memory.free_members) {
    const auto hole = std::ranges::find_if(
        holes, [&](std::size_t slot) { return may_fill(world, formation, i, slot, pattern().role(slot)); });
    world.state.membership.slot[i] = hole == holes.end() ? kNoIndex : static_cast<std::uint32_t>(*hole);
    if (hole != holes.end()) holes.erase(hole);
  }
}

FormationStep::OfferedSlot FormationStep::offered_slot(const Anchor& anchor, std::size_t slot) const {
  if (!formation.is_in_cover()) return {slot_in_world(anchor, slot).position, pattern().role(slot)};
  if (memory.first_covers[slot] == kNoCover) return {.position = anchor.position, .cover = 0.0};
  const std::size_t cover = memory.first_covers[slot];
  return {.position = def.cover->points[cover].position, .cover = cover_quality(world, f, cover)};
}

// Slots cost what they do where the formation is now, with its last heading and all that are offered about
// its anchor.
void FormationStep::find_costs() {
  const Anchor anchor = anchor_for_costs();
  memory.costs.resize(memory.free_members.size(), memory.free_slots.size());
  for (std::size_t m = 0; m < memory.free_members.size(); ++m) {
    const AgentIndex member = memory.free_members[m];
    const Vec3 position = member_pose(member).position;
    const MemberTraits traits = traits_of(world, formation, member);
    SlotCostWeights weights = def.weights;
    weights.distance = traits.w_distance;
    for (std::size_t s = 0; s < memory.free_slots.size(); ++s) {
      const std::size_t slot = memory.free_slots[s];
      const OfferedSlot offered = offered_slot(anchor, slot);
      const std::uint32_t present = slot_of(world, member);
      const double custom = formation.has_slots() ? custom_cost(traits, slot) : 0.0;
      if (custom == kInfinity) {
        memory.costs.at(m, s) = kForbidden;
        continue;
      }
      memory.costs.at(m, s) = slot_cost({.role = role_cost(formation, traits.kind, offered.role),
                                         .distance = length(bounds.displacement(position, offered.position)),
                                         .cover = offered.cover,
                                         .is_present = present == kNoIndex || present == slot,
                                         .custom = custom},
                                        weights);
    }
  }
}

// In a large formation whose members take the slots in their order, costs are not found: there would be one
// for every pair. What is not found is infinite for observers.
void FormationStep::assign_slots(AssignmentMethod method) {
  const bool is_large = memory.free_members.size() > kManyMembers;
  double& total = columns.assignment_cost[f];
  double& gap = columns.assignment_gap[f];
  total = gap = kInfinity;
  if (is_large && method == AssignmentMethod::sequential) return fill_holes();
  if (formation.has_slots()) shift_all_slots();
  find_costs();
  const double limit = def.cost_limit;
  memory.assigner.assign(method, memory.costs, memory.assignment, limit);
  for (std::size_t m = 0; m < memory.free_members.size(); ++m) {
    const std::size_t chosen = memory.assignment.slot_of[m];
    world.state.membership.slot[memory.free_members[m]] =
        chosen == kUnplaced ? kNoIndex : static_cast<std::uint32_t>(memory.free_slots[chosen]);
  }
  total = to_double(memory.assignment.cost);
  if (method == AssignmentMethod::optimal) gap = 0.0;
  if (method == AssignmentMethod::optimal || is_large) return;
  memory.assigner.assign(AssignmentMethod::optimal, memory.costs, memory.assignment, limit);
  gap = total - to_double(memory.assignment.cost);
}

// The leader goes its own way and fills no slot.
CoverMembers FormationStep::cover_members() {
  memory.cover_agents.clear();
  memory.cover_positions.clear();
  memory.cover_velocities.clear();
  for (const AgentIndex i : scratch.members) {
    if (i == leader()) continue;
    memory.cover_agents.push_back(i);
    const MemberPose pose = member_pose(i);
    memory.cover_positions.push_back(pose.position);
    memory.cover_velocities.push_back(pose.velocity);
  }
  return {memory.cover_agents, memory.cover_positions, memory.cover_velocities};
}

void FormationStep::take_cover() {
  if (leader() != kNoIndex) leave_cover(world, leader());
  const CoverMembers members = cover_members();
  const bool is_first = (columns.is_changed[f] & kHasStarted) != 0;
  if (is_first && members.agents.empty()) return;
  columns.is_changed[f] = 0;
  if (is_first) fill_covers(members);
  memory.covers.update(world, f, members);
}

// The covers of the first slots, to those members that they suit best. Members that none suits are newcomers.
void FormationStep::fill_covers(const CoverMembers& members) {
  memory.free_members.assign(members.agents.begin(), members.agents.end());
  memory.free_slots.clear();
  for (const AgentIndex i : members.agents) {
    leave_cover(world, i);
    memory.free_slots.push_back(memory.free_slots.size());
  }
  memory.first_covers = memory.covers.first_covers(world, f, members);
  assign_slots(def.assignment);
  for (const AgentIndex i : members.agents) {
    const std::uint32_t slot = slot_of(world, i);
    if (slot != kNoIndex && memory.first_covers[slot] != kNoCover)
      world.state.covers.cover[i] = static_cast<std::uint32_t>(memory.first_covers[slot]);
  }
}

}  // namespace drover
