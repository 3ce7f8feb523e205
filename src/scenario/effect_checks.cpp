// What is declared and has no effect, as far as the scenario alone shows it: warnings only.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/describe.h"
#include "scenario/scenario_checks.h"
#include "scenario/steering_walk.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/event_times.h"
#include "sim/definitions/group.h"
#include "sim/definitions/kinds.h"
#include "sim/definitions/region_placement.h"

namespace drover {
namespace {

std::string pointer_below(std::string pointer, std::string_view token) {
  append_pointer_token(pointer, token);
  return pointer;
}

// What the arbiters that combine a stack look at; those of all modes for what stands beside the modes.
struct StackUse {
  bool of_probability = false;
  bool of_priority = false;
  std::string_view arbiter;  // the name of one of them

  void add(const ArbiterDef& def) {
    const ArbiterKind* kind = def.arbiter.get();
    if (kind == nullptr) return;
    of_probability = of_probability || kind->uses_probability;
    of_priority = of_priority || kind->uses_priority;
    arbiter = kind->name;
  }
};

class EffectChecker {
 public:
  EffectChecker(const ReadScenario& scenario, ReaderContext& context)
      : def_(scenario.def), document_(scenario.document), context_(context) {
    for (const DeclaredAgents& agents : declared_agents(def_)) {
      for (const std::string_view type : type_names(*agents.def))
        agent_counts_[std::string(type)] += agents.count;
    }
    for (const Named<AgentTypeDef>& type : def_.agent_types)
      types_.emplace(pointer_below("", type.name), &type);
    list_types_with_goals();
  }

  void run() {
    for (const Named<AgentTypeDef>& type : def_.agent_types)
      check_type(type);
    for (const Named<FormationDef>& formation : def_.formations)
      check_anchor(formation);
    for (const UsedName& used : context_.used_names)
      check_members(used);
    for (const Named<PathDef>& path : def_.world.paths)
      check_path(path);
    check_quantities();
    check_groups();
    check_gaps();
    check_repetitions();
    check_sources();
    check_body_lengths();
    if (def_.world.walls.empty()) check_walls_hide(document_, "");
  }

 private:
  void warn(Problem problem) {
    if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    problem.severity = Severity::warning;
    report(document_, std::move(problem), context_.diagnostics);
  }

  // Whether an included file says so, such as that of a shipped type: those are made for more than one world.
  bool is_included(const SourceRange& where) const { return context_.included.contains(where.source); }

  // Of something that is declared and not used: included files may offer more.
  void warn_unused(Problem problem) {
    if (!is_included(nearest_value(document_, problem.pointer).where)) warn(std::move(problem));
  }

  bool has_agents(const std::string& type) const {
    const auto count = agent_counts_.find(type);
    return count != agent_counts_.end() && count->second > 0;
  }

  // Whether a type has all keys, as in a snapshot, which no longer knows what was given, extended or
  // included.
  bool is_resolved(const std::string& type) const {
    const JsonValue* extends = nearest_value(document_, type).find("extends");
    return extends != nullptr && extends->is_null();
  }

  void check_type(const Named<AgentTypeDef>& type) {
    const std::string pointer = pointer_below("/agent_types", type.name);
    if (!has_agents(type.name)) {
      const bool is_extended = context_.extended_by.find(type.name) != context_.extended_by.end();
      // A scenario without agents is one that is being written.
      if (!is_extended && !agent_counts_.empty() && !is_resolved(pointer))
        warn_unused({.pointer = pointer, .message = fmt::format("no agent has the type \"{}\"", type.name)});
      return;
    }
    check_emptiness(type, pointer);
    check_steering(type.value.steering, steering_pointer(type));
  }

  void check_anchor(const Named<FormationDef>& formation) {
    check_steering(formation.value.anchor.steering, steering_pointer(formation));
  }

  void check_steering(const SteeringDef& steering, const std::string& pointer) {
    StackUse shared;
    if (steering.modes.empty()) shared.add(steering.arbiter);
    for (const Named<ModeDef>& mode : steering.modes) {
      StackUse own;
      own.add(mode.value.arbiter);
      shared.add(mode.value.arbiter);
      check_stack(mode.value.behaviors, mode_pointer(pointer, mode), own);
    }
    check_stack(steering.behaviors, pointer, shared);
  }

  // A type without "steering" is meant to stand still or to coast.
  void check_emptiness(const Named<AgentTypeDef>& type, const std::string& pointer) {
    const SteeringDef& steering = type.value.steering;
    const LocomotionKind* body = type.value.locomotion.locomotion.get();
    const bool is_empty = steering.behaviors.empty() && steering.modes.empty();
    if (!is_empty || body == nullptr || !body->steered || is_resolved(pointer) ||
        !nearest_value(document_, pointer).find("steering"))
      return;
    warn({.pointer = pointer + "/steering",
          .message = "the steering has no behaviors: its agents never accelerate"});
  }

  void check_stack(const std::vector<StackEntryDef>& entries, const std::string& owner, const StackUse& use) {
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const StackEntryDef& entry = entries[k];
      const std::string pointer = fmt::format("{}/behaviors/{}", owner, k);
      if (entry.probability.is_present() && !use.of_probability)
        warn_ignored(pointer, "probability", use, &ArbiterKind::uses_probability);
      if (entry.priority.is_present() && !use.of_priority)
        warn_ignored(pointer, "priority", use, &ArbiterKind::uses_priority);
      if (entry.priority_by && !use.of_priority)
        warn_ignored(pointer, "priority_by", use, &ArbiterKind::uses_priority);
      if (entry.behavior.kind != &kGroup) continue;
      const BehaviorGroupDef& group = entry.behavior.as<BehaviorGroupDef>();
      StackUse inner;
      inner.add(group.arbiter);
      check_stack(group.behaviors, pointer, inner);
    }
  }

  void warn_ignored(const std::string& entry, std::string_view key, const StackUse& use,
                    bool ArbiterKind::*uses) {
    std::vector<std::string_view> others;
    for (const ArbiterKind* kind : context_.catalog.kinds<ArbiterKind>()) {
      if (kind->*uses) others.push_back(kind->name);
    }
    warn({.pointer = fmt::format("{}/{}", entry, key),
          .message = fmt::format("\"{}\" has no effect under the arbiter {}", key, use.arbiter),
          .hint = others.empty() ? "" : fmt::format("It is for {}.", fmt::join(others, ", "))});
  }

  // "goal" as the target of something that belongs to agents of which none ever has a goal.
  void check_goal_target(const UsedName& used) {
    Problem problem{.pointer = used.pointer, .severity = Severity::warning};
    if (used.pointer.starts_with("/formations/"))
      problem.message = "the anchor of a formation has no goal: this asks for nothing";
    if (const Named<AgentTypeDef>* type = type_of(used.pointer); type != nullptr) {
      if (!has_agents(type->name) || types_with_goals_.contains(type->name)) return;
      problem.message = fmt::format("no agent of type \"{}\" has a goal: this asks for nothing", type->name);
      problem.hint =
          "\"goal\" is a key of the agent type, of entries of agents, of modes and of the event goal.";
    }
    if (!problem.message.empty()) report(context_, used.where, std::move(problem));
  }

  // The agent type that a pointer leads into; null for none.
  const Named<AgentTypeDef>* type_of(std::string_view pointer) const {
    constexpr std::string_view kTypes = "/agent_types";
    if (!pointer.starts_with(kTypes)) return nullptr;
    pointer.remove_prefix(kTypes.size());
    const auto found = types_.find(pointer.substr(0, pointer.find('/', 1)));
    return found == types_.end() ? nullptr : found->second;
  }

  // The types of which some agent has a goal at some time.
  void list_types_with_goals() {
    for (const Named<AgentTypeDef>& type : def_.agent_types) {
      const bool has_mode_with_goal =
          std::ranges::any_of(type.value.steering.modes,
                              [](const Named<ModeDef>& mode) { return mode.value.goals.goal.has_value(); });
      if (type.value.goals.goal || has_mode_with_goal) types_with_goals_.insert(type.name);
    }
    std::vector<const Target*> given;  // whom events give goals
    for (const EventDef& event : def_.events) {
      if (event.event.kind != nullptr && event.event.kind->name == kGoalEventName)
        given.push_back(&event.target);
    }
    for (const DeclaredAgents& entry : declared_agents(def_)) {
      const bool has_goal = entry.def->goals.goal || std::ranges::any_of(given, [&](const Target* target) {
                              return may_mean(*target, *entry.def);
                            });
      if (!has_goal) continue;
      for (const std::string_view type : type_names(*entry.def))
        types_with_goals_.insert(type);
    }
  }

  // Targets and neighborhoods that name an agent type without agents.
  void check_members(const UsedName& used) {
    if (used.type == TargetType::goal) return check_goal_target(used);
    if (used.type != TargetType::agent_type || !used.pointer.ends_with("/agent_type")) return;
    const bool is_declared = types_.contains(pointer_below("", used.name));
    if (!is_declared || has_agents(used.name) || is_of_unused_type(used.pointer) || is_included(used.where))
      return;
    Problem problem{.message = fmt::format("no agent has the type \"{}\"", used.name)};
    const auto children = context_.extended_by.find(used.name);
    if (children != context_.extended_by.end()) {
      problem.hint =
          "Types that extend it do not count, because they may be anything else; agents of several types "
          "can share a \"group\".";
    }
    problem.severity = Severity::warning;
    problem.pointer = used.pointer;
    report(context_, used.where, std::move(problem));
  }

  bool is_of_unused_type(std::string_view pointer) const {
    const Named<AgentTypeDef>* type = type_of(pointer);
    return type != nullptr && !has_agents(type->name);
  }

  void check_path(const Named<PathDef>& path) {
    const std::vector<Vec3>& points = path.value.points;
    const bool is_one_place = points.size() > 1 && std::ranges::all_of(points, [&](const Vec3& point) {
                                return point == points.front();
                              });
    if (!is_one_place) return;
    warn({.pointer = pointer_below("/world/paths", path.name) + "/points",
          .message = fmt::format("all points of the path \"{}\" are the same", path.name)});
  }

  void check_quantities() {
    std::set<std::string_view> used(def_.record.trace.columns.begin(), def_.record.trace.columns.end());
    used.insert(context_.asked_columns.begin(), context_.asked_columns.end());
    for (const UsedName& name : context_.used_quantities)
      used.insert(name.name);
    for (const Named<QuantityDef>& quantity : def_.quantities) {
      if (used.contains(quantity.name)) continue;
      warn_unused({.pointer = pointer_below("/quantities", quantity.name),
                   .message = fmt::format("nothing uses the quantity \"{}\"", quantity.name)});
    }
  }

  void check_groups() {
    for (const DeclaredAgents& agents : declared_agents(def_)) {
      const JsonValue& entry = nearest_value(document_, agents.pointer);
      const JsonValue* group = entry.find("group");
      if (group == nullptr || !group->is_string() || !group->string.empty()) continue;
      warn({.pointer = agents.pointer + "/group",
            .message = "an empty name is no group: these agents are in none"});
    }
  }

  void check_gaps() {
    for (const DeclaredAgents& agents : declared_agents(def_)) {
      const std::optional<PlacementDef>& placement = agents.def->placement;
      if (!placement || placement->placement.kind == nullptr || placement->gap == 0.0) continue;
      const bool is_random = has_area(*placement->placement.get()) || placement->jitter > 0.0;
      const bool waits = agents.event != kNoIndex && def_.events[agents.event].event.as<SpawnDef>().when_free;
      const bool overlaps = agents.def->overlap.value_or(false);
      if ((is_random || waits) && !overlaps) continue;
      warn({.pointer = agents.pointer + "/placement/gap",
            .message = overlaps ? "\"gap\" has no effect: \"overlap\" is true"
                                : "\"gap\" has no effect: the places are fixed"});
    }
  }

  void check_repetitions() {
    const Parameter once = EventDef{}.every;
    for (std::size_t k = 0; k < def_.events.size(); ++k) {
      const EventDef& event = def_.events[k];
      const std::string pointer = fmt::format("/events/{}", k);
      // A resolved scenario says both keys of every event.
      const bool is_said = event.every != once || (value_at(document_, pointer + "/every") != nullptr &&
                                                   value_at(document_, pointer + "/times") == nullptr);
      if (!is_said || event.times != 1 || is_repeated(event)) continue;
      warn({.pointer = pointer + "/every",
            .message = event.at.size() > 1
                           ? "\"every\" has no effect: the list \"at\" says all times by itself"
                           : "\"every\" has no effect: the event happens once",
            .hint = event.at.size() == 1
                        ? "\"times\" or \"until\" say how often; without either it goes on to the end."
                        : ""});
    }
  }

  void check_sources() {
    for (std::size_t k = 0; k < def_.events.size(); ++k) {
      const KindBox& event = def_.events[k].event;
      if (event.kind == nullptr || event.kind->name != kSpawnName) continue;
      const std::string pointer = fmt::format("/events/{}/find_room", k);
      if (!event.as<SpawnDef>().when_free || value_at(document_, pointer) == nullptr) continue;
      warn({.pointer = pointer,
            .message = "\"find_room\" has no effect: agents wait for room, \"when_free\" is true"});
    }
  }

  // One warning, also where types extend the one that says so.
  void check_body_lengths() {
    if (context_.uses_body_length) return;
    const auto type = std::ranges::find_if(def_.agent_types, [](const Named<AgentTypeDef>& declared) {
      return declared.value.body_length.is_present();
    });
    if (type == def_.agent_types.end()) return;
    warn({.pointer = pointer_below("/agent_types", type->name) + "/body_length",
          .message = "\"body_length\" has no effect: no length is given in lengths of the body",
          .hint = "Keys such as length_factor of neighborhoods give lengths in this unit."});
  }

  // Every "walls_hide" that is true below a value of the document; the world has no walls.
  void check_walls_hide(const JsonValue& value, const std::string& pointer) {
    for (std::size_t k = 0; k < value.items.size(); ++k)
      check_walls_hide(value.items[k], fmt::format("{}/{}", pointer, k));
    for (const JsonMember& member : value.members) {
      const std::string below = pointer_below(pointer, member.key);
      if (pointer == "/agent_types" && !has_agents(member.key)) continue;
      if (member.key == "walls_hide" && member.value.boolean && !is_included(member.value.where))
        warn({.pointer = below,
              .message = "\"walls_hide\" of a neighborhood has no effect: there are no walls"});
      if (!is_note(member.key)) check_walls_hide(member.value, below);
    }
  }

  const ScenarioDef& def_;
  const JsonValue& document_;
  ReaderContext& context_;
  std::map<std::string, std::int64_t> agent_counts_;                      // by type
  std::map<std::string, const Named<AgentTypeDef>*, std::less<>> types_;  // by "/name" as a pointer has it
  std::set<std::string_view> types_with_goals_;
};

}  // namespace

void check_effects(const ReadScenario& scenario, ReaderContext& context) {
  EffectChecker(scenario, context).run();
}

void check_duration(const ReadScenario& scenario, ReaderContext& context) {
  constexpr double kHundredth = 0.01;  // of a step: dt may be a rounded fraction such as 1/60
  const SimulationDef& simulation = scenario.def.simulation;
  const JsonValue* given = scenario.document.find("simulation");
  if (given == nullptr || given->find("duration") == nullptr) return;
  const double steps = simulation.duration / simulation.dt;
  const double whole = std::floor(steps + 0.5);
  if (std::fabs(steps - whole) <= kHundredth || steps > static_cast<double>(kMaxSteps)) return;
  report(scenario.document,
         {.pointer = "/simulation/duration",
          .message = "the duration is no multiple of dt",
          .found = fmt::format("{} s, dt {} s", number_text(simulation.duration), number_text(simulation.dt)),
          .hint = fmt::format("The run takes {} steps, which are {:.6g} s.", whole, whole * simulation.dt),
          .severity = Severity::warning},
         context.diagnostics);
}

}  // namespace drover
