// Compares the results of a run with the accepted ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "golden/check_report.h"
#include "golden/golden_store.h"

namespace drover {

// Where the states of two runs part, as far as their hashes tell.
struct StatePart {
  std::int64_t last_equal = -1;      // a step in which both were the same; -1 where none is known
  std::int64_t first_different = 0;  // the first of which it is known that they were not
};
std::optional<StatePart> find_part(const GoldenDef& expected, const GoldenDef& actual);

// Fills status, message, detail, changes, divergence and metrics of a check: those of a scenario that changed
// show what the change does. The tolerances, by column or by metric,
// win over those of the golden.
void compare_goldens(const GoldenDef& expected, const GoldenDef& actual, const Tolerances& tolerances,
                     ScenarioCheck& check);

// The same for a run without an accepted golden of its own; `left` is what a rename left behind, or null.
void note_missing_golden(const GoldenFile* left, const GoldenDef& actual, ScenarioCheck& check);

}  // namespace drover
