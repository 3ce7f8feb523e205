// weighted_sum: every behavior acts at once; the weighted requests are added in the order of the stack, then
// clipped. Buckland "Weighted Truncated Sum"; Millington 3.4.2, whose listing raises the sum to its limits
// instead of clipping it and uses the limit of the turn rate for the angular part. See README.md.
#include <bit>
#include <cmath>
#include <cstdint>

#include "arbiters/clip_rule.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/arbitration.h"
#include "sim/step/damped_sum.h"

namespace drover {
namespace {

struct WeightedSumDef {
  ClipRule rule;
};

constexpr auto kWeightedSumFields = embed<&WeightedSumDef::rule>(kClipFields);

// The marks of agents for which some request may be long are doubles: after a store of an index the columns
// would be looked up again.
using Marks = AgentColumn<double>;

// Adds the requests of entry k as they are.
template <bool kIsSpatial>
void add_one_by_one(ArbiterContext& context, std::size_t k, Marks& is_long) {
  const World& world = context.world();
  const auto total = context.total_entries<kIsSpatial>();
  context.visit_weighted<kIsSpatial>(k, [&, total](AgentIndex agent, const ArbiterContext::Weighted& asked) {
    total.add(agent, asked.request);
    if (asked.request.damping != 0.0 && may_be_long(asked.request, asked.limit, world.own_velocity(agent)))
      is_long[agent] = 1.0;
  });
}

void add_scaled(double* sum, const double* parts, std::size_t count, double factor) {
  for (std::size_t k = 0; k < count; ++k)
    sum[k] += parts[k] * factor;
}

// The same for agents that follow each other and have the same weight, column by column, which the compiler
// vectorizes. Where there is no request the columns are zero.
template <bool kIsSpatial>
void add_columns(ArbiterContext& context, std::size_t k, double weight, Marks& is_long) {
  const auto total = context.total_entries<kIsSpatial>();
  const auto part = context.columns().requests[k].entries<kIsSpatial>();
  const std::size_t count = context.agents().size();
  const std::size_t to = context.agents().front() - total.first;
  const std::size_t from = context.agents().front() - part.first;
  add_scaled(total.x + to, part.x + from, count, weight);
  add_scaled(total.y + to, part.y + from, count, weight);
  add_scaled(total.damping + to, part.damping + from, count, weight);
  if (total.angular != nullptr) add_scaled(total.angular + to, part.angular + from, count, weight);
  for (std::size_t i = 0; kIsSpatial && i < count; ++i) {
    total.spatial[to + i].z += part.spatial[from + i].z * weight;
    total.spatial[to + i].angular_x += part.spatial[from + i].angular_x * weight;
    total.spatial[to + i].angular_y += part.spatial[from + i].angular_y * weight;
  }
  for (std::size_t i = 0; i < count; ++i)
    total.active[to + i] = part.active[from + i] == RequestColumns::Active::yes ? RequestColumns::Active::yes
                                                                                : total.active[to + i];
  if (context.entry_count() == 1) return;  // a request alone stays as it is
  std::uint64_t bits = 0;  // integers, because this loop is then made of a few wide operations
  for (std::size_t i = 0; i < count; ++i)
    bits |= std::bit_cast<std::uint64_t>(part.damping[from + i]);
  if (bits == 0) return;  // none has damping
  for (const AgentIndex agent : context.agents()) {
    const double damping = part.damping[agent - part.first] * weight;
    if (damping == 0.0) continue;
    const Request request{part.request(agent).linear * weight, {}, damping};
    const double limit = context.max_request(agent) * std::fabs(weight);
    if (may_be_long(request, limit, context.world().own_velocity(agent))) is_long[agent] = 1.0;
  }
}

// The sum of requests of which some may be long; of one alone it is the request itself.
void add_with_damping(ArbiterContext& context, AgentIndex agent) {
  DampedSum sum(context.world().own_velocity(agent));
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    if (const auto asked = context.weighted_again(k, agent)) sum.add(asked->request, asked->limit);
  }
  context.set_total(agent, sum.total());
  if (!context.notes_contributions()) return;
  // What each entry added: its part of the sum, shortened like the sum.
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    if (const auto added = context.weighted_again(k, agent))
      context.contribute_of(sum.total(), k, agent,
                            {sum.part(added->request, added->limit), added->request.angular});
  }
}

// Whether a sum without angular part is no longer than the limit already.
template <bool kIsSpatial>
bool is_within(const RequestColumns::EntriesIn<kIsSpatial>& total, AgentIndex agent, double limit) {
  return total.angular == nullptr && length2(total.linear(agent)) <= limit * limit;
}

template <bool kIsSpatial>
void combine_in(ArbiterContext& context) {
  Marks& is_long = context.columns().numbers;
  const bool notes = context.notes_contributions();
  const auto total = context.total_entries<kIsSpatial>();
  const std::span<const AgentIndex> agents = context.agents();
  const bool follow = !agents.empty() && agents.back() - agents.front() == agents.size() - 1;
  for (const AgentIndex agent : agents)
    is_long[agent] = 0.0;
  // The requests are added as they are, which is the sum already where none is long.
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    context.evaluate(k, agents);
    const StackEntry& entry = context.entry(k);
    const bool is_even = !entry.weight_by && !entry.weight.varies() && entry.clip == ClipTime::before_damping;
    if (!is_even || !follow) {
      add_one_by_one<kIsSpatial>(context, k, is_long);
    } else if (entry.weight.constant() != 0.0) {
      add_columns<kIsSpatial>(context, k, entry.weight.constant(), is_long);
    }
  }
  for (const AgentIndex agent : agents) {
    if (!total.is_active(agent)) continue;
    if (notes || is_long[agent] != 0.0) {
      add_with_damping(context, agent);
    } else if (!is_within(total, agent, context.max_request(agent))) {
      context.set_total(agent, total.request(agent));
    }
  }
}

void combine(const WeightedSumDef&, ArbiterContext& context) {
  if (context.total().is_spatial()) return combine_in<true>(context);
  combine_in<false>(context);
}

constexpr TypedArbiter<WeightedSumDef> kTypedWeightedSum = {
    .info = {.name = "weighted_sum",
             .summary =
                 "Adds all weighted requests and shortens the sum to the agent's greatest acceleration.",
             .source = "Buckland, Programming Game AI by Example, ch. 3 (Weighted Truncated Sum); Millington "
                       "and Funge, Artificial Intelligence for Games, 3.4.2",
             .example = R"({"type": "weighted_sum"})",
             .related = "prioritized_sum, prioritized_dithering, priority_groups, group",
             .in_space = true},
    .fields = kWeightedSumFields,
    .clip_time = clip_time<WeightedSumDef>,
    .combine = combine,
};

}  // namespace

extern constexpr ArbiterKind kWeightedSum = make_arbiter<kTypedWeightedSum>();

}  // namespace drover
