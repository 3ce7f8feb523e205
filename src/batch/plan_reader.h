// Reads plans. Every problem of the text is reported with its place, as for scenarios.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "batch/plan.h"
#include "scenario/diagnostics.h"
#include "scenario/json_document.h"

namespace drover {

struct LoadedPlan {
  PlanDef def;
  JsonValue document;                // as read: the places of later problems
  std::size_t max_runs = 1'000'000;  // more are refused
  bool names_any_file = false;       // of the options of a call, whose paths are the caller's
  std::string folder;                // that file names in the plan are relative to; empty: the working folder
};

// Whether a text is a plan and not a scenario: its document has the key "scenario".
bool looks_like_plan(const JsonValue& document);
bool looks_like_plan(std::string_view text);

// Reads the source with that index. Empty when there is an error.
std::optional<LoadedPlan> read_plan(std::uint32_t source, JsonSources& sources, Diagnostics& diagnostics);

// The JSON Schema of plans.
nlohmann::ordered_json plan_schema();

}  // namespace drover
