// The report of a check as one JSON document, for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "golden/check_report.h"

namespace drover {

// {"ok", "drover", "scenarios": [{"scenario", "name", "golden", "status", "pass", "message", "detail",
// "line",
//   "dt", "steps", "state_hash", "divergence", "metrics": [...], "expectations": [...], "accept"}, ...],
//  "obsolete": [...], "obsolete_fails", "summary": {"scenarios", "passed", "failed", "not_as_expected",
//  "obsolete", "by_status": {...}}, "accept_all", "prune",
//  "not_reproducible": {"seconds", "scenario_seconds": [...]}}
//
// Absent values and values that are not finite are null. Everything outside "not_reproducible" is the same
// for the same results; what is in it comes in the order of the scenarios. pretty() makes the text.
nlohmann::ordered_json to_json(const CheckReport& report);

}  // namespace drover
