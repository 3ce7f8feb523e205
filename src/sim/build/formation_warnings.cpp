// What of formations has no effect, or an effect that is probably not meant.
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/build/formation_checks.h"
#include "sim/build/formation_parts.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"

namespace drover {
namespace {

constexpr const char* kReserve =
    "Give a pattern with more slots, or a \"reserve_point\" where the others go.";

class FormationWarnings {
 public:
  explicit FormationWarnings(BuiltWorld& built)
      : built_(built), world_(built.world), model_(built.world.model()) {}

  void add() {
    for (const Formation& formation : model_.formations) {
      pointer_ = formation_pointer(formation.name);
      const auto f = static_cast<std::uint32_t>(&formation - model_.formations.data());
      warn_about_members(formation, f);
      warn_about_roles(formation);
      warn_about_leader(formation);
      warn_about_speed(formation, f);
      for (std::uint32_t k = 0; formation.has_slots() && k <= formation.def.patterns.size(); ++k) {
        warn_about_pattern(formation, k);
        warn_about_paths(formation, k);
        warn_about_end(formation, k);
      }
    }
    const bool may_join =
        std::ranges::any_of(model_.events, [](const Event& event) { return event.kind->name == kJoinName; });
    for (std::uint32_t t = 0; t < model_.visible_types().size(); ++t)
      warn_about_stack(t, may_join);
    for (std::size_t e = 0; e < model_.events.size(); ++e)
      warn_about_leaving(e);
  }

 private:
  void warn(std::string pointer, Problem problem) {
    problem.pointer = pointer_ + std::move(pointer);
    problem.severity = Severity::warning;
    built_.warnings.push_back(std::move(problem));
  }

  // Its members without the formations among them.
  std::vector<AgentIndex> agents_of(const Formation& formation) const {
    std::vector<AgentIndex> agents;
    for (const DeclaredMember& declared : formation.declared)
      agents.push_back(declared.member);
    agents.resize(within(model_.agent_rows(), agents).size());
    return agents;
  }

  void warn_about_roles(const Formation& formation) {
    if (!formation.has_slots()) return;
    bool any_asks = false;
    for (std::uint32_t k = 0; k <= formation.def.patterns.size(); ++k) {
      if (!formation.pattern(k).has_roles()) continue;
      any_asks = true;
      if (roles_of(formation).empty())
        warn(pattern_pointer(formation, k),
             {.message = "the roles of the slots have no effect: the formation has no \"member_kinds\""});
    }
    if (!roles_of(formation).empty() && !any_asks)
      warn("/member_kinds", {.message = "\"member_kinds\" has no effect: no slot asks for a role"});
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
    std::size_t unplaced = world_.state.formation_columns.member_count[f];
    for (const DeclaredMember& declared : formation.declared) {
      if (slot_of(world_, declared.member) != kNoIndex) --unplaced;
    }
    if (unplaced == 0) return;
    warn("/members",
         {.message = "members have no slot at the start whose role they fill",
          .found = fmt::format("{} of {}", unplaced, world_.state.formation_columns.member_count[f]),
          .hint = kReserve});
  }

  // The slowest agent that may fill a slot; kNoIndex without any.
  AgentIndex slowest_for(const Formation& formation, std::size_t slot, std::string_view role) const {
    AgentIndex slowest = kNoIndex;
    const auto& max_speed = world_.state.limits.max_speed;
    for (const AgentIndex i : agents_of(formation)) {
      if (!may_fill(world_, formation, i, slot, role)) continue;
      if (slowest == kNoIndex || max_speed[i] < max_speed[slowest]) slowest = i;
    }
    return slowest;
  }

  void warn_about_paths(const Formation& formation, std::uint32_t k) {
    const PatternDef& pattern = formation.pattern(k);
    if (pattern.kind().peak_speed == nullptr || formation.def.mode == FormationMode::rigid) return;
    for (std::size_t slot = 0; slot < pattern.capacity(); ++slot) {
      const double peak = pattern.kind().peak_speed(pattern.pattern.params.get(), slot);
      const AgentIndex slowest = slowest_for(formation, slot, pattern.role(slot));
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
  void warn_about_pattern(const Formation& formation, std::uint32_t k) {
    PatternRequest request{.count = std::min(formation.declared.size(), formation.pattern(k).capacity())};
    for (const AgentIndex i : agents_of(formation))
      request.radius = larger(request.radius, world_.state.limits.radius[i]);
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

  // It counts as lost from the first state on.
  void warn_about_leader(const Formation& formation) {
    const AnchorDef& anchor = formation.def.anchor;
    if (anchor.leader.name.empty() || world_.is_present(*model_.find_agent(anchor.leader.name))) return;
    warn("/anchor/leader",
         {.message = fmt::format("the leader \"{}\" is not there at the start: \"on_leader_lost\" applies at "
                                 "once, and the agent will not lead when it comes",
                                 anchor.leader.name)});
  }

  // A leader that is as fast as the others leaves them no reserve for turns.
  void warn_about_speed(const Formation& formation, std::uint32_t f) {
    const AgentIndex leader = leader_of(world_, f);
    if (formation.def.mode != FormationMode::rigid || leader == kNoIndex) return;
    double least = kInfinity;
    for (const AgentIndex i : agents_of(formation)) {
      if (i != leader) least = smaller(least, world_.preferred_speed(i));
    }
    if (world_.preferred_speed(leader) < least) return;
    warn("/anchor/leader",
         {.message = "the leader is as fast as the members, so that they cannot turn at its full speed",
          .found = fmt::format("full speed {:.6g} m/s, theirs {:.6g} m/s", world_.preferred_speed(leader),
                               least)});
  }

  // The first behavior that needs a slot; nullptr without.
  static const BehaviorKind* slot_behavior(const AgentType& type) {
    const auto found =
        std::ranges::find_if(type.entries, [](const StackEntry& entry) { return entry.kind->needs_slot; });
    return found == type.entries.end() ? nullptr : found->kind;
  }
  static bool asks_for_anything(const AgentType& type) {
    return std::ranges::any_of(type.entries, [](const StackEntry& entry) {
      return entry.weight.varies() || entry.weight.constant() != 0.0;
    });
  }
  static bool goes_to_slots(const AgentType& type) {
    return slot_behavior(type) != nullptr || std::ranges::any_of(type.entries, [](const StackEntry& entry) {
             return std::ranges::any_of(entry.kind->table.fields, [&](const Field& field) {
               return field.access.is_one(FieldType::target) &&
                      static_cast<const Target*>(field.in(entry.params.get()))->type == TargetType::slot;
             });
           });
  }

  // The formations in which agents of a type have slots to go to, and in which they are put into them.
  struct Memberships {
    std::optional<std::uint32_t> steered, placed;
    bool has_any = false;  // those that they lead included
  };
  Memberships memberships_of(std::uint32_t type) const {
    Memberships found;
    if (model_.formations.empty()) return found;
    for (const AgentIndex i : world_.state.agents_of(type)) {
      const std::uint32_t f = formation_of(world_, i);
      if (f == kNoIndex) continue;
      found.has_any = true;
      if (leader_of(world_, f) == i) continue;
      (model_.formations[f].def.mode == FormationMode::rigid ? found.placed : found.steered) = f;
    }
    return found;
  }

  // Members of a type that never goes to slots, and those that do and have none.
  void warn_about_stack(std::uint32_t index, bool may_join) {
    const AgentType& type = model_.types[index];
    const Memberships in = memberships_of(index);
    pointer_ = "/agent_types";
    append_pointer_token(pointer_, type.name);
    if (in.steered && !goes_to_slots(type))
      warn("/steering",
           {.message = fmt::format("agents of type \"{}\" never go to their slots in the formation \"{}\"",
                                   type.name, model_.formations[*in.steered].name),
            .hint = "The behavior slot_arrive does."});
    if (in.placed && !in.steered && asks_for_anything(type))
      warn("/steering",
           {.message = fmt::format(
                "the steering has no effect: the rigid formation \"{}\" places agents of type \"{}\"",
                model_.formations[*in.placed].name, type.name)});
    const BehaviorKind* behavior = slot_behavior(type);
    if (!in.has_any && !may_join && behavior != nullptr && type.agent_count > 0)
      warn("/steering",
           {.message = fmt::format("\"{}\" leads nowhere: no agent of type \"{}\" is in a formation",
                                   behavior->name, type.name)});
  }

  // Agents leave what they are in from the start, or what an event lets them join.
  void warn_about_leaving(std::size_t index) {
    const Event& event = model_.events[index];
    if (event.kind->name != kLeaveName) return;
    if (may_be_member_.empty()) find_members();
    const std::vector<AgentIndex> targets = all_members(event.target);
    if (std::ranges::any_of(targets, [&](AgentIndex i) { return may_be_member_[i] != 0; })) return;
    pointer_ = fmt::format("/events/{}", index);
    warn("/target", {.message = "the event has no effect: none of its targets is ever in a formation"});
  }

  // Agents that are in a formation from the start, or may join one.
  void find_members() {
    may_be_member_.assign(model_.agents.size(), 0);
    for (const Formation& formation : model_.formations) {
      for (const DeclaredMember& member : formation.declared)
        may_be_member_[member.member] = 1;
    }
    for (const Event& event : model_.events) {
      if (event.kind->name != kJoinName) continue;
      for (const AgentIndex i : all_members(event.target))
        may_be_member_[i] = 1;
    }
  }

  // All there will ever be.
  std::vector<AgentIndex> all_members(const Target& target) const {
    if (target.type != TargetType::group && target.type != TargetType::agent_type) return {target.index};
    const SharedColumn<std::uint32_t>& own =
        target.type == TargetType::group ? model_.agents.group : model_.agents.type;
    std::vector<AgentIndex> members = model_.every_agent();
    std::erase_if(members, [&](AgentIndex i) { return own[i] != target.index; });
    return members;
  }

  BuiltWorld& built_;
  const World& world_;
  const Model& model_;
  std::string pointer_;
  std::vector<std::uint8_t> may_be_member_;  // by agent, from the first event leave on
};

}  // namespace

void warn_about_formations(BuiltWorld& built) {
  FormationWarnings(built).add();
}

}  // namespace drover
