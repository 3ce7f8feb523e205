// Keys of behaviors and modes that have no effect, as far as the scenario alone shows it: warnings only.
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "scenario/effect_warnings.h"
#include "scenario/scenario_checks.h"
#include "scenario/steering_walk.h"

namespace drover {
namespace {

// A parameter that counts only with some choices of another key.
struct Dependence {
  std::string_view key;
  std::string_view rule;  // the other key
  std::string_view only_with;
  std::string_view and_with = {};
};
constexpr auto kDependences =
    std::to_array<Dependence>({{"prediction_speed", "prediction", "fixed_speed"},
                               {"decay", "variant", "inverse", "inverse_square"},
                               {"decay", "separation_variant", "inverse", "inverse_square"}});

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
    visit_behaviors(steering, pointer,
                    [this](const BehaviorKind& kind, const void* params, const std::string& behavior) {
                      check_dependences(kind, params, behavior);
                    });
  }

  // The arbiters that go by priority ask fallbacks last.
  static bool has_fallbacks(const ArbiterDef& arbiter) {
    return static_cast<const ArbiterKind*>(arbiter.arbiter.kind)->uses_priority;
  }

  void check_fallbacks(const std::vector<SlotDef>& slots, const std::string& owner, bool falls_back) {
    for (std::size_t k = 0; k < slots.size(); ++k) {
      const std::string pointer = fmt::format("{}/behaviors/{}", owner, k);
      if (slots[k].fallback && !falls_back) {
        warnings_.add({.pointer = pointer + "/fallback",
                       .message = "\"fallback\" has no effect under this arbiter",
                       .hint = "It is for priority_groups."});
      }
      if (slots[k].behavior.kind != &kGroup) continue;
      const BehaviorGroupDef& group = slots[k].behavior.as<BehaviorGroupDef>();
      check_fallbacks(group.behaviors, pointer, has_fallbacks(group.arbiter));
    }
  }

  void check_dwell(const ModeDef& mode, const std::string& pointer) {
    if (mode.min_dwell == 0.0 || !mode.transitions.empty()) return;
    warnings_.add({.pointer = pointer + "/min_dwell",
                   .message = "\"min_dwell\" has no effect: no transition leaves the mode"});
  }

  void check_dependences(const BehaviorKind& kind, const void* params, const std::string& pointer) {
    for (const Dependence& one : kDependences) {
      const auto rule = std::ranges::find(kind.table.fields, one.rule, &Field::key);
      const auto field = std::ranges::find(kind.table.fields, one.key, &Field::key);
      if (rule == kind.table.fields.end() || field == kind.table.fields.end()) continue;
      if (rule->access.type != FieldType::choice || is_default(kind, *field, params)) continue;
      const auto choice = static_cast<std::size_t>(rule->access.get_choice(rule->in(params)));
      const std::string_view present = rule->access.choices[choice];
      if (present == one.only_with || present == one.and_with) continue;
      warnings_.add(
          {.pointer = fmt::format("{}/{}", pointer, one.key),
           .message = fmt::format("\"{}\" has no effect: \"{}\" is \"{}\"", one.key, one.rule, present),
           .hint = fmt::format("It counts with \"{}\": \"{}\".", one.rule, one.only_with)});
    }
  }

  static bool is_default(const Kind& kind, const Field& parameter, const void* params) {
    const auto value = [&](const void* object) {
      return *static_cast<const Parameter*>(parameter.in(object));
    };
    const std::shared_ptr<void> defaults = kind.make_params();
    return value(params) == value(defaults.get());
  }

  const ScenarioDef& def_;
  EffectWarnings warnings_;
};

}  // namespace

void check_stack_effects(const ReadScenario& scenario, ReaderContext& context) {
  StackEffects(scenario, context).run();
}

}  // namespace drover
