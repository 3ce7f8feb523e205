// flocking: separation, alignment and cohesion over one neighborhood, as a single behavior.
// Buckland; Reynolds 1987. The three requests are added in this order and in the way of weighted_sum, whose
// result is that of the three behaviors listed separately, bit for bit; but not where it clips
// before_weights, of which a behavior knows nothing.
#include <cmath>

#include "behaviors/flock_rules.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/damped_sum.h"

namespace drover {
namespace {

struct FlockingDef {
  NeighborhoodDef neighborhood;
  Parameter separation_weight = 1.0;
  Parameter alignment_weight = 1.0;
  Parameter cohesion_weight = 1.0;
  // A flock goes on for ever, and the step at the border of the push keeps its distances more even.
  SeparationRule separation = [] {
    SeparationRule rule;
    rule.variant = SeparationVariant::inverse;
    return rule;
  }();
  AlignmentRule alignment;
  CohesionRule cohesion;
  PerceptionHandle perceived;
};

inline constexpr Range kWeight = closed(-1e6, 1e6);

constexpr auto kWeightFields =
    fields(field<&FlockingDef::separation_weight>(
               {.key = "separation_weight", .range = kWeight, .doc = "Factor on the separation."}),
           field<&FlockingDef::alignment_weight>(
               {.key = "alignment_weight", .range = kWeight, .doc = "Factor on the alignment."}),
           field<&FlockingDef::cohesion_weight>(
               {.key = "cohesion_weight", .range = kWeight, .doc = "Factor on the cohesion."}));

struct NewKey {
  std::string_view key;
  std::string_view becomes;
};

// The rows with other keys, where those of two rules are the same.
template <std::size_t N, std::size_t M>
constexpr std::array<Field, N> renamed(std::array<Field, N> rows, const std::array<NewKey, M>& names) {
  for (Field& row : rows) {
    for (const NewKey& name : names) {
      if (row.key == name.key) row.key = name.becomes;
      for (ReadCondition& condition : row.read_when) {
        if (condition.key == name.key) condition.key = name.becomes;
      }
    }
  }
  return rows;
}

constexpr auto kSeparationKeys =
    std::to_array<NewKey>({{"variant", "separation_variant"}, {"combine", "separation_combine"}});
constexpr auto kAlignmentKeys = std::to_array<NewKey>({{"variant", "alignment_variant"},
                                                       {"average", "alignment_average"},
                                                       {"response_time", "alignment_response_time"}});
constexpr auto kCohesionKeys =
    std::to_array<NewKey>({{"variant", "cohesion_variant"}, {"by_mass", "cohesion_by_mass"}});

constexpr auto kRuleFields =
    join(embed<&FlockingDef::separation>(renamed(kSeparationFields, kSeparationKeys)),
         join(embed<&FlockingDef::alignment>(renamed(kAlignmentFields, kAlignmentKeys)),
              embed<&FlockingDef::cohesion>(renamed(kCohesionFields, kCohesionKeys))));
constexpr auto kFlockingFields =
    join(join(embed<&FlockingDef::neighborhood>(kNeighborhoodFields), kWeightFields), kRuleFields);

void plan(FlockingDef& def, PerceptionPlan& plan) {
  plan_alignment(def.alignment, def.neighborhood, plan);
  plan_cohesion(def.cohesion, def.neighborhood, plan);
  def.perceived = plan_separation(def.separation, def.neighborhood, plan);
}

std::optional<Request> steer(const FlockingDef& def, const AgentView& view, AgentIndex agent) {
  if (view.perceived(def.perceived).count(agent) == 0) return std::nullopt;
  DampedSum sum(view.velocity(agent));
  const double limit = view.clip_length(view.max_request(agent));
  const auto add = [&](const Request& request, double weight) {
    if (weight == 0.0) return;
    sum.add({request.linear * weight, {}, request.damping * weight}, limit * std::fabs(weight));
  };
  add(separation_request(def.separation, view, def.perceived, agent),
      view.value(def.separation_weight, agent));
  if (const auto request = alignment_request(def.alignment, view, def.perceived, agent))
    add(*request, view.value(def.alignment_weight, agent));
  add(cohesion_request(def.cohesion, view, def.perceived, agent), view.value(def.cohesion_weight, agent));
  return sum.total();
}

constexpr TypedBehavior<FlockingDef> kTypedFlocking = {
    .info = {.name = "flocking",
             .summary = "Separation, alignment and cohesion over one neighborhood.",
             .source = "Reynolds 1987; Buckland, Programming Game AI by Example, ch. 3",
             .example = R"({"type": "flocking", "radius": 5, "separation_weight": 1.5})",
             .related = "separation, alignment, cohesion, wander",
             .in_space = true},
    .fields = kFlockingFields,
    .check = check_neighborhood,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kFlocking = make_behavior<kTypedFlocking>();

}  // namespace drover
