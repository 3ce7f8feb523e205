#include "observe/compare/snapshot_comparison.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/compare/state_comparison.h"

namespace drover {

SnapshotComparison compare_snapshots(const Snapshot& expected, const Snapshot& actual,
                                     const Tolerances& tolerances) {
  SnapshotComparison result;
  result.step = expected.state.tick;
  result.dt = expected.dt;
  if (const SavedColumn* numbers = expected.state.find("number")) {
    // Rows that are not anchors of formations.
    for (std::size_t row = 0; row < numbers->size(); ++row) {
      if (numbers->number(row) < static_cast<double>(kFirstAnchorNumber)) ++result.agents;
    }
  }
  for (const SavedColumn& column : expected.state.columns)
    result.numbers += column.size();
  const auto compare = [&result](const char* fact, const nlohmann::ordered_json& a,
                                 const nlohmann::ordered_json& b) {
    if (a != b) result.facts.push_back({fact, a.dump(), b.dump(), false});
  };
  compare("step", expected.state.tick, actual.state.tick);
  compare("seed", expected.seed, actual.seed);
  compare("dt", expected.dt, actual.dt);
  compare("numerics", expected.numerics, actual.numerics);
  if (expected.drover != actual.drover)
    result.notes.push_back(
        fmt::format("drover {} saved the first and {} the second", expected.drover, actual.drover));
  compare_states(expected.state, actual.state, tolerances, result.divergence);
  return result;
}

std::vector<std::string> tolerable_quantities(const Snapshot& snapshot) {
  std::vector<std::string> quantities;
  for (const SavedColumn& column : snapshot.state.columns) {
    std::string quantity = column.name.substr(column.name.rfind('/') + 1);
    if (std::find(quantities.begin(), quantities.end(), quantity) == quantities.end())
      quantities.push_back(std::move(quantity));
  }
  return quantities;
}

nlohmann::ordered_json to_json(const SnapshotComparison& comparison) {
  nlohmann::ordered_json out;
  out["step"] = comparison.step;
  out["dt"] = comparison.dt;
  out["agents"] = comparison.agents;
  out["numbers"] = comparison.numbers;
  out["facts"] = nlohmann::ordered_json::array();
  for (const FactDifference& fact : comparison.facts)
    out["facts"].push_back(to_json(fact));
  out["scenario_paths"] = comparison.scenario_paths;
  out["divergence"] = to_json(comparison.divergence);
  return out;
}

}  // namespace drover
