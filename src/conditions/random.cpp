// random: holds by chance, decided once in every period.
#include "sim/definitions/ticks.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct RandomDef {
  Parameter probability = 0.5;
  Parameter period = 1.0;
};

constexpr auto kRandomFields = fields(
    field<&RandomDef::probability>(
        {.key = "probability", .range = kFraction, .doc = "Chance that it holds during a period."}),
    field<&RandomDef::period>({.key = "period",
                               .unit = "s",
                               .range = left_open(0, 1e9),
                               .doc = "Time between two decisions; periods are counted from time 0, each "
                                      "starts with a step, and none is shorter than a step."}));

// The draw is that of the step the period starts with, so nothing has to be remembered.
bool holds(const RandomDef& def, const AgentView& view, AgentIndex agent) {
  const double period = view.value(def.period, agent);
  const double start = whole_periods(view.time(), period, view.dt()) * period;
  Draws draws = view.draws_at(agent, first_tick_from(start, view.dt()));
  return draws.uniform() < view.value(def.probability, agent);
}

constexpr TypedCondition<RandomDef> kTypedRandom = {
    .info = {.name = "random",
             .summary = "Holds by chance, decided anew for every agent in every period.",
             .source = "drover's own",
             .example = R"({"type": "random", "probability": 0.3, "period": 2})",
             .related = "time, prioritized_dithering",
             .in_space = true},
    .fields = kRandomFields,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kRandomCondition = make_condition<kTypedRandom>();

}  // namespace drover
