// Keys of behaviors and modes that have no effect, as far as the scenario alone shows it: warnings only.
#include <string>

#include <fmt/format.h>

#include "scenario/effect_warnings.h"
#include "scenario/scenario_checks.h"
#include "scenario/steering_walk.h"

namespace drover {
namespace {

class StackEffects {
 public:
  StackEffects(const ReadScenario& scenario, ReaderContext& context)
      : def_(scenario.def), warnings_(scenario.document, context) {}

  void run() {
    for (const Named<AgentTypeDef>& type : def_.agent_types)
      check_steering(type.value.steering, steering_pointer(type));
    for (const Named<FormationDef>& formation : def_.formations)
      check_steering(formation.value.anchor.steering, steering_pointer(formation));
  }

 private:
  void check_steering(const SteeringDef& steering, const std::string& pointer) {
    bool falls_back = steering.modes.empty() && has_fallbacks(steering.arbiter);
    for (const Named<ModeDef>& mode : steering.modes) {
      const std::string of_mode = mode_pointer(pointer, mode);
      falls_back = falls_back || has_fallbacks(mode.value.arbiter);
      check_fallbacks(mode.value.behaviors, of_mode, has_fallbacks(mode.value.arbiter));
      check_dwell(mode.value, of_mode);
    }
    check_fallbacks(steering.behaviors, pointer, falls_back);
  }

  // The arbiters that go by priority ask fallbacks last.
  static bool has_fallbacks(const ArbiterDef& arbiter) { return arbiter.arbiter->uses_priority; }

  void check_fallbacks(const std::vector<StackEntryDef>& entries, const std::string& owner, bool falls_back) {
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const std::string pointer = fmt::format("{}/behaviors/{}", owner, k);
      if (entries[k].fallback && !falls_back) {
        warnings_.add({.pointer = pointer + "/fallback",
                       .message = "\"fallback\" has no effect under this arbiter",
                       .hint = "It is for priority_groups."});
      }
      if (entries[k].behavior.kind != &kGroup) continue;
      const BehaviorGroupDef& group = entries[k].behavior.as<BehaviorGroupDef>();
      check_fallbacks(group.behaviors, pointer, has_fallbacks(group.arbiter));
    }
  }

  void check_dwell(const ModeDef& mode, const std::string& pointer) {
    if (mode.min_dwell == 0.0 || !mode.transitions.empty()) return;
    warnings_.add({.pointer = pointer + "/min_dwell",
                   .message = "\"min_dwell\" has no effect: no transition leaves the mode"});
  }

  const ScenarioDef& def_;
  EffectWarnings warnings_;
};

}  // namespace

void check_stack_effects(const ReadScenario& scenario, ReaderContext& context) {
  StackEffects(scenario, context).run();
}

}  // namespace drover
