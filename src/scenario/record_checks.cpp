// What is recorded and expected.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/kind.h"
#include "scenario/describe.h"
#include "scenario/scenario_checks.h"

namespace drover {
namespace {

// Times of metrics that lie within a run, and what is wrong beyond its end.
constexpr std::pair<std::string_view, std::string_view> kMetricTimes[] = {
    {"every", "the time between two samples is longer than the run"},
    {"from", "the metric begins after the end of the run"},
};

void check_expectation(CheckedScenario& scenario, const ExpectDef& expect, const std::string& pointer) {
  const std::pair<std::string_view, const Parameter*> bounds[] = {{"at_most", &expect.at_most},
                                                                  {"at_least", &expect.at_least}};
  for (const auto& [key, bound] : bounds) {
    if (!bound->is_drawn()) continue;
    return scenario.fail({.pointer = fmt::format("{}/{}", pointer, key),
                          .message = fmt::format("\"{}\" has the wrong type", key),
                          .found = "a distribution",
                          .allowed = {"a number or null"}});
  }
  const bool has_both = expect.at_least.is_present() && expect.at_most.is_present();
  if (!has_both || expect.at_least.constant() <= expect.at_most.constant()) return;
  scenario.fail({.pointer = pointer + "/at_least",
                 .message = "no number can be expected: \"at_least\" is greater than \"at_most\"",
                 .found = fmt::format("at least {}, at most {}", number_text(expect.at_least.constant()),
                                      number_text(expect.at_most.constant()))});
}

}  // namespace

void check_expectations(CheckedScenario& scenario) {
  for (const auto& [expect, pointer] : scenario.parts.expectations)
    check_expectation(scenario, expect, pointer);
}

void warn_about_records(CheckedScenario& scenario) {
  for (const char* pointer :
       {"/record/trace/columns", "/record/trace/groups", "/record/agents_table/columns"}) {
    const JsonValue* list = value_at(scenario.document, pointer);
    if (list == nullptr || !list->is_array() || !list->items.empty()) continue;
    scenario.warn_of_own(
        {.pointer = pointer,
         .message = fmt::format("an empty list of {} has no effect: it means what is taken without the list",
                                std::string_view(pointer).ends_with("groups") ? "groups" : "columns")});
  }
}

void warn_about_metric_times(CheckedScenario& scenario) {
  if (!scenario.def.record.metrics) return;
  const double duration = scenario.def.simulation.duration;
  for (const auto& [metric, pointer] : located(*scenario.def.record.metrics, "/record/metrics")) {
    const Kind& kind = *metric.value.kind;
    for (const Field& field : kind.table.fields) {
      const auto time =
          std::ranges::find_if(kMetricTimes, [&](const auto& each) { return each.first == field.key; });
      if (time == std::end(kMetricTimes) || field.access.type != FieldType::number || field.unit != "s")
        continue;
      const auto value_in = [&](const std::shared_ptr<void>& params) {
        return *static_cast<const double*>(field.in(static_cast<const void*>(params.get())));
      };
      const double value = value_in(metric.value.params);
      if (value <= duration || value == value_in(kind.make_params())) continue;
      scenario.warn_of_own(
          {.pointer = fmt::format("{}/{}", pointer, field.key),
           .message = std::string(time->second),
           .found = fmt::format("{} s, the run lasts {} s", number_text(value), number_text(duration))});
    }
  }
}

}  // namespace drover
