#include "golden/json_report.h"

#include <cmath>
#include <optional>
#include <span>

#include <nlohmann/json.hpp>

#include "observe/record/provenance.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(std::optional<double> number) {
  return number && std::isfinite(*number) ? Json(*number) : Json();
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json scenario_json(const ScenarioCheck& check) {
  Json out;
  out["scenario"] = check.scenario;
  out["name"] = text_or_null(check.name);
  out["golden"] = text_or_null(check.golden);
  out["status"] = name_of(check.status);
  out["pass"] = check.pass();
  const bool has_run = check.status != CheckStatus::bad_input && check.status != CheckStatus::run_failed;
  out["as_expected"] = has_run ? Json(check.meets_expectations()) : Json();
  out["message"] = text_or_null(check.message);
  out["detail"] = text_or_null(check.detail);
  out["accepted_with"] = text_or_null(check.accepted_with);
  out["accepted_reason"] = text_or_null(check.accepted_reason);
  out["renamed_from"] = text_or_null(check.renamed_from);
  out["line"] = check.line > 0 ? Json(check.line) : Json();
  out["dt"] = number_or_null(check.dt);
  out["steps"] = check.steps;
  out["state_hash"] = text_or_null(check.state_hash);
  out["scenario_changes"] = Json::array();
  for (const ScenarioChange& change : check.changes) {
    out["scenario_changes"].push_back({{"pointer", change.pointer},
                                       {"before", change.before ? Json(*change.before) : Json()},
                                       {"after", change.after ? Json(*change.after) : Json()}});
  }
  out["divergence"] = check.divergence.empty() ? Json() : to_json(check.divergence);
  out["metrics"] = Json::array();
  for (const MetricDifference& metric : check.metrics)
    out["metrics"].push_back(to_json(metric));
  out["expectations"] = to_json(std::span<const Verdict>(check.expectations));
  out["accept"] = text_or_null(check.command);
  return out;
}

Json summary_of(const CheckReport& report) {
  std::size_t passed = 0;
  std::size_t not_as_expected = 0;
  Json by_status;  // every status, so that a program need not ask which are there
  for (const std::string_view name : kCheckStatusNames)
    by_status[std::string(name)] = 0u;
  for (const ScenarioCheck& check : report.scenarios) {
    Json& count = by_status[std::string(name_of(check.status))];
    count = count.get<unsigned>() + 1u;
    if (check.pass()) ++passed;
    if (!check.meets_expectations()) ++not_as_expected;
  }
  return {{"scenarios", report.scenarios.size()},       {"passed", passed},
          {"failed", report.scenarios.size() - passed}, {"not_as_expected", not_as_expected},
          {"obsolete", report.obsolete.size()},         {"by_status", std::move(by_status)}};
}

}  // namespace

Json to_json(const CheckReport& report) {
  Json out;
  out["ok"] = report.pass();
  out["drover"] = drover_version();
  out["scenarios"] = Json::array();
  Json seconds = Json::array();
  for (const ScenarioCheck& check : report.scenarios) {
    out["scenarios"].push_back(scenario_json(check));
    seconds.push_back(number_or_null(check.seconds));
  }
  out["obsolete"] = report.obsolete;
  out["obsolete_fails"] = report.obsolete_fails;
  out["summary"] = summary_of(report);
  out["accept_all"] = text_or_null(report.accept_command);
  out["prune"] = text_or_null(report.prune_command);
  out["not_reproducible"] = {{"seconds", number_or_null(report.seconds)},
                             {"scenario_seconds", std::move(seconds)}};
  return out;
}

}  // namespace drover
