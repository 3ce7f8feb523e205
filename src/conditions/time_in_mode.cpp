// time_in_mode: the agent has been in its mode for some time (the condition of a state machine that leaves a
// state by itself).
#include "sim/definitions/ticks.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct TimeInModeDef {
  Quantity less_than;
  Quantity greater_than;
};

// No hysteresis: the time goes one way only.
constexpr auto kFields = fields(
    field<&TimeInModeDef::less_than>({.key = "less_than",
                                      .unit = "s",
                                      .range = closed(0, 1e9),
                                      .doc = "Holds while the agent has been in its mode for less than this.",
                                      .otherwise = "greater_than counts"}),
    field<&TimeInModeDef::greater_than>(
        {.key = "greater_than",
         .unit = "s",
         .range = closed(0, 1e9),
         .doc = "Holds once the agent has been in its mode for more than this. Agents without modes "
                "count from when they appeared.",
         .otherwise = "less_than counts"}));

std::vector<Problem> check(const TimeInModeDef& def) {
  if (def.less_than.is_present() != def.greater_than.is_present()) return {};
  return {{"", "give either \"less_than\" or \"greater_than\""}};
}

bool holds(const TimeInModeDef& def, const AgentView& view, AgentIndex agent) {
  const std::uint64_t ticks = view.world().state.tick - view.world().state.status.mode_since[agent];
  if (def.less_than.is_present()) return ticks < first_tick_from(def.less_than[agent], view.dt());
  return ticks > last_tick_until(def.greater_than[agent], view.dt());
}

constexpr TypedCondition<TimeInModeDef> kCondition = {
    .info = {.name = "time_in_mode",
             .summary = "Holds while an agent has been in its mode for a short, or a long, time.",
             .source = "Millington and Funge, Artificial Intelligence for Games, ch. 5 (state machines)",
             .example = R"({"type": "time_in_mode", "greater_than": 4})",
             .related = "time, path_finished"},
    .fields = kFields,
    .check = check,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kTimeInModeCondition = make_condition<kCondition>();

}  // namespace drover
