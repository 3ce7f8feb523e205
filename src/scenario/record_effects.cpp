// What is said about recording and has no effect, or another than it seems: warnings only.
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "core/kind.h"
#include "scenario/describe.h"
#include "scenario/effect_warnings.h"
#include "scenario/scenario_checks.h"

namespace drover {
namespace {

// Times of metrics that lie within a run, by key.
struct MetricTime {
  std::string_view key;
  std::string_view message;
};
constexpr MetricTime kMetricTimes[] = {
    {"every", "the time between two samples is longer than the run"},
    {"from", "the metric begins after the end of the run"},
};

void check_empty_lists(const ReadScenario& scenario, EffectWarnings& warnings) {
  for (const char* pointer :
       {"/record/trace/columns", "/record/trace/groups", "/record/agents_table/columns"}) {
    const JsonValue* list = value_at(scenario.document, pointer);
    if (list == nullptr || !list->is_array() || !list->items.empty()) continue;
    const std::string_view key = std::string_view(pointer).substr(std::string_view(pointer).rfind('/') + 1);
    warnings.add({.pointer = pointer,
                  .message = fmt::format("an empty list of {} has no effect: it means what is taken without "
                                         "the list",
                                         key)});
  }
}

}  // namespace

void check_record_effects(const ReadScenario& scenario, ReaderContext& context) {
  EffectWarnings warnings(scenario.document, context);
  check_empty_lists(scenario, warnings);
}

void check_metric_times(const ReadScenario& scenario, ReaderContext& context) {
  if (!scenario.def.record.metrics) return;
  EffectWarnings warnings(scenario.document, context);
  const double duration = scenario.def.simulation.duration;
  for (const auto& [name, metric] : *scenario.def.record.metrics) {
    for (const Field& field : metric.kind->table.fields) {
      const auto time = std::ranges::find(kMetricTimes, field.key, &MetricTime::key);
      if (time == std::end(kMetricTimes) || !field.access.is_one(FieldType::number) || field.unit != "s")
        continue;
      const auto value_in = [&](const std::shared_ptr<void>& params) {
        return *static_cast<const double*>(field.in(static_cast<const void*>(params.get())));
      };
      const double value = value_in(metric.params);
      std::string pointer = "/record/metrics";
      append_pointer_token(pointer, name);
      append_pointer_token(pointer, field.key);
      if (value <= duration || value == value_in(metric.kind->make_params())) continue;
      warnings.add(
          {.pointer = std::move(pointer),
           .message = std::string(time->message),
           .found = fmt::format("{} s, the run lasts {} s", number_text(value), number_text(duration))});
    }
  }
}

}  // namespace drover
