#include "sim/build/formation_checks.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sim/build/formation_builder.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"

namespace drover {
namespace {

using FC = FormationColumns;

constexpr const char* kReserve =
    "Give a pattern with more slots, or a \"reserve_point\" where the others go.";

constexpr const char* kOtherAssignments = "Use \"assignment\": \"sequential\", or several formations.";

class FormationChecker {
 public:
  explicit FormationChecker(BuiltWorld& built)
      : built_(built), world_(built.world), model_(built.world.model()) {}

  void check() {
    for (const Formation& formation : model_.formations) {
      pointer_ = formation_pointer(formation.name);
      if (is_in_circle(formation)) return;
      check_inner(formation);
      if (formation.has_slots() || formation.def.cover) check_size(formation);
      check_leader(formation);
      check_roles(formation);
      check_kinds(formation);
      check_marks(formation);
      check_perceptions(formation);
      check_frame(formation);
    }
  }

  void warn() {
    for (const Formation& formation : model_.formations) {
      pointer_ = formation_pointer(formation.name);
      const auto f = static_cast<std::uint32_t>(&formation - model_.formations.data());
      warn_about_members(formation, f);
      warn_about_speed(formation, f);
      for (std::uint32_t k = 0; formation.has_slots() && k <= formation.def.patterns.size(); ++k) {
        warn_about_pattern(formation, f, k);
        warn_about_paths(formation, k);
        warn_about_end(formation, k);
      }
    }
    warn_about_stacks();
  }

 private:
  void fail(std::string pointer, Problem problem) {
    problem.pointer = pointer_ + std::move(pointer);
    built_.problems.push_back(std::move(problem));
  }
  void warn(std::string pointer, Problem problem) {
    problem.pointer = pointer_ + std::move(pointer);
    problem.severity = Severity::warning;
    built_.warnings.push_back(std::move(problem));
  }

  std::vector<AgentIndex> members_of(std::uint32_t f) const {
    std::vector<AgentIndex> members;
    for (const DeclaredMember& member : model_.formations[f].declared)
      members.push_back(member.member);
    return members;
  }

  bool is_in_circle(const Formation& formation) {
    std::uint32_t outer = formation.parent;
    for (std::size_t steps = 0; outer != kNoIndex && steps <= model_.formations.size(); ++steps) {
      if (&model_.formations[outer] == &formation) {
        fail("/members", {.message = fmt::format("the formation \"{}\" contains itself", formation.name)});
        return true;
      }
      outer = model_.formations[outer].parent;
    }
    return false;
  }

  void check_inner(const Formation& formation) {
    const bool holds_formations = std::ranges::any_of(
        formation.declared, [&](const DeclaredMember& m) { return model_.is_anchor(m.member); });
    if (holds_formations && formation.def.mode != FormationMode::two_level) {
      fail("/mode", {.message = "only two_level formations have other formations in their slots",
                     .found = std::string(
                         enum_names(formation.def.mode)[static_cast<std::size_t>(formation.def.mode)])});
    }
    if (formation.parent == kNoIndex) return;
    if (formation.def.anchor.type != AnchorType::steered || !formation.has_slots()) {
      fail(formation.has_slots() ? "/anchor/type" : "",
           {.message =
                fmt::format("the slot of \"{}\" is the anchor of this formation, which needs a pattern and "
                            "no anchor of its own",
                            model_.formations[formation.parent].name)});
    }
  }

  void check_leader(const Formation& formation) {
    if (formation.def.anchor.type != AnchorType::leader || !formation.has_slots()) return;
    for (std::uint32_t k = 0; k <= formation.def.patterns.size(); ++k) {
      const std::size_t capacity = formation.pattern(k).capacity();
      if (static_cast<std::size_t>(formation.def.anchor.leader_slot) < capacity) continue;
      fail("/anchor/leader_slot",
           {.message = fmt::format("the pattern \"{}\" has no slot of that number", name_of(formation, k)),
            .found = fmt::format("{}", formation.def.anchor.leader_slot),
            .allowed = {fmt::format("0 to {}", capacity - 1)}});
      return;
    }
  }

  static std::string name_of(const Formation& formation, std::uint32_t pattern) {
    return pattern == 0 ? std::string(kBasePattern) : formation.def.patterns[pattern - 1].name;
  }

  static std::string pattern_pointer(const Formation& formation, std::uint32_t pattern) {
    if (pattern == 0) return "/pattern";
    std::string pointer = "/patterns";
    append_pointer_token(pointer, formation.def.patterns[pattern - 1].name);
    return pointer;
  }

  // Slots ask for roles that some kind of member fills.
  void check_roles(const Formation& formation) {
    if (!formation.has_slots()) return;
    std::set<std::string> roles;
    for (const Named<MemberKindDef>& kind : formation.def.member_kinds) {
      for (const RoleCostDef& fills : kind.value.fills)
        roles.insert(fills.role);
    }
    bool any_asks = false;
    for (std::uint32_t k = 0; k <= formation.def.patterns.size(); ++k) {
      const PatternDef& pattern = formation.pattern(k);
      if (!pattern.has_roles()) continue;
      any_asks = true;
      for (std::size_t slot = 0; slot < pattern.capacity() && !roles.empty(); ++slot) {
        const std::string role(pattern.role(slot));
        const std::size_t index = formation.roles.role(role);
        if (role.empty() ||
            (index != RoleTable::kNone && formation.roles.can_be_filled(index, formation.def.hard_roles)))
          continue;
        Problem problem = unknown_name(fmt::format("no kind of member fills the role \"{}\"", role), role,
                                       {roles.begin(), roles.end()});
        fail(fmt::format("{}/slots/{}/role", pattern_pointer(formation, k), slot), std::move(problem));
        return;
      }
      if (roles.empty())
        warn(pattern_pointer(formation, k),
             {.message = "the roles of the slots have no effect: the formation has no \"member_kinds\""});
    }
    if (!roles.empty() && !any_asks)
      warn("/member_kinds", {.message = "\"member_kinds\" has no effect: no slot asks for a role"});
  }

  void check_kinds(const Formation& formation) {
    if (formation.def.member_kinds.empty()) return;
    std::vector<std::string> names;
    for (const Named<MemberKindDef>& kind : formation.def.member_kinds)
      names.push_back(kind.name);
    for (std::size_t k = 0; k < formation.def.members.size(); ++k) {
      const std::string& kind = formation.def.members[k].kind;
      if (kind.empty() || std::ranges::find(names, kind) != names.end()) continue;
      fail(fmt::format("/members/{}/kind", k),
           unknown_name(fmt::format("unknown kind of member \"{}\"", kind), kind, names));
    }
  }

  void check_marks(const Formation& formation) {
    if (formation.def.mode != FormationMode::rigid) return;
    for (std::uint32_t k = 0; k < formation.marks.size(); ++k) {
      const auto marked =
          std::ranges::find_if(formation.marks[k], [](AgentIndex i) { return i != kNoIndex; });
      if (marked == formation.marks[k].end()) continue;
      fail(fmt::format("{}/slots/{}/marks", pattern_pointer(formation, k),
                       marked - formation.marks[k].begin()),
           {.message = "a rigid formation marks no agents: its members are placed about the anchor"});
    }
  }

  // In a frame of the mean facing of the slots, which facings that cancel out do not have.
  void check_frame(const Formation& formation) {
    if (formation.def.heading_estimator != HeadingEstimator::frame_change || !formation.has_slots()) return;
    std::vector<PatternSlot> slots;
    lay_out(formation.pattern(0),
            {.count = std::min(formation.declared.size(), formation.pattern(0).capacity()), .radius = 1.0},
            slots);
    std::vector<std::size_t> all(slots.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<PatternSlot> turned;
    if (slots.empty() || change_frame(slots, {all}, turned)) return;
    fail("/heading_estimator",
         {.message = "the facings of the slots cancel out: they have no mean to turn to",
          .hint = "Use geometry or facing."});
  }

  // Anchors have no neighbors.
  void check_perceptions(const Formation& formation) {
    for (const Slot& slot : model_.type_of(formation.anchor).slots) {
      if (slot.kind->plan == nullptr) continue;
      PerceptionPlan plan(model_.agents.size());
      plan.begin_agents(std::span(&formation.anchor, 1));
      slot.kind->plan(slot.params.get(), plan);
      if (plan.take().empty()) continue;
      fail("/anchor/steering",
           {.message = fmt::format("\"{}\" looks for neighbors, and the anchor of a formation has none",
                                   slot.kind->name)});
    }
  }

  // With a reserve point, members without a slot are meant.
  void warn_about_members(const Formation& formation, std::uint32_t f) {
    if (formation.declared.empty()) {
      warn("/members", {.message = fmt::format("nobody belongs to the formation \"{}\"", formation.name)});
      return;
    }
    if (!formation.has_slots()) return;
    warn_about_size(formation);
    if (formation.def.reserve_point) return;
    const std::size_t capacity = formation.pattern(0).capacity();
    if (formation.declared.size() > capacity) {
      warn("/pattern", {.message = "the pattern has fewer slots than there are members",
                        .found = fmt::format("{} slots, {} members", capacity, formation.declared.size()),
                        .hint = kReserve});
      return;
    }
    std::size_t unplaced = column(world_, &FC::member_count)[f];
    for (AgentIndex i = 0; i < model_.agents.size(); ++i) {
      if (formation_of(world_, i) == f && slot_of(world_, i) != kNoIndex) --unplaced;
    }
    if (unplaced == 0) return;
    warn("/members", {.message = "members have no slot at the start whose role they fill",
                      .found = fmt::format("{} of {}", unplaced, column(world_, &FC::member_count)[f]),
                      .hint = kReserve});
  }

  // The slowest agent that may fill a slot; kNoIndex without any.
  AgentIndex slowest_for(const Formation& formation, std::string_view role) const {
    AgentIndex slowest = kNoIndex;
    const auto& max_speed = world_.state.limits.max_speed;
    for (const DeclaredMember& declared : formation.declared) {
      const AgentIndex i = declared.member;
      if (model_.is_anchor(i) || !may_fill(world_, formation, i, role)) continue;
      if (slowest == kNoIndex || max_speed[i] < max_speed[slowest]) slowest = i;
    }
    return slowest;
  }

  void warn_about_paths(const Formation& formation, std::uint32_t k) {
    const PatternDef& pattern = formation.pattern(k);
    if (pattern.kind().peak_speed == nullptr || formation.def.mode == FormationMode::rigid) return;
    for (std::size_t slot = 0; slot < pattern.capacity(); ++slot) {
      const double peak = pattern.kind().peak_speed(pattern.pattern.params.get(), slot);
      const AgentIndex slowest = slowest_for(formation, pattern.role(slot));
      if (slowest == kNoIndex || peak <= world_.state.limits.max_speed[slowest]) continue;
      warn(fmt::format("{}/slots/{}", pattern_pointer(formation, k), slot),
           {.message = fmt::format("the path is faster than agent {}, which may fill the slot",
                                   model_.agents.number[slowest]),
            .found = fmt::format("up to {:.4g} m/s, max_speed {:.4g} m/s", peak,
                                 world_.state.limits.max_speed[slowest])});
    }
  }

  // About the centroid of all slots.
  static Extents extents_of_all(std::span<const PatternSlot> slots, double radius) {
    std::vector<std::size_t> all(slots.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<PatternSlot> centered;
    remove_drift(slots, {all}, centered);
    return extents_of(centered, all, std::vector<double>(slots.size(), radius));
  }

  // The cheapest assignment takes the cube of the number of members, and a cost for every pair.
  void warn_about_size(const Formation& formation) {
    constexpr std::size_t kMany = 1000;
    if (formation.def.assignment == AssignmentMethod::sequential || formation.declared.size() <= kMany)
      return;
    warn("/members", {.message = "to find the best slots for so many members takes long",
                      .found = fmt::format("{} members", formation.declared.size()),
                      .hint = kOtherAssignments});
  }
  void check_size(const Formation& formation) {
    constexpr std::size_t kMost = 5000;
    if (formation.def.assignment == AssignmentMethod::sequential || formation.declared.size() <= kMost)
      return;
    fail("/members", {.message = "there are too many members to choose slots by their costs",
                      .found = fmt::format("{} members", formation.declared.size()),
                      .allowed = {fmt::format("at most {}", kMost)},
                      .hint = kOtherAssignments});
  }

  // Beyond half the world, another image of a slot may be nearer.
  void warn_about_reach(const Formation& formation, const Extents& extents) {
    const Bounds& bounds = model_.bounds;
    if (!bounds.wraps()) return;
    const double lead = formation.def.lead_distance.is_present() ? formation.def.lead_distance.constant()
                                                                 : formation.def.slow_radius;
    const double half = 0.5 * smaller(bounds.size().x, bounds.size().y);
    if (extents.radius + lead <= half) return;
    warn("/pattern",
         {.message = "the formation reaches beyond half of the world, which wraps",
          .found = fmt::format("{:.6g} m from its center, and {:.6g} m of lead", extents.radius, lead)});
  }

  void warn_about_end(const Formation& formation, std::uint32_t k) {
    if (k == 0 || formation.pattern(k).moves()) return;
    if (formation.def.patterns[k - 1].value.then == PatternEnd::hold) return;
    warn(pattern_pointer(formation, k) + "/then",
         {.message = "\"then\" has no effect: only a pattern that moves comes to an end"});
  }

  // Slots nearer to each other than the bodies of their members, but for those that follow marked agents.
  void warn_about_pattern(const Formation& formation, std::uint32_t f, std::uint32_t k) {
    PatternRequest request{.count = std::min(formation.declared.size(), formation.pattern(k).capacity())};
    for (const AgentIndex i : members_of(f)) {
      if (!model_.is_anchor(i)) request.radius = larger(request.radius, world_.state.limits.radius[i]);
    }
    std::vector<PatternSlot> slots;
    lay_out(formation.pattern(k), request, slots);
    const std::vector<AgentIndex>& marks = formation.marks[k];
    for (std::size_t slot = std::min(slots.size(), marks.size()); slot-- > 0;) {
      if (marks[slot] != kNoIndex) slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(slot));
    }
    warn_about_reach(formation, extents_of_all(slots, request.radius));
    constexpr double kRounding = 1e-9;
    const double distance = closest_distance(slots);
    if (distance >= 2.0 * request.radius - kRounding) return;
    warn(pattern_pointer(formation, k),
         {.message = "slots are nearer to each other than the bodies of the members",
          .found = fmt::format("{:.6g} m, with radii of up to {:.6g} m", distance, request.radius)});
  }

  // A leader that is as fast as the others leaves them no reserve for turns.
  void warn_about_speed(const Formation& formation, std::uint32_t f) {
    const AgentIndex leader = leader_of(world_, f);
    if (formation.def.mode != FormationMode::rigid || leader == kNoIndex) return;
    double least = kInfinity;
    for (const AgentIndex i : members_of(f)) {
      if (i != leader) least = smaller(least, world_.state.limits.max_speed[i]);
    }
    if (world_.state.limits.max_speed[leader] < least) return;
    warn("/anchor/leader",
         {.message = "the leader is as fast as the members, so that they cannot turn at its full speed",
          .found = fmt::format("max_speed {:.6g} m/s, theirs {:.6g} m/s",
                               world_.state.limits.max_speed[leader], least)});
  }

  static bool goes_to_slots(const AgentType& type) {
    return std::ranges::any_of(type.slots, [](const Slot& slot) {
      if (slot.kind->name == "slot_arrive") return true;
      return std::ranges::any_of(slot.kind->table.fields, [&](const Field& field) {
        return field.access.type == FieldType::target &&
               static_cast<const Target*>(field.in(slot.params.get()))->type == TargetType::slot;
      });
    });
  }

  // Members of a type that never goes to slots, and types that do without being in a formation.
  void warn_about_stacks() {
    const auto member_of = column(std::as_const(world_), &FC::member_of);
    for (std::uint32_t t = 0; t < model_.visible_types().size(); ++t) {
      const AgentType& type = model_.types[t];
      const bool goes = goes_to_slots(type);
      std::optional<std::uint32_t> steered, placed;
      for (const AgentIndex i : world_.state.agents_of(t)) {
        const std::uint32_t f = member_of[i];
        if (f == kNoIndex || leader_of(world_, f) == i) continue;
        (model_.formations[f].def.mode == FormationMode::rigid ? placed : steered) = f;
      }
      pointer_ = "/agent_types";
      append_pointer_token(pointer_, type.name);
      if (!goes && steered)
        warn("/steering",
             {.message = fmt::format("agents of type \"{}\" never go to their slots in the formation \"{}\"",
                                     type.name, model_.formations[*steered].name),
              .hint = "The behavior slot_arrive does."});
      const bool asks = std::ranges::any_of(
          type.slots, [](const Slot& slot) { return slot.weight.varies() || slot.weight.constant() != 0.0; });
      if (placed && !steered && asks)
        warn("/steering",
             {.message = fmt::format("the steering has no effect: the rigid formation \"{}\" places "
                                     "agents of type \"{}\"",
                                     model_.formations[*placed].name, type.name)});
    }
  }

  BuiltWorld& built_;
  const World& world_;
  const Model& model_;
  std::string pointer_;
};

}  // namespace

void check_formations(BuiltWorld& built) {
  FormationChecker(built).check();
}

void warn_about_formations(BuiltWorld& built) {
  if (!built.world.model().formations.empty()) FormationChecker(built).warn();
}

}  // namespace drover
