// Checks one scenario: loads it, runs it, compares it with its golden, and writes what is to be written.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/kind.h"
#include "golden/check_report.h"
#include "golden/golden_comparison.h"
#include "golden/golden_run.h"
#include "golden/golden_store.h"
#include "golden/golden_update.h"
#include "scenario/scenario_reader.h"

namespace drover {

struct CheckOptions {
  GoldenUpdate update = GoldenUpdate::never;
  std::string reason = {};                       // noted in goldens that are written
  bool writes_pending = false;                   // whether what is new or differs waits beside the golden
  bool uses_goldens = true;                      // otherwise only expectations are checked
  Tolerances tolerances = {};                    // beyond those of the goldens
  bool is_strict = false;                        // those of the goldens do not count
  std::optional<std::int64_t> trace_every = {};  // of goldens without a trace
  std::vector<std::string> trace_columns = {};
  std::function<bool()> is_stopped = {};
};

// A scenario to check.
struct ScenarioFile {
  std::string path;
  std::string place;  // below the folder it was found in, without ".json": "behaviors/seek", "yard.jsonc"
};

class ScenarioChecker {
 public:
  // All of them outlive the checker; check() may be called from several threads.
  ScenarioChecker(const Catalog& catalog, const GoldenStore& store, const CheckOptions& options)
      : catalog_(catalog), store_(store), options_(options) {}

  struct Outcome {
    ScenarioCheck check;
    Failure failure;          // a golden could not be written
    bool is_stopped = false;  // there is no answer
  };
  Outcome check(const ScenarioFile& file) const;

 private:
  class Check;

  const Catalog& catalog_;
  const GoldenStore& store_;
  const CheckOptions& options_;
};

}  // namespace drover
