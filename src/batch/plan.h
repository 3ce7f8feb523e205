// Plans: which runs of a scenario a batch makes.
//
// A plan names a scenario, changes it, crosses the sweeps of "vary", and runs every point with several seeds.
// Its experiments share what stands beside them, and add changes and sweeps of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "batch/sweeps/sweep.h"
#include "core/field.h"
#include "core/kind.h"

namespace drover {

inline constexpr std::int64_t kPlanFormat = 1;

// What a plan and each of its experiments can say.
struct RunSetDef {
  NamedList<JsonText> set;                   // path and value
  std::vector<SweepDef> vary;                // crossed; the first changes slowest
  std::optional<std::int64_t> replications;  // of every point
  std::vector<JsonText> seeds;               // of the replications; empty: derived from the seed of the plan
};

struct ExperimentDef {
  std::string description;
  JsonText scenario;  // absent: that of the plan
  RunSetDef runs;
  static const Table& table();
};

// Whether a text names a trace in the folder of a run, in which metrics.json and the rows of metrics stand
// too: a file name without folders, in a format that is known by its ending.
bool is_name_of_trace(const std::string& name);

struct PlanDef {
  std::string schema;
  std::int64_t format = 0;
  std::string name;
  std::string description;
  JsonText scenario;  // a file name relative to the plan, or a scenario
  std::int64_t seed = 1;
  bool independent_seeds = false;
  RunSetDef runs;
  NamedList<ExperimentDef> experiments;
  std::string trace;     // name of the trace in the folder of a run; empty: none
  double timeout = 0.0;  // of a run [s]; 0: none
  static const Table& table();
};

// The families of kinds that plans choose from.
const Catalog& plan_catalog();

}  // namespace drover
