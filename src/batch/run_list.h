// The runs of a plan: its points and replications, experiment by experiment.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batch/plan_reader.h"
#include "core/problem.h"

namespace drover {

struct PlannedRun {
  std::size_t experiment = 0;  // index in RunList::experiments
  std::size_t point = 0;       // within the experiment
  std::size_t replication = 0;
  std::optional<std::int64_t> seed;  // absent: that of the scenario
};

// Runs with the same changes.
struct PlannedPoint {
  Point settings;               // in the order in which they are applied
  std::size_t first_parameter;  // those before are the same in the whole plan

  std::span<const Setting> parameters() const { return std::span(settings).subspan(first_parameter); }
};

struct PlannedExperiment {
  std::string name;      // empty: the plan has none
  std::string scenario;  // JSON: the name of a file, or a scenario
  std::string place;     // JSON pointer of what says so
  std::vector<PlannedPoint> points;
};

struct RunList {
  std::vector<PlannedExperiment> experiments;
  std::vector<PlannedRun> runs;  // by experiment, point and replication

  const PlannedPoint& point(const PlannedRun& run) const {
    return experiments[run.experiment].points[run.point];
  }
};

// The runs, or what is wrong with the plan as a whole, with JSON pointers into it.
struct RunListing {
  RunList list;
  std::vector<Problem> problems;
};
// More than `max_runs` are refused.
RunListing list_runs(const PlanDef& plan, std::size_t max_runs = 1'000'000);

// The seed of a replication: the same for every point of a plan, unless a text that tells points apart is
// given. In [0, 2^48).
std::int64_t derived_seed(std::uint64_t plan_seed, std::uint64_t replication, const std::string& point = {});

// The JSON text of a value so that equal values have equal texts: 5.0 is 5.
std::string plain_value(const std::string& text);

// "agents.0.count=20, seed 5"; of a run without changes and seed "the scenario as it is". The name of an
// experiment comes first.
std::string describe(const RunList& list, const PlannedRun& run);
std::string describe(std::span<const Setting> settings, std::optional<std::int64_t> seed,
                     std::string experiment = {});

// A line "PATH=VALUE" for each setting.
std::string lines_of(std::span<const Setting> settings);

}  // namespace drover
