// prioritized_sum: the behaviors spend one budget for the linear parts of their requests and one for the
// angular parts, in the order of the stack. Buckland "Weighted Truncated Running Sum with Prioritization";
// see README.md.
#include "arbiters/clip_rule.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/arbitration.h"
#include "sim/step/damped_sum.h"

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

// What one agent has spent and got so far. Budgets are spent by what is asked of a body at rest; a wish damps
// with the part of it that fits, so that it neither brakes the body where it may not push, nor jumps where a
// budget runs out.
class TruncatedSum {
 public:
  TruncatedSum(Budget budget, const ArbiterContext& context, AgentIndex agent)
      : budget_(budget),
        velocity_(context.world().own_velocity(agent)),
        limit_(context.max_request(agent)),
        angular_limit_(context.max_angular_request(agent)),
        turns_(context.body_turns()) {}

  struct Part {
    Vec3 push;
    double damping;  // 1/s
    Vec3 turn;
  };
  // Adds the part that fits.
  Part add(const Request& request, double limit) {
    const RestPart asked = rest_part(request, limit, velocity_);
    const bool spends = budget_ == Budget::spent;
    const double room = larger(limit_ - (spends ? spent_ : length(push_)), 0.0);
    Vec3 turn;
    if (turns_) {
      const double used = spends ? angular_spent_ : turn_size(angular_);
      turn = clip_turn(request.angular, larger(angular_limit_ - used, 0.0));
      angular_ += turn;
      angular_spent_ += turn_size(turn);
    }
    const double size = length(asked.push);
    const double fits = size > room ? room / size : 1.0;
    const Part part{asked.push * fits, request.damping * fits, turn};
    push_ += part.push;
    spent_ += size * fits;
    scale_ = larger(scale_, asked.scale);
    damping_ += part.damping;
    if (request.damping != 0.0 || request.linear != Vec3{}) {
      lone_ = request;
      ++count_;
    }
    return part;
  }

  // Not yet shortened to what the body can do.
  Request total() const {
    if (count_ <= 1) return {lone_.linear, angular_, lone_.damping};
    return {push_ * scale_ - velocity_ * damping_, angular_, damping_};
  }
  // What such a part adds to the total.
  Contribution added(const Part& part) const {
    const bool is_lone = count_ <= 1 && (part.damping != 0.0 || part.push != Vec3{});
    if (count_ <= 1) return {is_lone ? lone_.linear : Vec3{}, part.turn};
    return {part.push * scale_ - velocity_ * part.damping, part.turn};
  }

 private:
  Budget budget_;
  Vec3 velocity_;
  double limit_;          // m/s^2 or m/s
  double angular_limit_;  // rad/s^2 or rad/s
  bool turns_;            // whether angular requests reach the body
  Vec3 push_;             // what the body would be asked at rest
  Vec3 angular_;
  double spent_ = 0.0;
  double angular_spent_ = 0.0;
  double scale_ = 1.0;    // see sim/step/damped_sum.h
  double damping_ = 0.0;  // 1/s
  Request lone_ = Vec3{};
  std::size_t count_ = 0;  // of requests that are not zero
};

// Evaluates all requests, sets the total of each agent to the last of its requests that is not zero, and
// counts those; the counts are doubles: after a store of an index the columns would be looked up again.
template <bool kIsSpatial>
void find_lone_requests(ArbiterContext& context, AgentColumn<double>& count) {
  const auto total = context.total_entries<kIsSpatial>();
  for (const AgentIndex agent : context.agents())
    count[agent] = 0.0;
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    context.evaluate(k, context.agents());
    context.visit_weighted<kIsSpatial>(
        k, [&, total](AgentIndex agent, const ArbiterContext::Weighted& asked) {
          const bool counts = asked.request.damping != 0.0 || asked.request.linear != Vec3{};
          if (counts) count[agent] += 1.0;
          if (counts || !total.is_active(agent)) total.set(agent, counts ? asked.request : Request(Vec3{}));
        });
  }
}

void sum_in_order(const PrioritizedSumDef& def, ArbiterContext& context, AgentIndex agent) {
  TruncatedSum sum(def.budget, context, agent);
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    if (const auto asked = context.weighted_again(k, agent)) sum.add(asked->request, asked->limit);
  }
  context.set_total(agent, sum.total());
  if (!context.notes_contributions()) return;
  TruncatedSum again(def.budget, context, agent);
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    if (const auto asked = context.weighted_again(k, agent))
      context.contribute_of(sum.total(), k, agent, sum.added(again.add(asked->request, asked->limit)));
  }
}

template <bool kIsSpatial>
void combine_in(const PrioritizedSumDef& def, ArbiterContext& context) {
  AgentColumn<double>& count = context.columns().numbers;
  const bool always_sums = context.notes_contributions() || context.body_turns();
  const auto total = context.total_entries<kIsSpatial>();
  find_lone_requests<kIsSpatial>(context, count);
  for (const AgentIndex agent : context.agents()) {
    if (!total.is_active(agent)) continue;
    if (always_sums || count[agent] > 1.0) {
      sum_in_order(def, context, agent);
    } else {
      context.set_total(agent, total.request(agent));
    }
  }
}

void combine(const PrioritizedSumDef& def, ArbiterContext& context) {
  if (context.total().is_spatial()) return combine_in<true>(def, context);
  combine_in<false>(def, context);
}

constexpr TypedArbiter<PrioritizedSumDef> kTypedPrioritizedSum = {
    .info = {.name = "prioritized_sum",
             .summary =
                 "Adds the weighted requests in order until the agent's greatest acceleration is spent.",
             .source = "Buckland, Programming Game AI by Example, ch. 3 (Weighted Truncated Running Sum with "
                       "Prioritization)",
             .example = R"({"type": "prioritized_sum"})",
             .related = "weighted_sum, prioritized_dithering, priority_groups, group",
             .in_space = true},
    .fields = kPrioritizedSumFields,
    .clip_time = clip_time<PrioritizedSumDef>,
    .combine = combine,
};

}  // namespace

extern constexpr ArbiterKind kPrioritizedSum = make_arbiter<kTypedPrioritizedSum>();

}  // namespace drover
