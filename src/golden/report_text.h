// The texts that the reports of a check share.
//
// All texts here are visible ones (make_visible): nothing that a file name or a message holds can end a line,
// steer a terminal or break a document.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "golden/check_report.h"

namespace drover {

// The outcome of a scenario: "not as expected" where an expectation is not met, whatever the golden says,
// else its status in words ("scenario changed").
std::string_view outcome(const ScenarioCheck& check);

// "bad_input" and "run_failed": there was nothing to compare.
bool is_error(const ScenarioCheck& check);

// The scenarios that do not pass: the worst first, then as they come in the report.
std::vector<const ScenarioCheck*> failing_scenarios(const CheckReport& report);

// "104 scenarios: 102 passed, 1 differs, 1 missing, 1 obsolete golden"
std::string summarize(const CheckReport& report);

// "0.12 s"
std::string seconds_text(double seconds);

// Its own name; the one of the file where it has none.
std::string scenario_name(const ScenarioCheck& check);

// "scenarios/hide.json: differs"
std::string title(const ScenarioCheck& check);

// The first expectation that is not met, then the message; empty where there is nothing to say.
std::string reason(const ScenarioCheck& check);

// The title and the reason: "scenarios/hide.json: differs: step 412 (t = 6.867 s), agent 17, vx: ..."
std::string headline(const ScenarioCheck& check);

struct ExplanationLimits {
  std::size_t lines;  // of each text that was written elsewhere
  std::size_t items;  // metrics, and expectations
};
inline constexpr ExplanationLimits kShortExplanation = {.lines = 40, .items = 10};
inline constexpr ExplanationLimits kFullExplanation = {.lines = static_cast<std::size_t>(-1),
                                                       .items = static_cast<std::size_t>(-1)};

// Why a golden is obsolete.
inline constexpr std::string_view kObsoleteReason = "the scenario of this golden is gone";

// Everything about a scenario that its headline does not say, line by line: further expectations that are not
// met, the acceptance of the golden, changes of the scenario, details, the divergence, metrics with the
// largest difference first, how to accept. Lines beyond a limit are counted in a line of their own.
std::vector<std::string> explain(const ScenarioCheck& check, const ExplanationLimits& limits);

// The headline and the explanation.
std::string report_of(const ScenarioCheck& check, const ExplanationLimits& limits);

}  // namespace drover
