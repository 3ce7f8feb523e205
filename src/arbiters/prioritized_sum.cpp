// prioritized_sum: the behaviors spend one budget for the linear parts of their requests and one for the
// angular parts, in the order of the stack. Buckland "Weighted Truncated Running Sum with Prioritization";
// see README.md.
#include "arbiters/clip_rule.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/arbitration.h"

namespace drover {
namespace {

DROVER_ENUM(Budget, residual_length, spent)

struct PrioritizedSumDef {
  Budget budget = Budget::residual_length;
  ClipRule rule;
};

constexpr auto kBudgetFields = fields(field<&PrioritizedSumDef::budget>(
    {.key = "budget",
     .doc =
         "What counts as used: residual_length takes the length of the sum so far, so requests that oppose "
         "each other free budget, and several later behaviors together can overturn an earlier one; spent "
         "takes the sum of the lengths added, so they cannot.",
     .original_default = "residual_length (Buckland)"}));

constexpr auto kPrioritizedSumFields = join(kBudgetFields, embed<&PrioritizedSumDef::rule>(kClipFields));

// A budget that is spent up to rounding counts as spent; otherwise the last bit would decide whether a later
// behavior is asked.
inline constexpr double kSpent = 1.0 - 1e-12;

// How much of the two budgets an agent has used, in the unit of its requests.
struct Used {
  double linear;   // m/s^2 or m/s
  double angular;  // rad/s^2 or rad/s
};

class Purse {
 public:
  Purse(const PrioritizedSumDef& def, ArbiterContext& context) : budget_(def.budget), context_(context) {
    if (budget_ == Budget::residual_length) return;
    for (const AgentIndex agent : context.agents())
      linear_[agent] = angular_[agent] = 0.0;
  }

  Used used(AgentIndex agent) const {
    if (budget_ == Budget::spent) return {linear_[agent], angular_[agent]};
    const Request sum = context_.total().request(agent);
    return {length(sum.linear), turn_size(sum.angular)};
  }

  void spend(AgentIndex agent, const Request& part) {
    if (budget_ == Budget::residual_length) return;
    linear_[agent] += length(part.linear);
    angular_[agent] += turn_size(part.angular);
  }

  // A body that does not turn by itself has no use for an angular budget.
  bool has_some_left(AgentIndex agent) const {
    const Used so_far = used(agent);
    return so_far.linear < context_.max_request(agent) * kSpent ||
           (context_.body_turns() && so_far.angular < context_.max_angular_request(agent) * kSpent);
  }

 private:
  Budget budget_;
  ArbiterContext& context_;
  AgentColumn<double>& linear_ = context_.columns().numbers;
  AgentColumn<double>& angular_ = context_.columns().more_numbers;
};

// Adds the requests of slot k and keeps in `remaining` the agents that have some budget left.
void add_slot(ArbiterContext& context, Purse& purse, std::size_t k, std::vector<AgentIndex>& remaining) {
  RequestColumns& total = context.total();
  std::size_t kept = 0;
  for (const AgentIndex agent : remaining) {
    if (const std::optional<Request> wish = context.weighted(k, agent)) {
      const Used used = purse.used(agent);
      const double room = larger(context.max_angular_request(agent) - used.angular, 0.0);
      const Request part{clip(wish->linear, larger(context.max_request(agent) - used.linear, 0.0)),
                         clip_turn(wish->angular, room)};
      context.contribute(k, agent, part.linear);
      total.add(agent, part);
      purse.spend(agent, part);
    }
    if (purse.has_some_left(agent)) remaining[kept++] = agent;
  }
  remaining.resize(kept);
}

void combine(const PrioritizedSumDef& def, ArbiterContext& context) {
  Purse purse(def, context);
  std::vector<AgentIndex>& remaining = context.remaining();
  for (std::size_t k = 0; k < context.slot_count() && !remaining.empty(); ++k) {
    context.evaluate(k, remaining);
    add_slot(context, purse, k, remaining);
  }
}

constexpr TypedArbiter<PrioritizedSumDef> kTypedPrioritizedSum = {
    .info = {.name = "prioritized_sum",
             .summary =
                 "Adds the weighted requests in order until the agent's greatest acceleration is spent.",
             .source = "Buckland, Programming Game AI by Example, ch. 3 (Weighted Truncated Running Sum with "
                       "Prioritization)",
             .example = R"({"type": "prioritized_sum"})",
             .related = "weighted_sum, prioritized_dithering, priority_groups, group"},
    .fields = kPrioritizedSumFields,
    .clips_after_weights = clips_after_weights<PrioritizedSumDef>,
    .combine = combine,
};

}  // namespace

extern constexpr ArbiterKind kPrioritizedSum = make_arbiter<kTypedPrioritizedSum>();

}  // namespace drover
