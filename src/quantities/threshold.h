// The condition every quantity is too: that it is below or above a threshold.
#pragma once

#include "core/field.h"
#include "sim/definitions/ticks.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {

struct Threshold {
  Parameter less_than;
  Parameter greater_than;
  Parameter hysteresis;
};

// The keys, for a quantity with this unit and thresholds from `lowest` on. A whole number does not tremble
// about a threshold, so it has no hysteresis unless it is asked for.
constexpr auto threshold_fields(std::string_view unit, double lowest, bool is_whole) {
  return fields(
      field<&Threshold::less_than>({.key = "less_than",
                                    .unit = unit,
                                    .range = closed(lowest, 1e9),
                                    .doc = "Holds while the quantity is below this.",
                                    .otherwise = "greater_than counts"}),
      field<&Threshold::greater_than>({.key = "greater_than",
                                       .unit = unit,
                                       .range = closed(lowest, 1e9),
                                       .doc = "Holds while the quantity is above this.",
                                       .otherwise = "less_than counts"}),
      field<&Threshold::hysteresis>(
          {.key = "hysteresis",
           .unit = unit,
           .range = closed(0, 1e9),
           .doc =
               "Once it holds, it goes on until the quantity is past the threshold by this much; without it "
               "an agent at the threshold would switch in every step.",
           .otherwise =
               is_whole ? "0: it ends as soon as the threshold is reached" : "a tenth of the threshold"}));
}

inline std::vector<Problem> check_threshold(const Threshold& threshold) {
  if (threshold.less_than.is_present() != threshold.greater_than.is_present()) return {};
  return {{"", "give either \"less_than\" or \"greater_than\""}};
}

// `held` remembers whether it held in the step before: 0 or 1. `margin` is the hysteresis where none is
// given, as a part of the threshold.
inline bool holds_with_hysteresis(const Threshold& threshold, double value, const AgentView& view,
                                  AgentIndex agent, double margin, double& held) {
  const bool below = threshold.less_than.is_present();
  const double limit =
      below ? view.value(threshold.less_than, agent) : view.value(threshold.greater_than, agent);
  bool holds = below ? value < limit : value > limit;
  if (held != 0.0 && !holds) {
    const double slack = view.value_or(threshold.hysteresis, agent, margin * (limit < 0.0 ? -limit : limit));
    // Without hysteresis it ends at the threshold itself.
    holds = slack > 0.0 && (below ? value <= limit + slack : value >= limit - slack);
  }
  held = holds ? 1.0 : 0.0;
  return holds;
}

// Of a time that is a whole number of steps: compared as such, so that rounding does not count. Such a time
// only grows until it starts anew, so nothing switches back and forth.
inline bool holds_in_steps(const Threshold& threshold, double time, const AgentView& view, AgentIndex agent) {
  const auto ticks = static_cast<std::uint64_t>(time / view.dt() + 0.5);
  if (threshold.less_than.is_present())
    return ticks < first_tick_from(view.value(threshold.less_than, agent), view.dt());
  return ticks > last_tick_until(view.value(threshold.greater_than, agent), view.dt());
}

// The condition on the quantity that a TypedQuantity describes.
template <const auto& Typed>
struct ConditionOn {
  struct Params {
    typename std::remove_cvref_t<decltype(Typed)>::Params quantity;
    Threshold threshold;
  };

  static constexpr auto quantity_fields() {
    std::array<Field, Typed.fields.size()> rows;
    std::copy(Typed.fields.begin(), Typed.fields.end(), rows.begin());
    return embed<&Params::quantity>(rows);
  }

  static constexpr auto all_fields() {
    constexpr auto kThreshold =
        embed<&Params::threshold>(threshold_fields(Typed.unit, Typed.in_steps ? 0.0 : -1e9, Typed.is_whole));
    // Without hysteresis, the last.
    if constexpr (Typed.in_steps)
      return join(quantity_fields(), fields(kThreshold[0], kThreshold[1]));
    else
      return join(quantity_fields(), kThreshold);
  }
  static constexpr auto kFields = all_fields();

  static std::vector<Problem> check(const Params& params) {
    if constexpr (!is_null<Typed.check>) {
      if (std::vector<Problem> problems = Typed.check(params.quantity); !problems.empty()) return problems;
    }
    return check_threshold(params.threshold);
  }

  static void plan(Params& params, PerceptionPlan& plan) {
    if constexpr (!is_null<Typed.plan>) Typed.plan(params.quantity, plan);
  }

  // The memory: whether it held in the step before.
  static void start(const Params&, const AgentView& view, AgentIndex agent) {
    view.memory_to_write(agent)[0] = 0.0;
  }

  static bool holds(const Params& params, const AgentView& view, AgentIndex agent) {
    const double value = Typed.value(params.quantity, view, agent);
    if constexpr (Typed.in_steps)
      return holds_in_steps(params.threshold, value, view, agent);
    else
      return holds_with_hysteresis(params.threshold, value, view, agent, Typed.is_whole ? 0.0 : 0.1,
                                   view.memory_to_write(agent)[0]);
  }

  static constexpr KindInfo info() {
    KindInfo info = Typed.condition;
    info.in_plane = Typed.info.in_plane;
    info.in_space = Typed.info.in_space;
    info.not_in_space = Typed.info.not_in_space;
    return info;
  }

  static constexpr TypedCondition<Params> kTyped = {
      .info = info(),
      .fields = kFields,
      .check = check,
      .memory = Typed.in_steps ? 0 : 1,
      .compares_states = Typed.compares_states,
      .plan = Typed.plan != nullptr ? plan : nullptr,
      .start = Typed.in_steps ? nullptr : start,
      .holds = holds,
  };
  static constexpr ConditionKind kKind = make_condition<kTyped>();
};

}  // namespace drover
