// Formations of a world that was built: what is wrong with them, what has no effect, and what is probably not
// meant.
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "formations/drift.h"
#include "sim/construction/build_checks.h"
#include "sim/construction/formation_parts.h"
#include "sim/definitions/scenario_parts.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"

namespace drover {
namespace {

constexpr const char* kReserve =
    "Give a pattern with more slots, or a \"reserve_point\" where the others go.";
constexpr const char* kOtherAssignments = "Use \"assignment\": \"sequential\", or several formations.";

// Whether there are grids, or would be if a formation asked for ways over them.
bool may_have_grids(const BuildCheck& check) {
  return check.model.navigation.exists() || !check.def.navigation.grids.empty();
}

// One formation.
class FormationCheck {
 public:
  FormationCheck(BuildCheck& check, const Formation& formation)
      : check_(check),
        world_(check.world),
        model_(check.model),
        formation_(formation),
        f_(static_cast<std::uint32_t>(&formation - check.model.formations.data())),
        pointer_(formation_pointer(formation.name)) {}

  // Whether that of others makes sense, too: not where formations contain each other.
  bool check() {
    if (is_in_circle()) return false;
    check_inner();
    if (formation_.has_slots() || formation_.def.cover) check_size();
    check_leader();
    check_roles();
    check_kinds();
    check_marks();
    check_perceptions();
    check_frame();
    return true;
  }

  void warn() {
    warn_about_members();
    warn_about_roles();
    warn_about_leader();
    warn_about_speed();
    warn_about_covers();
    for (std::uint32_t k = 0; formation_.has_slots() && k <= formation_.def.patterns.size(); ++k) {
      warn_about_pattern(k);
      warn_about_paths(k);
      if (k > 0 && !formation_.pattern(k).moves() &&
          formation_.def.patterns[k - 1].value.then != PatternEnd::hold)
        warn(pattern_pointer(formation_, k) + "/then",
             {.message = "\"then\" has no effect: only a pattern that moves comes to an end"});
    }
  }

 private:
  void fail(std::string_view pointer, Problem problem) {
    check_.fail(pointer_ + std::string(pointer), std::move(problem));
  }
  void warn(std::string_view pointer, Problem problem) {
    check_.warn(pointer_ + std::string(pointer), std::move(problem));
  }

  bool is_in_circle() {
    std::uint32_t outer = formation_.parent;
    for (std::size_t steps = 0; outer != kNoIndex && steps <= model_.formations.size(); ++steps) {
      if (&model_.formations[outer] == &formation_) {
        fail("/members", {.message = fmt::format("the formation \"{}\" contains itself", formation_.name)});
        return true;
      }
      outer = model_.formations[outer].parent;
    }
    return false;
  }

  void check_inner() {
    const bool holds_formations = std::ranges::any_of(
        formation_.declared, [&](const DeclaredMember& m) { return model_.is_anchor(m.member); });
    if (holds_formations && formation_.def.mode != FormationMode::two_level) {
      fail("/mode", {.message = "only two_level formations have other formations in their slots",
                     .found = std::string(
                         enum_names(formation_.def.mode)[static_cast<std::size_t>(formation_.def.mode)])});
    }
    if (formation_.parent == kNoIndex) return;
    if (formation_.def.anchor.type != AnchorType::steered || !formation_.has_slots()) {
      fail(formation_.has_slots() ? "/anchor/type" : "",
           {.message =
                fmt::format("the slot of \"{}\" is the anchor of this formation_, which needs a pattern and "
                            "no anchor of its own",
                            model_.formations[formation_.parent].name)});
    }
  }

  void check_leader() {
    if (formation_.def.anchor.type != AnchorType::leader || !formation_.has_slots()) return;
    for (std::uint32_t k = 0; k <= formation_.def.patterns.size(); ++k) {
      const std::size_t capacity = formation_.pattern(k).capacity();
      if (static_cast<std::size_t>(formation_.def.anchor.leader_slot) < capacity) continue;
      fail("/anchor/leader_slot", {.message = fmt::format("the pattern \"{}\" has no slot of that number",
                                                          formation_.pattern_name(k)),
                                   .found = fmt::format("{}", formation_.def.anchor.leader_slot),
                                   .allowed = {fmt::format("0 to {}", capacity - 1)}});
      return;
    }
  }

  // Slots ask for roles that some kind of member fills.
  void check_roles() {
    const std::set<std::string> roles = roles_of(formation_);
    if (!formation_.has_slots() || roles.empty()) return;
    for (std::uint32_t k = 0; k <= formation_.def.patterns.size(); ++k) {
      const PatternDef& pattern = formation_.pattern(k);
      for (std::size_t slot = 0; pattern.has_roles() && slot < pattern.capacity(); ++slot) {
        const std::string role(pattern.role(slot));
        const std::size_t index = formation_.roles.role(role);
        if (role.empty() ||
            (index != RoleTable::kNone && formation_.roles.can_be_filled(index, formation_.def.hard_roles)))
          continue;
        Problem problem = unknown_name(fmt::format("no kind of member fills the role \"{}\"", role), role,
                                       {roles.begin(), roles.end()});
        fail(fmt::format("{}/slots/{}/role", pattern_pointer(formation_, k), slot), std::move(problem));
        return;
      }
    }
  }

  void check_kinds() {
    if (formation_.def.member_kinds.empty()) return;
    std::vector<std::string> names;
    for (const Named<MemberKindDef>& kind : formation_.def.member_kinds)
      names.push_back(kind.name);
    for (std::size_t k = 0; k < formation_.def.members.size(); ++k) {
      const std::string& kind = formation_.def.members[k].kind;
      if (kind.empty() || std::ranges::find(names, kind) != names.end()) continue;
      fail(fmt::format("/members/{}/kind", k),
           unknown_name(fmt::format("unknown kind of member \"{}\"", kind), kind, names));
    }
  }

  void check_marks() {
    if (formation_.def.mode != FormationMode::rigid) return;
    for (std::uint32_t k = 0; k < formation_.marks.size(); ++k) {
      const auto marked =
          std::ranges::find_if(formation_.marks[k], [](AgentIndex i) { return i != kNoIndex; });
      if (marked == formation_.marks[k].end()) continue;
      fail(fmt::format("{}/slots/{}/marks", pattern_pointer(formation_, k),
                       marked - formation_.marks[k].begin()),
           {.message = "a rigid formation marks no agents: its members are placed about the anchor"});
    }
  }

  // In a frame of the mean facing of the slots, which facings that cancel out do not have.
  void check_frame() {
    if (formation_.def.heading_estimator != HeadingEstimator::frame_change || !formation_.has_slots()) return;
    std::vector<PatternSlot> slots;
    lay_out(formation_.pattern(0),
            {.count = std::min(formation_.declared.size(), formation_.pattern(0).capacity()), .radius = 1.0},
            slots);
    std::vector<std::size_t> all(slots.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<PatternSlot> turned;
    if (slots.empty() || change_frame(slots, {all}, turned)) return;
    fail("/heading_estimator",
         {.message = "the facings of the slots cancel out: they have no mean to turn to",
          .hint = "Use geometry or facing."});
  }

  void check_size() {
    constexpr std::size_t kMost = 5000;
    if (formation_.def.assignment == AssignmentMethod::sequential || formation_.declared.size() <= kMost)
      return;
    fail("/members", {.message = "there are too many members to choose slots by their costs",
                      .found = fmt::format("{} members", formation_.declared.size()),
                      .allowed = {fmt::format("at most {}", kMost)},
                      .hint = kOtherAssignments});
  }

  // Anchors have no neighbors.
  void check_perceptions() {
    for (const StackEntry& entry : model_.type_of(formation_.anchor).entries) {
      if (entry.kind->plan == nullptr) continue;
      PerceptionPlan plan(model_.agents.size());
      plan.begin_agents(std::span(&formation_.anchor, 1));
      entry.kind->plan(entry.params.get(), plan);
      if (plan.take().empty()) continue;
      fail("/anchor/steering",
           {.message = fmt::format("\"{}\" looks for neighbors, and the anchor of a formation has none",
                                   entry.kind->name)});
    }
  }

  std::vector<AgentIndex> members() const {
    std::vector<AgentIndex> members;
    for (const DeclaredMember& member : formation_.declared)
      members.push_back(member.member);
    return members;
  }

  void warn_about_roles() {
    if (!formation_.has_slots()) return;
    bool any_asks = false;
    for (std::uint32_t k = 0; k <= formation_.def.patterns.size(); ++k) {
      if (!formation_.pattern(k).has_roles()) continue;
      any_asks = true;
      if (roles_of(formation_).empty())
        warn(pattern_pointer(formation_, k),
             {.message = "the roles of the slots have no effect: the formation has no \"member_kinds\""});
    }
    if (!roles_of(formation_).empty() && !any_asks)
      warn("/member_kinds", {.message = "\"member_kinds\" has no effect: no slot asks for a role"});
  }

  // With a reserve point, members without a slot are meant.
  void warn_about_members() {
    if (formation_.declared.empty()) {
      warn("/members", {.message = fmt::format("nobody belongs to the formation \"{}\"", formation_.name)});
      return;
    }
    if (!formation_.has_slots()) return;
    warn_about_size();
    if (formation_.def.reserve_point) return;
    const std::size_t capacity = formation_.pattern(0).capacity();
    if (formation_.declared.size() > capacity) {
      warn("/pattern", {.message = "the pattern has fewer slots than there are members",
                        .found = fmt::format("{} slots, {} members", capacity, formation_.declared.size()),
                        .hint = kReserve});
      return;
    }
    std::size_t unplaced = world_.state.formation_columns.member_count[f_];
    for (const DeclaredMember& declared : formation_.declared) {
      if (slot_of(world_, declared.member) != kNoIndex) --unplaced;
    }
    if (unplaced == 0) return;
    warn("/members",
         {.message = "members have no slot at the start whose role they fill",
          .found = fmt::format("{} of {}", unplaced, world_.state.formation_columns.member_count[f_]),
          .hint = kReserve});
  }

  // The slowest agent that may fill a slot; kNoIndex without any.
  AgentIndex slowest_for(std::size_t slot, std::string_view role) const {
    AgentIndex slowest = kNoIndex;
    const auto& max_speed = world_.state.limits.max_speed;
    for (const DeclaredMember& declared : formation_.declared) {
      const AgentIndex i = declared.member;
      if (model_.is_anchor(i) || !may_fill(world_, formation_, i, slot, role)) continue;
      if (slowest == kNoIndex || max_speed[i] < max_speed[slowest]) slowest = i;
    }
    return slowest;
  }

  void warn_about_paths(std::uint32_t k) {
    const PatternDef& pattern = formation_.pattern(k);
    if (pattern.kind().peak_speed == nullptr || formation_.def.mode == FormationMode::rigid) return;
    for (std::size_t slot = 0; slot < pattern.capacity(); ++slot) {
      const double peak = pattern.kind().peak_speed(pattern.pattern.params.get(), slot);
      const AgentIndex slowest = slowest_for(slot, pattern.role(slot));
      if (slowest == kNoIndex || peak <= world_.state.limits.max_speed[slowest]) continue;
      warn(fmt::format("{}/slots/{}", pattern_pointer(formation_, k), slot),
           {.message = fmt::format("the path is faster than agent {}, which may fill the slot",
                                   model_.agents.number[slowest]),
            .found = fmt::format("up to {:.4g} m/s, max_speed {:.4g} m/s", peak,
                                 world_.state.limits.max_speed[slowest])});
    }
  }

  // The cheapest assignment takes the cube of the number of members, and a cost for every pair.
  void warn_about_size() {
    constexpr std::size_t kMany = 1000;
    if (formation_.def.assignment == AssignmentMethod::sequential || formation_.declared.size() <= kMany)
      return;
    warn("/members", {.message = "to find the best slots for so many members takes long",
                      .found = fmt::format("{} members", formation_.declared.size()),
                      .hint = kOtherAssignments});
  }

  // Beyond half the world, another image of a slot may be nearer.
  void warn_about_reach(std::span<const PatternSlot> slots, double member_radius) {
    const Bounds& bounds = model_.bounds;
    if (!bounds.wraps()) return;
    std::vector<std::size_t> all(slots.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<PatternSlot> centered;
    remove_drift(slots, {all}, centered);
    const double radius = extents_of(centered, all, std::vector<double>(slots.size(), member_radius)).radius;
    const double lead = formation_.def.lead_distance.is_present() ? formation_.def.lead_distance.constant()
                                                                  : formation_.def.slow_radius;
    double half = 0.5 * smaller(bounds.size().x, bounds.size().y);
    if (bounds.wraps_heights()) half = smaller(half, 0.5 * bounds.size().z);
    if (radius + lead <= half) return;
    warn("/pattern", {.message = "the formation reaches beyond half of the world, which wraps",
                      .found = fmt::format("{:.6g} m from its center, and {:.6g} m of lead", radius, lead)});
  }

  // Slots nearer to each other than the bodies of their members, but for those that follow marked agents.
  void warn_about_pattern(std::uint32_t k) {
    PatternRequest request{.count = std::min(formation_.declared.size(), formation_.pattern(k).capacity())};
    for (const AgentIndex i : members()) {
      if (!model_.is_anchor(i)) request.radius = larger(request.radius, world_.state.limits.radius[i]);
    }
    std::vector<PatternSlot> slots;
    lay_out(formation_.pattern(k), request, slots);
    const std::vector<AgentIndex>& marks = formation_.marks[k];
    for (std::size_t slot = std::min(slots.size(), marks.size()); slot-- > 0;) {
      if (marks[slot] != kNoIndex) slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(slot));
    }
    warn_about_reach(slots, request.radius);
    constexpr double kRounding = 1e-9;
    const double distance = closest_distance(slots);
    if (distance >= 2.0 * request.radius - kRounding) return;
    warn(pattern_pointer(formation_, k),
         {.message = "slots are nearer to each other than the bodies of the members",
          .found = fmt::format("{:.6g} m, with radii of up to {:.6g} m", distance, request.radius)});
  }

  // It counts as lost from the first state on.
  void warn_about_leader() {
    const AnchorDef& anchor = formation_.def.anchor;
    if (anchor.leader.name.empty() || world_.is_present(anchor.leader.index)) return;
    warn("/anchor/leader",
         {.message = fmt::format("the leader \"{}\" is not there at the start: \"on_leader_lost\" applies at "
                                 "once, and the agent will not lead when it comes",
                                 anchor.leader.name)});
  }

  void warn_about_covers() {
    if (!formation_.is_in_cover()) return;
    const CoverDef& cover = *formation_.def.cover;
    if (cover.by == CoverDistance::air && !may_have_grids(check_))
      warn("/cover/by", {.message = "\"by\" has no effect: there is no navigation grid"});
    if (!formation_.finds_covers()) return;
    if (world_.geometry().is_empty())
      warn("/cover/from", {.message = "there are no covers: there is neither an obstacle nor a wall"});
    const bool is_never_there = cover.threat.type == TargetType::agent_type &&
                                std::ranges::count(model_.agents.type.entries(), cover.threat.index) == 0;
    if (is_never_there)
      warn("/cover/threat", {.message = fmt::format("there is never an agent of type \"{}\": every place "
                                                    "around a shape is full cover",
                                                    cover.threat.name)});
  }

  // A leader that is as fast as the others leaves them no reserve for turns.
  void warn_about_speed() {
    const AgentIndex leader = leader_of(world_, f_);
    if (formation_.def.mode != FormationMode::rigid || leader == kNoIndex) return;
    double least = kInfinity;
    for (const AgentIndex i : members()) {
      if (i != leader) least = smaller(least, world_.preferred_speed(i));
    }
    if (world_.preferred_speed(leader) < least) return;
    warn("/anchor/leader",
         {.message = "the leader is as fast as the members, so that they cannot turn at its full speed",
          .found = fmt::format("full speed {:.6g} m/s, theirs {:.6g} m/s", world_.preferred_speed(leader),
                               least)});
  }

  BuildCheck& check_;
  const World& world_;
  const Model& model_;
  const Formation& formation_;
  const std::uint32_t f_;
  const std::string pointer_;
};

// The first behavior that needs a slot; nullptr without.
const BehaviorKind* slot_behavior(const AgentType& type) {
  const auto found =
      std::ranges::find_if(type.entries, [](const StackEntry& entry) { return entry.kind->needs_slot; });
  return found == type.entries.end() ? nullptr : found->kind;
}

bool goes_to_slots(const AgentType& type) {
  return slot_behavior(type) != nullptr || std::ranges::any_of(type.entries, [](const StackEntry& entry) {
           return std::ranges::any_of(entry.kind->table.fields, [&](const Field& field) {
             return field.access.type == FieldType::target &&
                    static_cast<const Target*>(field.in(entry.params.get()))->type == TargetType::slot;
           });
         });
}

// Whether it says that it goes straight to its slot where all do.
bool goes_straight_anyhow(const BuildCheck& check, const StackEntry& entry) {
  const BehaviorKind& kind = *entry.kind;
  return kind.needs_slot && kind.way_means != nullptr && !kind.way_means(entry.params.get()).plans_ways &&
         !may_have_grids(check);
}

// Members of a type that never goes to slots, and those that do and have none.
void warn_about_stack(BuildCheck& check, std::uint32_t index, bool may_join) {
  const Model& model = check.model;
  const AgentType& type = model.types[index];
  // In which they have slots to go to, and in which they are put into them.
  const Formation *steered = nullptr, *placed = nullptr;
  bool is_in_any = false;  // those that they lead included
  for (const AgentIndex i : check.world.state.agents_of(index)) {
    const std::uint32_t f = model.formations.empty() ? kNoIndex : formation_of(check.world, i);
    if (f == kNoIndex) continue;
    is_in_any = true;
    if (leader_of(check.world, f) == i) continue;
    (model.formations[f].def.mode == FormationMode::rigid ? placed : steered) = &model.formations[f];
  }
  const std::string pointer = joined_pointer("/agent_types", type.name) + "/steering";
  if (steered != nullptr && !goes_to_slots(type))
    check.warn(pointer, {.message = fmt::format(
                             "agents of type \"{}\" never go to their slots in the formation \"{}\"",
                             type.name, steered->name),
                         .hint = "The behavior slot_arrive does."});
  const bool asks_for_anything = std::ranges::any_of(type.entries, [](const StackEntry& entry) {
    return entry.weight.varies() || entry.weight.constant() != 0.0;
  });
  if (placed != nullptr && steered == nullptr && asks_for_anything)
    check.warn(pointer,
               {.message = fmt::format(
                    "the steering has no effect: the rigid formation \"{}\" places agents of type \"{}\"",
                    placed->name, type.name)});
  if (std::ranges::any_of(type.entries,
                          [&](const StackEntry& entry) { return goes_straight_anyhow(check, entry); }))
    check.warn(pointer, {.message = "\"by\" has no effect: there is no navigation grid"});
  const BehaviorKind* behavior = slot_behavior(type);
  if (!is_in_any && !may_join && behavior != nullptr && type.agent_count > 0)
    check.warn(pointer,
               {.message = fmt::format("\"{}\" leads nowhere: no agent of type \"{}\" is in a formation",
                                       behavior->name, type.name)});
}

// All there will ever be.
std::vector<AgentIndex> all_members(const Model& model, const Target& target) {
  if (target.type != TargetType::group && target.type != TargetType::agent_type) return {target.index};
  const SharedColumn<std::uint32_t>& own =
      target.type == TargetType::group ? model.agents.group : model.agents.type;
  std::vector<AgentIndex> members = model.every_agent();
  std::erase_if(members, [&](AgentIndex i) { return own[i] != target.index; });
  return members;
}

// Agents that are in a formation from the start, or may join one.
std::vector<std::uint8_t> agents_in_formations(const Model& model) {
  std::vector<std::uint8_t> may_be_member(model.agents.size(), 0);
  for (const Formation& formation : model.formations) {
    for (const DeclaredMember& member : formation.declared)
      may_be_member[member.member] = 1;
  }
  for (const Event& event : model.events) {
    if (event.kind->name != kJoinName) continue;
    for (const AgentIndex i : all_members(model, event.target))
      may_be_member[i] = 1;
  }
  return may_be_member;
}

// Agents leave what they are in from the start, or what an event lets them join.
void warn_about_leaving(BuildCheck& check) {
  std::vector<std::uint8_t> may_be_member;  // by agent, from the first event leave on
  for (const auto& event : located(check.model.events, "/events")) {
    if (event.def.kind->name != kLeaveName) continue;
    if (may_be_member.empty()) may_be_member = agents_in_formations(check.model);
    const std::vector<AgentIndex> targets = all_members(check.model, event.def.target);
    if (std::ranges::any_of(targets, [&](AgentIndex i) { return may_be_member[i] != 0; })) continue;
    check.warn(event.pointer + "/target",
               {.message = "the event has no effect: none of its targets is ever in a formation"});
  }
}

}  // namespace

void check_formations(BuildCheck& check) {
  for (const Formation& formation : check.model.formations) {
    if (!FormationCheck(check, formation).check()) return;
  }
}

void warn_about_formations(BuildCheck& check) {
  for (const Formation& formation : check.model.formations)
    FormationCheck(check, formation).warn();
  const bool may_join = std::ranges::any_of(check.model.events,
                                            [](const Event& event) { return event.kind->name == kJoinName; });
  for (std::uint32_t t = 0; t < check.model.visible_types().size(); ++t)
    warn_about_stack(check, t, may_join);
  warn_about_leaving(check);
}

}  // namespace drover
