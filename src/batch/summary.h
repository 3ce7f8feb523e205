// What replications tell together: summaries of a batch, and the comparison of two.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/collection.h"
#include "batch/statistics.h"

namespace drover {

struct SummaryOptions {
  std::vector<std::string> metrics = {};  // existing names; empty: all
  double confidence = 0.95;
  // The half width of an interval that is wanted, absolute or as a part of the mean; empty: not asked for.
  std::optional<double> half_width = {};
  std::optional<double> relative_half_width = {};
};

// The complete runs of a point, wherever the plan has it.
struct PointRuns {
  const CollectedRun* first = nullptr;  // for what all of them share
  std::vector<const CollectedRun*> runs;
};
std::vector<PointRuns> by_point(const Collection& collection);

// The values of a metric; runs without a value are left out.
std::vector<double> values_of(const PointRuns& point, const std::string& metric);

// A row for each point and metric: experiment, point, the parameters, metric, runs, count, mean, deviation,
// min, q05, q25, median, q75, q95, max, ci_low, ci_high, and with a wanted half width "needed": how many
// replications it takes. `runs` are complete, `count` of them have a value of the metric; as large a share of
// the needed replications is taken to have one.
ResultTable summary_table(const Collection& collection, const SummaryOptions& options);

// A row for each point and metric of two batches: the differences B - A of runs with the same experiment,
// parameters and seed. Columns: experiment, the parameters, metric, pairs, mean_a, mean_b, difference,
// deviation, ci_low, ci_high.
struct Comparison {
  ResultTable table;
  std::size_t pairs = 0;
  std::size_t only_a = 0;  // complete runs without a partner
  std::size_t only_b = 0;
};
Comparison compare(const Collection& a, const Collection& b, const SummaryOptions& options);

// Of the points of one batch: A are the runs with `value` (JSON) of the parameter `path`, or of the
// experiment "value" where the path is "experiment"; B are those with the same seed and the same other
// parameters, point by point.
Comparison compare_with_baseline(const Collection& batch, const std::string& path, const std::string& value,
                                 const SummaryOptions& options);

}  // namespace drover
