// Golden files: the accepted results of runs of scenarios.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/field_table.h"
#include "core/numerics.h"
#include "observe/compare/tolerances.h"
#include "observe/metrics/expectations.h"
#include "scenario/diagnostics.h"

namespace drover {

inline constexpr std::int64_t kGoldenFormat = 1;
inline constexpr std::string_view kGoldenExtension = ".golden.json";
// A golden that waits for acceptance stands beside the accepted one, with this appended to its
// name.
inline constexpr std::string_view kPendingExtension = ".new";

// The acceptance of a golden: the reason, and the program that computed it.
struct AcceptanceDef {
  std::string reason;
  std::string drover;                  // version
  std::string numerics;                // kNumericsProfile
  std::string hashes{kFirstHashForm};  // kHashForm
  static const Table& table();
};

// The state hash after a step, 16 hexadecimal digits.
struct CheckpointDef {
  std::int64_t step = 0;
  std::string hash;
  static const Table& table();
};

// The first digits of the state hashes after every so many steps: enough to tell where two runs part.
struct DigestsDef {
  std::int64_t every = 1;
  std::vector<std::string> hashes;  // kDigestDigits digits per step, many steps in one text
  static const Table& table();
};
inline constexpr std::size_t kDigestDigits = 4;

struct GoldenMetricDef {
  Parameter value;  // absent: there was nothing to measure
  static const Table& table();
};

struct ToleranceDef {
  double absolute = 0.0;
  double relative = 0.0;
  static const Table& table();
};

// An expectation of the scenario that the run does not meet.
struct UnmetExpectationDef {
  std::string metric;
  Parameter at_most;
  Parameter at_least;
  Parameter value;  // absent: there was nothing to measure
  std::string why;  // that was so
  static const Table& table();
};

// The tolerances of a golden. Without them every bit must agree.
struct TolerancesDef {
  std::optional<std::int64_t> horizon;  // steps; the trace is not compared behind it
  NamedList<ToleranceDef> columns;
  NamedList<ToleranceDef> metrics;
  static const Table& table();
};

// A trace as CSV, the line of names first.
struct GoldenTraceDef {
  std::int64_t every = 1;
  std::vector<std::string> rows;
  static const Table& table();

  // The names in the first line; they hold no comma.
  std::vector<std::string> columns() const;
};

struct GoldenDef {
  std::int64_t format = kGoldenFormat;
  std::string scenario;  // its file, relative to the folder of the golden
  AcceptanceDef accepted;
  std::string scenario_hash;                      // of what the motion follows from (motion_part())
  std::vector<std::string> scenario_values = {};  // scenario_values(); empty in goldens of older versions
  std::vector<std::string> scenario_expressions = {};  // likewise; empty without variables
  double dt = 0.0;                                     // s
  std::int64_t steps = 0;
  std::string state_hash;  // after the last step
  std::vector<CheckpointDef> checkpoints;
  DigestsDef digests;
  NamedList<GoldenMetricDef> metrics;  // by path: "collisions.agent_agent"
  std::vector<UnmetExpectationDef> unmet_expectations = {};
  std::optional<TolerancesDef> tolerances;
  std::optional<GoldenTraceDef> trace;
  static const Table& table();

  void set_unmet(std::span<const Verdict> verdicts);
  std::vector<Verdict> unmet() const;
  // Of columns and of metrics.
  Tolerances column_tolerances() const;
  Tolerances metric_tolerances() const;
  // {"collisions": {"agent_agent": 0, ...}, ...}
  nlohmann::ordered_json metric_tree() const;
};

// The same golden gives the same text, in lines short enough to see what changed.
std::string to_text(const GoldenDef& golden);

// Reads a golden file. Empty when there is an error.
std::optional<GoldenDef> read_golden(const std::string& path, JsonSources& sources, Diagnostics& diagnostics);

}  // namespace drover
