// The report of `drover diff`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/compare/metrics_comparison.h"
#include "observe/compare/snapshot_comparison.h"
#include "observe/compare/trace_comparison.h"

namespace drover {

// What was compared of one kind, and the names of both sides.
template <class Comparison>
struct ComparedPair {
  std::string expected;
  std::string actual;
  Comparison comparison;
};

struct DiffReport {
  std::string expected;  // as the user gave it
  std::string actual;
  std::optional<ComparedPair<TraceComparison>> trace = {};
  std::optional<ComparedPair<MetricsComparison>> metrics = {};
  std::optional<ComparedPair<SnapshotComparison>> snapshot = {};
  std::vector<std::string> notes = {};  // what was not compared, and why

  bool agrees() const;
};

// One line, and the notes, where they agree.
std::string format_human(const DiffReport& report);
nlohmann::ordered_json to_json(const DiffReport& report);

}  // namespace drover
