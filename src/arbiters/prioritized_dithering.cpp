// prioritized_dithering: in order, each behavior is asked with its probability; the first request that
// exceeds the threshold gets the whole step. Cheap on average, noisy in detail. Buckland "Prioritized
// Dithering", whose listing compares the random number the wrong way round; see README.md.
#include "arbiters/clip_rule.h"
#include "arbiters/request_threshold.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/arbitration.h"

namespace drover {
namespace {

struct PrioritizedDitheringDef {
  double epsilon = 1e-6;
  double epsilon_angular = 1e-6;
  double epsilon_velocity = 1e-6;
  double epsilon_angular_velocity = 1e-6;
  ClipRule rule;
};

constexpr auto kDitheringThresholds = fields(
    field<&PrioritizedDitheringDef::epsilon>(
        {.key = "epsilon",
         .unit = "m/s^2",
         .range = kNotNegative,
         .doc = "A request no longer than this counts as none, and the next behavior gets its chance, unless "
                "it is more than epsilon_angular.",
         .original_default = "exactly zero (Buckland)"}),
    field<&PrioritizedDitheringDef::epsilon_angular>(
        {.key = "epsilon_angular",
         .unit = "rad/s^2",
         .range = kNotNegative,
         .doc = "The same for the angular part of a request, to either side."}),
    field<&PrioritizedDitheringDef::epsilon_velocity>(
        {.key = "epsilon_velocity",
         .unit = "m/s",
         .range = kNotNegative,
         .doc = "Takes the place of epsilon where requests are velocities."}),
    field<&PrioritizedDitheringDef::epsilon_angular_velocity>(
        {.key = "epsilon_angular_velocity",
         .unit = "rad/s",
         .range = kNotNegative,
         .doc = "Takes the place of epsilon_angular where requests are velocities."}));

constexpr auto kPrioritizedDitheringFields =
    join(kDitheringThresholds, embed<&PrioritizedDitheringDef::rule>(kClipFields));

RequestThreshold threshold_of(const PrioritizedDitheringDef& def, RequestUnit unit) {
  if (unit == RequestUnit::velocity) return {def.epsilon_velocity, def.epsilon_angular_velocity};
  return {def.epsilon, def.epsilon_angular};
}

// Settles the agents that asked and got a request long enough; the others stay undecided. Both lists ascend.
void settle(const PrioritizedDitheringDef& def, ArbiterContext& context, std::size_t k,
            std::vector<AgentIndex>& undecided, std::span<const AgentIndex> asking) {
  const StackEntry& entry = context.entry(k);
  const RequestThreshold threshold = threshold_of(def, context.unit());
  std::size_t kept = 0;
  std::size_t next_asking = 0;
  for (const AgentIndex agent : undecided) {
    const bool asked = next_asking < asking.size() && asking[next_asking] == agent;
    if (asked) ++next_asking;
    // Dividing by the probability makes up for the steps in which the behavior is not asked.
    const std::optional<Request> part =
        asked ? context.lone_request(k, agent, 1.0 / context.world().state.value(entry.probability, agent))
              : std::nullopt;
    if (part && threshold.is_exceeded_by(context.clipped(*part, agent))) {
      context.set_total(agent, *part);
      context.contribute_all(k, agent);
      continue;
    }
    undecided[kept++] = agent;
  }
  undecided.resize(kept);
}

void combine(const PrioritizedDitheringDef& def, ArbiterContext& context) {
  std::vector<AgentIndex>& undecided = context.remaining();
  std::vector<AgentIndex>& asking = context.columns().selected;
  const World& world = context.world();
  for (std::size_t k = 0; k < context.entry_count() && !undecided.empty(); ++k) {
    // Every agent draws a number for every entry by key, so an early decision does not change the numbers of
    // other entries or agents.
    const StackEntry& entry = context.entry(k);
    asking.clear();
    for (const AgentIndex agent : undecided) {
      Draws draws({world.model().seed, world.model().agents.number[agent], world.state.tick, Purpose::arbiter,
                   entry.stream});
      if (draws.uniform() < world.state.value(entry.probability, agent)) asking.push_back(agent);
    }
    context.evaluate(k, asking);
    settle(def, context, k, undecided, asking);
  }
}

constexpr TypedArbiter<PrioritizedDitheringDef> kTypedPrioritizedDithering = {
    .info = {.name = "prioritized_dithering",
             .summary =
                 "Asks the behaviors in order, each with its probability, and takes the first request.",
             .source = "Buckland, Programming Game AI by Example, ch. 3 (Prioritized Dithering)",
             .example = R"({"type": "prioritized_dithering"})",
             .related = "prioritized_sum, weighted_sum, priority_groups, group",
             .in_space = true},
    .fields = kPrioritizedDitheringFields,
    .uses_probability = true,
    .clip_time = clip_time<PrioritizedDitheringDef>,
    .combine = combine,
};

}  // namespace

extern constexpr ArbiterKind kPrioritizedDithering = make_arbiter<kTypedPrioritizedDithering>();

}  // namespace drover
