// time: the clock is inside a window, or in the first part of each of its periods.
#include "sim/definitions/ticks.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct TimeWindowDef {
  Parameter from = 0.0;
  Parameter to;
  Parameter period;
  Parameter duty = 0.5;
};

constexpr auto kTimeFields = fields(
    field<&TimeWindowDef::from>(
        {.key = "from",
         .unit = "s",
         .range = closed(0, 1e9),
         .doc = "When the window opens; the first state at or after it belongs to it."}),
    field<&TimeWindowDef::to>(
        {.key = "to",
         .unit = "s",
         .range = closed(0, 1e9),
         .doc = "When the window closes; the state of this time no longer belongs to it.",
         .otherwise = "never"}),
    field<&TimeWindowDef::period>(
        {.key = "period",
         .unit = "s",
         .range = left_open(0, 1e9),
         .doc = "Inside the window, holds once in every period, from its start on; the "
                "first period starts with the window.",
         .otherwise = "holds as long as the window is open"}),
    field<&TimeWindowDef::duty>(
        {.key = "duty", .range = kProbability, .doc = "The part of each period during which it holds."}));

std::vector<Problem> check(const TimeWindowDef& def) {
  if (!def.to.is_present() || def.from.is_drawn() || def.to.is_drawn()) return {};
  if (def.from.constant() < def.to.constant()) return {};
  return {{"/to", "\"to\" must be greater than \"from\""}};
}

bool holds(const TimeWindowDef& def, const AgentView& view, AgentIndex agent) {
  const std::uint64_t tick = view.world().state.tick;
  if (tick < first_tick_from(view.value(def.from, agent), view.dt())) return false;
  if (def.to.is_present() && tick >= first_tick_from(view.value(def.to, agent), view.dt())) return false;
  if (!def.period.is_present()) return true;
  const double period = view.value(def.period, agent);
  const double open = view.time() - view.value(def.from, agent);
  const double phase = open - whole_periods(open, period, view.dt()) * period;
  return phase < view.value(def.duty, agent) * period - kTickSlack * view.dt();
}

constexpr TypedCondition<TimeWindowDef> kTypedTime = {
    .info = {.name = "time",
             .summary = "Holds inside a window of time, all the while or periodically.",
             .source = "drover's own",
             .example = R"({"type": "time", "from": 2, "to": 20, "period": 6, "duty": 0.5})",
             .related = "time_in_mode, random",
             .in_space = true},
    .fields = kTimeFields,
    .check = check,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kTimeCondition = make_condition<kTypedTime>();

}  // namespace drover
