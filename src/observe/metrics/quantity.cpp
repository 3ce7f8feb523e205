// quantity: any quantity about agents, reduced over agents and time.
#include <array>

#include "core/check.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/quantiles.h"
#include "observe/metrics/totals.h"
#include "quantities/observed_quantities.h"

namespace drover {
namespace {

constexpr std::string_view kUnit = "that of the quantity";
constexpr std::array<MetricOutput, 10> kQuantityOutputs = {{
    {"mean", kUnit, "Mean over the agents of a state, averaged over the states."},
    {"final", kUnit, "Mean over the agents in the last state."},
    {"minimum", kUnit, "Least value of any agent in any state."},
    {"maximum", kUnit, "Greatest value of any agent in any state."},
    {"p05", kUnit, "5 % of all values, of all agents in all states, are not greater; 0.1 % accurate."},
    {"p25", kUnit, "25 % of all values are not greater."},
    {"median", kUnit, "Half of all values are not greater."},
    {"p75", kUnit, "75 % of all values are not greater."},
    {"p95", kUnit, "95 % of all values are not greater."},
    {"values", "", "How many values there were: an agent without a finite value in a state has none."},
}};

struct QuantityMetricDef {
  Reference quantity{ReferenceType::quantity, {}, kNoIndex};
  GroupDef members;
};

constexpr auto kQuantityFields =
    join(fields(field<&QuantityMetricDef::quantity>(
             {.key = "quantity",
              .doc = "Name of a quantity under \"quantities\", or the kind of one that needs no parameters.",
              .required = true})),
         embed<&QuantityMetricDef::members>(kGroupFields));

class QuantityMetric final : public Metric {
 public:
  QuantityMetric(const QuantityMetricDef& def, const Simulator& simulator)
      : totals_(def.members, simulator.world()) {
    std::optional<NamedQuantity> found = find_observed_quantity(simulator.world().model(), def.quantity.name);
    DROVER_CHECK(found.has_value(), "the reader lets only existing quantities pass");
    quantity_ = std::move(*found);
  }

  void observe(Observation& observation) override {
    totals_.observe(observation, [&](AgentIndex i) {
      const double value = observation.simulator().value(quantity_, i);
      if (is_finite(value)) {
        quantiles_.add(value);
        ++values_;
      }
      return value;
    });
  }

  void report(MetricReport& report) const override {
    report.number("mean", totals_.mean());
    report.number("final", totals_.final());
    report.number("minimum", totals_.least());
    report.number("maximum", totals_.greatest());
    report.number("p05", quantiles_.at(0.05));
    report.number("p25", quantiles_.at(0.25));
    report.number("median", quantiles_.at(0.5));
    report.number("p75", quantiles_.at(0.75));
    report.number("p95", quantiles_.at(0.95));
    report.count("values", values_);
  }

 private:
  NamedQuantity quantity_;
  QuantityTotals totals_;
  Quantiles quantiles_;
  std::uint64_t values_ = 0;
};

constexpr TypedMetric<QuantityMetricDef> kTypedQuantity = {
    .info = {.name = "quantity",
             .summary = "Measures a quantity: its mean, its extremes and its quantiles.",
             .source = "drover's own",
             .example = R"({"danger": {"type": "quantity", "quantity": "to_dog", "group": "flock"}})",
             .related = "speed",
             .in_space = true},
    .fields = kQuantityFields,
    .outputs = kQuantityOutputs,
    .unasked = Unasked::never,
    .looks_around = true,
    .make = construct<QuantityMetric>,
};

}  // namespace

extern constexpr MetricKind kQuantityMetric = make_metric<kTypedQuantity>();

}  // namespace drover
