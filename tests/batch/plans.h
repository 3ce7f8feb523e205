// Plans for tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "batch/run_list.h"
#include "scenario/diagnostics.h"

namespace drover::test {

// A plan of the text, or no plan and the problems as people see them.
struct PlanReading {
  std::optional<LoadedPlan> plan;
  std::string problems;
};

inline PlanReading read_plan_text(const std::string& text) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add("plan.json", text);
  PlanReading reading{.plan = read_plan(source, sources, diagnostics), .problems = {}};
  reading.problems = format_human(diagnostics, sources, false);
  return reading;
}

// A plan of the file scenario.json; `keys` starts with a comma.
inline std::string plan_text(const std::string& keys = "") {
  return R"({"format":1,"scenario":"scenario.json")" + keys + "}";
}

inline LoadedPlan plan_with(const std::string& keys) {
  PlanReading reading = read_plan_text(plan_text(keys));
  EXPECT_TRUE(reading.plan) << reading.problems;
  return std::move(*reading.plan);
}

// "a=1 b=2" of every point of the only experiment.
inline std::vector<std::string> points_of(const std::string& vary) {
  const LoadedPlan plan = plan_with(R"(,"vary":[)" + vary + "]");
  const RunListing listing = list_runs(plan.def);
  EXPECT_TRUE(listing.problems.empty());
  std::vector<std::string> texts;
  for (const PlannedPoint& point : listing.list.experiments.front().points) {
    std::string text;
    for (const Setting& setting : point.settings)
      text += (text.empty() ? "" : " ") + setting.path + "=" + setting.value;
    texts.push_back(text);
  }
  return texts;
}

}  // namespace drover::test
