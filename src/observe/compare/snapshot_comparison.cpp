#include "observe/compare/snapshot_comparison.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/compare/state_comparison.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t numbers_of(const SavedState& state) {
  std::uint64_t numbers = 0;
  for (const SavedColumn& column : state.columns)
    numbers += column.size();
  return numbers;
}

// Rows that are not anchors of formations.
std::uint64_t agents_among(const SavedColumn& numbers) {
  std::uint64_t agents = 0;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (numbers.number(row) < static_cast<double>(kFirstAnchorNumber)) ++agents;
  }
  return agents;
}

std::vector<FactDifference> compare_facts(const Snapshot& expected, const Snapshot& actual) {
  std::vector<FactDifference> facts;
  const auto compare = [&facts](const char* fact, const Json& a, const Json& b) {
    if (a != b) facts.push_back({fact, a.dump(), b.dump(), false});
  };
  compare("step", expected.state.tick, actual.state.tick);
  compare("seed", expected.seed, actual.seed);
  compare("dt", expected.dt, actual.dt);
  compare("numerics", expected.numerics, actual.numerics);
  return facts;
}

}  // namespace

bool SnapshotComparison::agrees() const {
  return divergence.intolerable() == 0 && facts.empty() && scenario_paths.empty();
}

SnapshotComparison compare_snapshots(const Snapshot& expected, const Snapshot& actual,
                                     const Tolerances& tolerances) {
  SnapshotComparison result;
  result.step = expected.state.tick;
  result.dt = expected.dt;
  if (const SavedColumn* agents = expected.state.find("number")) result.agents = agents_among(*agents);
  result.numbers = numbers_of(expected.state);
  result.facts = compare_facts(expected, actual);
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

Json to_json(const SnapshotComparison& comparison) {
  Json out;
  out["step"] = comparison.step;
  out["dt"] = comparison.dt;
  out["agents"] = comparison.agents;
  out["numbers"] = comparison.numbers;
  out["facts"] = Json::array();
  for (const FactDifference& fact : comparison.facts)
    out["facts"].push_back(to_json(fact));
  out["scenario_paths"] = comparison.scenario_paths;
  out["divergence"] = to_json(comparison.divergence);
  return out;
}

}  // namespace drover
