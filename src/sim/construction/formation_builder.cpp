#include "sim/construction/formation_builder.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/check.h"
#include "core/kind.h"
#include "formations/drift.h"
#include "sim/construction/formation_parts.h"
#include "sim/definitions/formation_turn.h"
#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"
#include "sim/formation/shape_covers.h"
#include "sim/step/anchor_body.h"

namespace drover {

std::vector<AgentDef> anchor_agents(const ScenarioDef& def) {
  std::vector<AgentDef> anchors;
  for (const Named<FormationDef>& formation : def.formations) {
    AgentDef& anchor = anchors.emplace_back();
    anchor.number = kFirstAnchorNumber + static_cast<std::int64_t>(anchors.size()) - 1;
    anchor.position = formation.value.anchor.position.value_or(Vec3{});
    anchor.heading = formation.value.anchor.heading;
  }
  return anchors;
}

NamedList<AgentTypeDef> anchor_types(const ScenarioDef& def) {
  NamedList<AgentTypeDef> types;
  for (const auto& [name, formation] : def.formations) {
    AgentTypeDef type;
    type.actuator.actuator = {&kAnchorActuator, kAnchorActuator.make_params()};
    type.locomotion.locomotion = {&kAnchorBody, kAnchorBody.make_params()};
    type.steering = formation.anchor.steering;
    types.push_back({"formation " + name, std::move(type)});
  }
  return types;
}

void FormationBuilder::declare() {
  for (std::uint32_t f = 0; f < def_.formations.size(); ++f) {
    Formation& formation = model_.formations.emplace_back();
    formation.name = def_.formations[f].name;
    formation.def = def_.formations[f].value;
    if (formation.is_emergent() && !formation.def.emergent) formation.def.emergent.emplace();
    formation.anchor = model_.first_anchor + f;
    model_.types[model_.agents.type[formation.anchor]].smallest_obstacle =
        formation.def.anchor.small_obstacle;
  }
}

void FormationBuilder::link(Linker& linker) {
  if (model_.formations.empty()) return;
  member_of_.assign(model_.agents.size(), kNoIndex);
  leader_.assign(model_.formations.size(), kNoIndex);
  for (std::uint32_t f = 0; f < model_.formations.size(); ++f) {
    Formation& formation = model_.formations[f];
    linker.link_reference(formation.def.anchor.leader);
    leader_[f] = formation.def.anchor.leader.index;
    if (formation.def.emergent) linker.link_reference(formation.def.emergent->root);
    linker.link_target(formation.def.anchor.face, {}, "face");
    if (formation.def.cover) {
      linker.link_target(formation.def.cover->watch, {}, "watch");
      linker.link_target(formation.def.cover->threat, {}, "threat");
    }
    link_roles(formation);
    link_marks(formation);
    Target anchor;
    anchor.type = TargetType::agent;
    anchor.index = formation.anchor;
    for (const Named<NamedPatternDef>& pattern : formation.def.patterns) {
      formation.abort_conditions.push_back(
          pattern.value.abort_if
              ? linker.link_condition(*pattern.value.abort_if, anchor,
                                      fmt::format("formation {}/{}/abort_if", formation.name, pattern.name))
              : kNoIndex);
    }
  }
  for (std::uint32_t f = 0; f < model_.formations.size(); ++f)
    link_members(linker, f);
  for (Formation& formation : model_.formations)
    find_turns(formation);
}

void FormationBuilder::find_turns(Formation& formation) {
  for (std::uint32_t k = 0; k <= formation.def.patterns.size(); ++k) {
    const bool is_bent = formation.has_slots() &&
                         turns_in_succession(formation.def, formation.pattern(k), model_.is_spatial());
    formation.turns_in_succession.push_back(is_bent ? 1 : 0);
  }
  if (std::ranges::none_of(formation.turns_in_succession, std::identity{})) return;
  formation.trail = static_cast<std::uint32_t>(model_.trails.size());
  model_.trails.push_back({.agent = formation.anchor});
}

// While a world is built, its lists hold all agents there will ever be.
std::span<const AgentIndex> FormationBuilder::agents_of(const Reference& reference) const {
  const AgentLists& lists = world_.state.lists;
  if (reference.type == ReferenceType::group) return lists.groups[reference.index];
  if (reference.type == ReferenceType::agent_type) return lists.types[reference.index].all;
  return std::span(&reference.index, 1);
}

void FormationBuilder::link_members(Linker& linker, std::uint32_t f) {
  Formation& formation = model_.formations[f];
  const std::string pointer = formation_pointer(formation.name);
  for (std::size_t k = 0; k < formation.def.members.size(); ++k) {
    const MemberDef& member = formation.def.members[k];
    const std::string own = fmt::format("{}/members/{}", pointer, k);
    for (const Reference* reference : member.references()) {
      if (reference->name.empty()) continue;
      Reference linked = *reference;
      linker.link_reference(linked);
      for (const AgentIndex i : agents_of(linked))
        add_member(f, k, i, own);
      if (linked.type == ReferenceType::formation)
        model_.formations[linked.index - model_.first_anchor].parent = f;
    }
  }
  if (leader_[f] != kNoIndex && member_of_[leader_[f]] != f)
    add_member(f, formation.def.members.size(), leader_[f], pointer + "/anchor/leader");
  std::ranges::sort(formation.declared, {}, &DeclaredMember::member);
  if (!formation.is_emergent()) return;
  const AgentIndex root = formation.def.emergent->root.index;
  if (root == kNoIndex || member_of_[root] == f) return;
  built_.problems.push_back({.pointer = pointer + "/emergent/root",
                             .message = fmt::format("{} is no member of the formation", name_of(root))});
}

// `entry`: of the list "members"; beyond its end for a leader that is in none.
void FormationBuilder::add_member(std::uint32_t f, std::size_t entry, AgentIndex member,
                                  const std::string& pointer) {
  Formation& formation = model_.formations[f];
  const MemberDef def = entry < formation.def.members.size() ? formation.def.members[entry] : MemberDef{};
  if (member_of_[member] != kNoIndex) {
    built_.problems.push_back(
        {.pointer = pointer,
         .message = fmt::format("{} belongs to the formation \"{}\" already", name_of(member),
                                model_.formations[member_of_[member]].name),
         .hint = "An agent fills one slot of one formation."});
    return;
  }
  member_of_[member] = f;
  const std::string& kind = !def.kind.empty()          ? def.kind
                            : model_.is_anchor(member) ? model_.formations[formation_at(world_, member)].name
                                                       : model_.type_of(member).name;
  formation.declared.push_back(
      {member, formation.roles.kind(kind),
       def.w_distance.is_present() ? def.w_distance.constant() : formation.def.weights.distance, entry});
}

std::string FormationBuilder::name_of(AgentIndex member) const {
  if (model_.is_anchor(member))
    return fmt::format("the formation \"{}\"", model_.formations[member - model_.first_anchor].name);
  const auto named = std::ranges::find(model_.names, member, &AgentName::agent);
  return named != model_.names.end() ? fmt::format("agent \"{}\"", named->name)
                                     : fmt::format("agent {}", model_.agents.number[member]);
}

void FormationBuilder::link_roles(Formation& formation) {
  std::vector<std::string> kinds;
  for (const Named<MemberKindDef>& kind : formation.def.member_kinds)
    kinds.push_back(kind.name);
  const std::set<std::string> roles = roles_of(formation);
  formation.roles = RoleTable(kinds, {roles.begin(), roles.end()});
  for (const Named<MemberKindDef>& kind : formation.def.member_kinds) {
    for (const RoleCostDef& role : kind.value.fills)
      formation.roles.set(formation.roles.kind(kind.name), formation.roles.role(role.role), role.cost);
  }
}

// The reader lets only existing agents pass.
void FormationBuilder::link_marks(Formation& formation) {
  for (std::uint32_t p = 0; p <= formation.def.patterns.size(); ++p) {
    std::vector<AgentIndex>& marks = formation.marks.emplace_back();
    if (p == 0 && !formation.has_slots()) continue;
    const PatternDef& pattern = formation.pattern(p);
    if (pattern.kind().mark == nullptr) continue;
    for (std::size_t slot = 0; slot < pattern.capacity(); ++slot) {
      const std::string_view agent = pattern.mark(slot).agent;
      marks.push_back(agent.empty() ? kNoIndex : *model_.find_agent(agent));
    }
  }
}

// All that there may ever be, those of formations in its slots too. In a file that is refused later on a
// formation may contain itself.
std::vector<AgentIndex> FormationBuilder::possible_members(const Formation& formation) const {
  const auto lets_join = [](const Event& event) { return event.kind->name == kJoinName; };
  if (std::ranges::any_of(model_.events, lets_join)) return model_.every_agent();
  std::vector<AgentIndex> members;
  std::vector<const Formation*> formations{&formation};
  std::set<AgentIndex> listed{formation.anchor};
  for (std::size_t k = 0; k < formations.size(); ++k) {
    for (const DeclaredMember& declared : formations[k]->declared) {
      if (!model_.is_anchor(declared.member)) {
        members.push_back(declared.member);
      } else if (listed.insert(declared.member).second) {
        formations.push_back(&model_.formations[formation_at(world_, declared.member)]);
      }
    }
  }
  return members;
}

// As long as the formation reaches back, with points as close as on the trail of its smallest member.
void FormationBuilder::measure_trail(const Formation& formation) {
  const std::vector<AgentIndex> members = possible_members(formation);
  double radius = 0.0;
  double least_radius = kInfinity;
  for (const AgentIndex i : members) {
    radius = larger(radius, world_.state.limits.radius[i]);
    least_radius = smaller(least_radius, world_.state.limits.radius[i]);
  }
  if (members.empty()) least_radius = 1.0;
  const std::size_t count = std::max(members.size(), formation.declared.size());
  TrailRecord& trail = model_.trails[formation.trail];
  trail.spacing = 0.5 * least_radius;
  trail.length = trail.spacing;
  for (std::uint32_t k = 0; k < formation.turns_in_succession.size(); ++k) {
    if (formation.turns_in_succession[k] == 0) continue;
    std::vector<PatternSlot> slots;
    lay_out(formation.pattern(k),
            {.count = std::min(count, formation.pattern(k).capacity()), .radius = radius}, slots);
    std::vector<std::size_t> all(slots.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<PatternSlot> shifted;
    put_front_at_anchor(slots, {all}, shifted);
    const Extents extents = extents_of(shifted, all, std::vector<double>(all.size(), radius));
    trail.length = larger(trail.length, extents.back + extents.half_width + trail.spacing);
  }
}

// The places around what stands where covers may be, and of what size the bodies are that hide there.
void FormationBuilder::find_covers() {
  std::size_t count = 0;
  for (Formation& formation : model_.formations) {
    if (!formation.finds_covers()) continue;
    for (const AgentIndex i : possible_members(formation))
      formation.cover_radius = larger(formation.cover_radius, world_.state.limits.radius[i]);
    const Parameter& standoff = formation.def.cover->standoff;
    formation.cover_standoff = standoff.is_present() ? standoff.constant() : formation.cover_radius + 0.1;
    if (formation.cover_standoff < formation.cover_radius) {
      built_.problems.push_back({.pointer = formation_pointer(formation.name) + "/cover/standoff",
                                 .message = "the standoff is less than the largest radius of the members",
                                 .found = fmt::format("{:.6g}", formation.cover_standoff),
                                 .allowed = {fmt::format("at least {:.6g}", formation.cover_radius)}});
    }
    formation.first_derived_cover = static_cast<std::uint32_t>(count);
    if (!find_cover_places(world_, formation)) {
      built_.problems.push_back(
          {.pointer = formation_pointer(formation.name) + "/cover/spacing",
           .message = fmt::format("there would be more than {} places around what stands", kMostCoverPlaces),
           .hint = "A wider spacing makes fewer."});
    }
    count += formation.derived_covers.size();
  }
  resize_columns(world_.state.derived_covers, count);
}

void FormationBuilder::add_columns() {
  if (model_.formations.empty()) return;
  for (const Formation& formation : model_.formations) {
    if (formation.trail != kNoIndex) measure_trail(formation);
  }
  find_covers();
  State& state = world_.state;
  resize_columns(state.membership, model_.agents.size());
  resize_columns(state.formation_columns, model_.formations.size());
  if (model_.is_spatial()) materialize_columns(state.formation_columns);
  if (model_.has_roots()) resize_columns(state.claims, model_.agents.size());
  if (std::ranges::any_of(model_.formations, &Formation::is_in_cover))
    resize_columns(state.covers, model_.agents.size());
  state.membership.member_of = member_of_;
  state.formation_columns.leader = leader_;
  for (std::uint32_t f = 0; f < model_.formations.size(); ++f) {
    const FormationDef& def = model_.formations[f].def;
    state.formation_columns.leader_slot[f] = static_cast<std::uint32_t>(def.anchor.leader_slot);
    if (def.pattern_fallback.empty()) continue;
    const auto base = std::ranges::find(def.pattern_fallback, kBasePattern);
    state.formation_columns.fallback[f] = static_cast<std::uint32_t>(base - def.pattern_fallback.begin());
  }
}

void FormationBuilder::start(std::span<const AgentIndex> in_slots) {
  if (model_.formations.empty()) return;
  world_.state.slots.resize(model_.agents.size());
  world_.state.formations.resize(model_.formations.size());
  for (const MovedAnchor& anchor : Formations(model_).start(world_, in_slots)) {
    const Formation& formation = model_.formations[anchor.formation];
    built_.warnings.push_back(
        {.pointer = formation_pointer(formation.name) +
                    (formation.def.anchor.position ? "/anchor/position" : "/anchor"),
         .message =
             "the anchor would start in a wall or an obstacle: it starts at the nearest place with room "
             "for the formation",
         .found = fmt::format("({:.6g}, {:.6g}), moved to ({:.6g}, {:.6g})", anchor.from.x, anchor.from.y,
                              anchor.to.x, anchor.to.y),
         .severity = Severity::warning});
  }
}

}  // namespace drover
