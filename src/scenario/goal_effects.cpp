// Keys about goals that have no effect, as far as the scenario alone shows it: warnings only.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/scenario_checks.h"
#include "scenario/scenario_writer.h"

namespace drover {
namespace {

// What some agents are told about one of their goals, each key with its place.
struct GoalCase {
  const GoalDef* goal = nullptr;  // null: they have none
  const AtGoalDef* at_goal = nullptr;
  std::string goal_pointer, radius_pointer, at_goal_pointer;  // empty where nothing is given

  // The keys of a source, which is at the pointer, stand before those that are there.
  GoalCase under(const GoalKeys& keys, const std::string& pointer) const {
    GoalCase all = *this;
    if (keys.goal) {
      all.goal = &*keys.goal;
      all.goal_pointer = pointer + "/goal";
    }
    if (keys.goal_radius.is_present()) all.radius_pointer = pointer + "/goal_radius";
    if (keys.at_goal) {
      all.at_goal = &*keys.at_goal;
      all.at_goal_pointer = pointer + "/at_goal";
    }
    return all;
  }

  bool queues() const { return at_goal != nullptr && at_goal->queue && goal != nullptr; }
  bool leaves() const {
    return at_goal != nullptr &&
           (at_goal->action == AtGoal::leave || (at_goal->wait && at_goal->wait->then == Afterwards::leave) ||
            (at_goal->queue && at_goal->queue->then == Afterwards::leave));
  }
};

bool is_only_regions(const RouteGoalDef& route) {
  return !route.places.empty() && std::ranges::none_of(route.places, [](const RoutePlaceDef& place) {
    return place.point.has_value();
  });
}

// Why goal_radius has no effect; empty where it has one.
std::string radius_reason(const GoalCase& given) {
  if (given.goal == nullptr) return "these agents have no goal";
  const GoalForm form = given.goal->form();
  if (form == GoalForm::direction) return "a direction is never reached";
  if (given.queues()) return "";  // it is that of the first place, too
  if (form == GoalForm::region || form == GoalForm::regions || is_only_regions(given.goal->route))
    return "a region is reached by being inside";
  const bool has_own = form == GoalForm::route && given.goal->route.radius.is_present();
  return has_own ? "the route has a \"radius\"" : "";
}

// The same of at_goal.
std::string at_goal_reason(const GoalCase& given) {
  if (given.goal == nullptr) return "these agents have no goal";
  if (given.goal->form() == GoalForm::direction) return "a direction is never reached";
  const AtGoalDef& at_goal = *given.at_goal;
  if (at_goal.wait || at_goal.queue) return "";
  const bool stays = at_goal.action == AtGoal::stay;
  const RouteGoalDef& route = given.goal->route;
  if (route.is_endless() && !stays) return "the route has no end: it says \"at_end\"";
  if (route.end() == RouteEnd::leave && at_goal.action != AtGoal::leave)
    return "the route says \"at_end\": \"leave\"";
  return stays && given.goal->random.is_redrawn() ? "\"redraw\" goes on to the next place" : "";
}

class GoalEffects {
 public:
  explicit GoalEffects(const CheckedScenario& scenario)
      : scenario_(scenario), warnings_(scenario.document, scenario.context) {}

  void run() {
    for (const DeclaredAgents& entry : scenario_.parts.agents) {
      for (const std::string_view name : type_names(*entry.def)) {
        if (const Named<AgentTypeDef>* type = scenario_.find_type(name)) collect(entry, *type);
      }
    }
    for (const GoalCase& given : cases_) {
      judge_keys(given);
      if (given.goal != nullptr) judge_goal(given);
    }
    for (auto& [pointer, problem] : without_effect_) {
      if (!effective_.contains(pointer)) warnings_.warn_of_own(std::move(problem));
    }
  }

 private:
  void collect(const DeclaredAgents& entry, const Named<AgentTypeDef>& type) {
    const std::string pointer = joined_pointer("/agent_types", type.name);
    const GoalCase own = GoalCase().under(type.value.goals, pointer).under(entry.def->goals, entry.pointer);
    cases_.push_back(own);
    for (const Named<ModeDef>& mode : type.value.steering.modes) {
      if (!mode.value.goals.goal) continue;
      has_several_ = true;
      cases_.push_back(own.under(mode.value.goals, joined_pointer(pointer + "/steering/modes", mode.name)));
    }
    for (const auto& [event, at] : scenario_.parts.events) {
      if (event.event.kind->name != kGoalEventName) continue;
      if (event.target.type != TargetType::none && !may_mean(event.target, *entry.def)) continue;
      has_several_ = true;
      cases_.push_back(own.under(event.event.as<GoalEventDef>().keys, at));
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
    if (const std::optional<WaitDef>& wait = given.at_goal->wait) {
      const bool is_none = !wait->seconds.is_drawn() && wait->seconds.is_present() &&
                           wait->seconds.constant() == 0.0 && wait->then == Afterwards::next;
      judge(given.at_goal_pointer + "/wait/seconds", is_none ? "a wait of 0 s has no effect" : "");
      judge_stops(wait->at, given.goal->route.places.size(), given.at_goal_pointer + "/wait/at");
    }
    if (const std::optional<QueueDef>& queue = given.at_goal->queue) judge_queue(*queue, given);
  }

  // `count`: how many places the route has; 0 where the goal is none.
  void judge_stops(const std::optional<StopsDef>& stops, std::size_t count, const std::string& pointer) {
    if (!stops) return;
    judge(pointer, no_effect("at", count == 0 ? "the goal is no route" : ""));
    for (const double place : stops->places) {
      const bool is_there = place < static_cast<double>(count) || count == 0;
      judge(fmt::format("{}#{}", pointer, place),
            is_there ? ""
                     : fmt::format("nobody stops at place {}: the places of the route are 0 to {}", place,
                                   count - 1),
            "", pointer);
    }
  }

  // Where agents may get other goals, those are next. A wait says "next" by default, a service does not.
  void judge_queue(const QueueDef& queue, const GoalCase& given) {
    judge_stops(queue.at, given.goal->route.places.size(), given.at_goal_pointer + "/queue/at");
    if (queue.then != Afterwards::next) return;
    const RouteGoalDef& route = given.goal->route;
    const bool goes_on = has_several_ || given.goal->random.is_redrawn() || route.end() != RouteEnd::stay;
    judge(given.at_goal_pointer + "/queue/then", goes_on ? "" : "no goal is \"next\": the agents stay",
          "Say \"stay\" where that is meant; random_in with \"redraw\": true draws again.");
  }

  void judge_goal(const GoalCase& given) {
    const GoalDef& goal = *given.goal;
    if (goal.random.is_redrawn())
      judge(given.goal_pointer + "/redraw",
            no_effect("redraw", given.leaves() ? "the agents leave at the goal" : ""));
    if (goal.route.radius.is_present())
      judge(given.goal_pointer + "/radius",
            no_effect("radius", is_only_regions(goal.route) ? "all places of the route are regions" : ""));
    if (goal.regions.regions.size() != 1) return;
    const GoalDef plain;
    const std::span<const Field> fields = GoalDef::table().fields;
    for (const Field& field : fields) {
      const bool is_of_regions = field.read_when[0].key == "regions" && is_read(fields, field, &goal);
      if (is_of_regions && write_field(field, &goal) != write_field(field, &plain))
        judge(fmt::format("{}/{}", given.goal_pointer, field.key),
              no_effect(field.key, "there is only one region"));
    }
  }

  const CheckedScenario& scenario_;
  Reporter warnings_;
  std::vector<GoalCase> cases_;
  bool has_several_ = false;  // whether some agents may get another goal than their first
  std::set<std::string> effective_;
  std::map<std::string, Problem> without_effect_;
};

}  // namespace

void check_goal_effects(CheckedScenario& scenario) {
  GoalEffects(scenario).run();
}

}  // namespace drover
