// Compares two snapshots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/compare/divergence.h"
#include "observe/compare/metrics_comparison.h"
#include "observe/compare/tolerances.h"
#include "observe/record/snapshot.h"

namespace drover {

struct SnapshotComparison {
  std::uint64_t step = 0;     // of the expected state
  double dt = 0.0;            // s, of the expected state
  std::size_t agents = 0;     // of the expected state, absent ones included
  std::uint64_t numbers = 0;  // of the expected state
  Divergence divergence = {};
  std::vector<FactDifference> facts = {};  // step, seed, dt, numerics
  // JSON pointers of the differences of the scenarios that affect the motion. Filled in by a caller that can
  // read scenarios.
  std::vector<std::string> scenario_paths = {};
  std::vector<std::string> notes = {};  // what differs and does not count

  bool agrees() const { return divergence.intolerable() == 0 && facts.empty() && scenario_paths.empty(); }
};

SnapshotComparison compare_snapshots(const Snapshot& expected, const Snapshot& actual,
                                     const Tolerances& tolerances);

// The quantities for which tolerances can be given, each once.
std::vector<std::string> tolerable_quantities(const Snapshot& snapshot);

nlohmann::ordered_json to_json(const SnapshotComparison& comparison);

}  // namespace drover
