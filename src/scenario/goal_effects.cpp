// Keys about goals that have no effect, as far as the scenario alone shows it: warnings only.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenario/effect_warnings.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/kinds.h"

namespace drover {
namespace {

// The keys of an agent type, an entry, a mode or an event.
struct GoalSource {
  const std::optional<GoalDef>* goal;
  const Parameter* radius;
  const std::optional<AtGoalDef>* at_goal;
  std::string pointer;

  GoalSource(const GoalKeys& keys, std::string at)
      : goal(&keys.goal), radius(&keys.goal_radius), at_goal(&keys.at_goal), pointer(std::move(at)) {}
};

// What some agents are told about one of their goals, each key with its place.
struct GoalCase {
  const GoalDef* goal = nullptr;  // null: they have none
  const AtGoalDef* at_goal = nullptr;
  std::string goal_pointer, radius_pointer, at_goal_pointer;  // empty where nothing is given

  // The keys of the source stand before those that are there.
  GoalCase under(const GoalSource& source) const {
    GoalCase all = *this;
    if (*source.goal) {
      all.goal = &**source.goal;
      all.goal_pointer = source.pointer + "/goal";
    }
    if (source.radius->is_present()) all.radius_pointer = source.pointer + "/goal_radius";
    if (*source.at_goal) {
      all.at_goal = &**source.at_goal;
      all.at_goal_pointer = source.pointer + "/at_goal";
    }
    return all;
  }

  bool has_direction() const { return goal != nullptr && goal->direction.is_present(); }
  bool is_endless() const {
    return goal != nullptr && (goal->at_end == RouteEnd::repeat || goal->at_end == RouteEnd::back);
  }
  bool queues() const { return at_goal != nullptr && at_goal->queue && goal != nullptr; }
  bool leaves() const {
    return at_goal != nullptr &&
           (at_goal->action == AtGoal::leave || (at_goal->wait && at_goal->wait->then == Afterwards::leave) ||
            (at_goal->queue && at_goal->queue->then == Afterwards::leave));
  }
};

bool is_only_regions(const GoalDef& goal) {
  return !goal.route.empty() &&
         std::ranges::none_of(goal.route, [](const RoutePlaceDef& place) { return place.point.has_value(); });
}

// Why goal_radius has no effect; empty where it has one.
std::string radius_reason(const GoalCase& given) {
  if (given.goal == nullptr) return "these agents have no goal";
  if (given.has_direction()) return "a direction is never reached";
  if (given.queues()) return "";  // it is that of the first place, too
  const GoalDef& goal = *given.goal;
  if (!goal.region.name.empty() || !goal.regions.empty() || is_only_regions(goal))
    return "a region is reached by being inside";
  return goal.radius.is_present() ? "the route has a \"radius\"" : "";
}

// The same of at_goal.
std::string at_goal_reason(const GoalCase& given) {
  if (given.goal == nullptr) return "these agents have no goal";
  if (given.has_direction()) return "a direction is never reached";
  const AtGoalDef& at_goal = *given.at_goal;
  if (at_goal.wait || at_goal.queue) return "";
  const bool stays = at_goal.action == AtGoal::stay;
  if (given.is_endless() && !stays) return "the route has no end: it says \"at_end\"";
  if (given.goal->at_end == RouteEnd::leave && at_goal.action != AtGoal::leave)
    return "the route says \"at_end\": \"leave\"";
  return stays && given.goal->redraw ? "\"redraw\" goes on to the next place" : "";
}

class GoalEffects {
 public:
  GoalEffects(const ReadScenario& scenario, ReaderContext& context)
      : def_(scenario.def), warnings_(scenario.document, context) {}

  void run() {
    collect();
    for (const GoalCase& given : cases_) {
      judge_keys(given);
      if (given.goal != nullptr) judge_goal(given);
    }
    for (auto& [pointer, problem] : without_effect_) {
      if (!effective_.contains(pointer)) warnings_.add(std::move(problem));
    }
  }

 private:
  void collect() {
    std::map<std::string_view, const Named<AgentTypeDef>*> types;
    for (const Named<AgentTypeDef>& type : def_.agent_types)
      types.emplace(type.name, &type);
    for (std::size_t k = 0; k < def_.events.size(); ++k) {
      if (def_.events[k].event.kind->name == kGoalEventName) goal_events_.push_back(k);
    }
    for (const DeclaredAgents& entry : declared_agents(def_)) {
      for (const std::string_view name : type_names(*entry.def)) {
        if (const auto type = types.find(name); type != types.end()) collect(entry, *type->second);
      }
    }
  }

  void collect(const DeclaredAgents& entry, const Named<AgentTypeDef>& type) {
    std::string pointer = "/agent_types";
    append_pointer_token(pointer, type.name);
    const GoalCase own =
        GoalCase().under({type.value.goals, pointer}).under({entry.def->goals, entry.pointer});
    cases_.push_back(own);
    for (const Named<ModeDef>& mode : type.value.steering.modes) {
      if (!mode.value.goals.goal) continue;
      has_several_ = true;
      std::string of_mode = pointer + "/steering/modes";
      append_pointer_token(of_mode, mode.name);
      cases_.push_back(own.under({mode.value.goals, of_mode}));
    }
    for (const std::size_t k : goal_events_) {
      const EventDef& event = def_.events[k];
      if (event.target.type != TargetType::none && !may_mean(event.target, *entry.def)) continue;
      has_several_ = true;
      cases_.push_back(own.under({event.event.as<GoalEventDef>().keys, fmt::format("/events/{}", k)}));
    }
  }

  // A key may be about several goals: it has an effect if it has one for some of them. Reported at the
  // pointer, by default that of the key.
  void judge(const std::string& key, std::string message, std::string hint = "", std::string pointer = "") {
    if (message.empty()) {
      effective_.insert(key);
    } else {
      without_effect_.try_emplace(key, Problem{.pointer = pointer.empty() ? key : std::move(pointer),
                                               .message = std::move(message),
                                               .hint = std::move(hint)});
    }
  }

  static std::string no_effect(std::string_view key, std::string_view reason) {
    return reason.empty() ? std::string() : fmt::format("\"{}\" has no effect: {}", key, reason);
  }

  void judge_keys(const GoalCase& given) {
    if (!given.radius_pointer.empty())
      judge(given.radius_pointer, no_effect("goal_radius", radius_reason(given)));
    if (given.at_goal == nullptr) return;
    const std::string reason = at_goal_reason(given);
    judge(given.at_goal_pointer, no_effect("at_goal", reason));
    if (!reason.empty()) return;
    if (const std::optional<WaitDef>& wait = given.at_goal->wait) judge_wait(*wait, given);
    if (const std::optional<QueueDef>& queue = given.at_goal->queue) judge_queue(*queue, given);
  }

  void judge_wait(const WaitDef& wait, const GoalCase& given) {
    const bool is_none = !wait.seconds.is_drawn() && wait.seconds.is_present() &&
                         wait.seconds.constant() == 0.0 && wait.then == Afterwards::next;
    judge(given.at_goal_pointer + "/wait/seconds", is_none ? "a wait of 0 s has no effect" : "");
    judge_stops(wait.at, *given.goal, given.at_goal_pointer + "/wait/at");
  }

  void judge_stops(const std::optional<StopsDef>& stops, const GoalDef& goal, const std::string& pointer) {
    if (!stops) return;
    judge(pointer, no_effect("at", goal.route.empty() ? "the goal is no route" : ""));
    for (const double place : stops->places) {
      const bool is_there = place < static_cast<double>(goal.route.size()) || goal.route.empty();
      judge(fmt::format("{}#{}", pointer, place),
            is_there ? ""
                     : fmt::format("nobody stops at place {}: the places of the route are 0 to {}", place,
                                   goal.route.size() - 1),
            "", pointer);
    }
  }

  // Where agents may get other goals, those are next. A wait says "next" by default, a service does not.
  void judge_queue(const QueueDef& queue, const GoalCase& given) {
    judge_stops(queue.at, *given.goal, given.at_goal_pointer + "/queue/at");
    if (queue.then != Afterwards::next) return;
    const bool goes_on =
        has_several_ || given.goal->redraw || given.is_endless() || given.goal->at_end == RouteEnd::leave;
    judge(given.at_goal_pointer + "/queue/then", goes_on ? "" : "no goal is \"next\": the agents stay",
          "Say \"stay\" where that is meant; random_in with \"redraw\": true draws again.");
  }

  void judge_goal(const GoalCase& given) {
    const GoalDef& goal = *given.goal;
    if (goal.redraw) {
      judge(given.goal_pointer + "/redraw",
            no_effect("redraw", given.leaves() ? "the agents leave at the goal" : ""));
    }
    if (goal.radius.is_present()) {
      judge(given.goal_pointer + "/radius",
            no_effect("radius", is_only_regions(goal) ? "all places of the route are regions" : ""));
    }
    if (goal.regions.size() != 1) return;
    const GoalDef plain;
    const std::pair<std::string_view, bool> keys[] = {{"choose", goal.choose != plain.choose},
                                                      {"shares", !goal.shares.empty()},
                                                      {"areas", !goal.areas.empty()},
                                                      {"flows", !goal.flows.empty()},
                                                      {"hold", goal.hold != plain.hold}};
    for (const auto& [key, is_given] : keys) {
      if (is_given)
        judge(fmt::format("{}/{}", given.goal_pointer, key), no_effect(key, "there is only one region"));
    }
  }

  const ScenarioDef& def_;
  EffectWarnings warnings_;
  std::vector<std::size_t> goal_events_;  // indices
  std::vector<GoalCase> cases_;
  bool has_several_ = false;  // whether some agents may get another goal than their first
  std::set<std::string> effective_;
  std::map<std::string, Problem> without_effect_;
};

}  // namespace

void check_goal_effects(const ReadScenario& scenario, ReaderContext& context) {
  GoalEffects(scenario, context).run();
}

}  // namespace drover
