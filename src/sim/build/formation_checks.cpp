#include "sim/build/formation_checks.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "formations/drift.h"
#include "sim/build/formation_parts.h"

namespace drover {
namespace {

class FormationChecker {
 public:
  explicit FormationChecker(BuiltWorld& built) : built_(built), model_(built.world.model()) {}

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

 private:
  void fail(std::string pointer, Problem problem) {
    problem.pointer = pointer_ + std::move(pointer);
    built_.problems.push_back(std::move(problem));
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
      fail("/anchor/leader_slot", {.message = fmt::format("the pattern \"{}\" has no slot of that number",
                                                          formation.pattern_name(k)),
                                   .found = fmt::format("{}", formation.def.anchor.leader_slot),
                                   .allowed = {fmt::format("0 to {}", capacity - 1)}});
      return;
    }
  }

  // Slots ask for roles that some kind of member fills.
  void check_roles(const Formation& formation) {
    const std::set<std::string> roles = roles_of(formation);
    if (!formation.has_slots() || roles.empty()) return;
    for (std::uint32_t k = 0; k <= formation.def.patterns.size(); ++k) {
      const PatternDef& pattern = formation.pattern(k);
      for (std::size_t slot = 0; pattern.has_roles() && slot < pattern.capacity(); ++slot) {
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
    }
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

  void check_size(const Formation& formation) {
    constexpr std::size_t kMost = 5000;
    if (formation.def.assignment == AssignmentMethod::sequential || formation.declared.size() <= kMost)
      return;
    fail("/members", {.message = "there are too many members to choose slots by their costs",
                      .found = fmt::format("{} members", formation.declared.size()),
                      .allowed = {fmt::format("at most {}", kMost)},
                      .hint = kOtherAssignments});
  }

  // Anchors have no neighbors.
  void check_perceptions(const Formation& formation) {
    for (const StackEntry& entry : model_.type_of(formation.anchor).entries) {
      if (entry.kind->plan == nullptr) continue;
      PerceptionPlan plan(model_.agents.size());
      plan.begin_agents(std::span(&formation.anchor, 1));
      entry.kind->plan(entry.params.get(), plan);
      if (plan.take().empty()) continue;
      fail("/anchor/steering",
           {.message = fmt::format("\"{}\" looks for neighbors, and the anchor of a formation has none",
                                   entry.kind->name)});
    }
  }

  BuiltWorld& built_;
  const Model& model_;
  std::string pointer_;
};

}  // namespace

void check_formations(BuiltWorld& built) {
  FormationChecker(built).check();
}

}  // namespace drover
