#include "golden/report_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/text.h"
#include "core/utf8.h"
#include "observe/record/provenance.h"

namespace drover {
namespace {

using Lines = std::vector<std::string>;

constexpr std::array<std::string_view, kCheckStatusNames.size()> kOutcomes = {
    "passed",         "within tolerance", "updated",     "missing",   "scenario changed", "numerics changed",
    "hashes changed", "differs",          "not checked", "bad input", "run failed"};
constexpr std::string_view kNotAsExpected = "not as expected";
constexpr CheckStatus kFirstError = CheckStatus::bad_input;  // it and what follows: nothing was compared

// "3 passed", "1 differs", ...: in the order of severity, without those that did not occur.
Lines outcome_counts(const CheckReport& report) {
  Lines counts;
  const auto add = [&](std::string_view what) {
    const auto count = std::count_if(report.scenarios.begin(), report.scenarios.end(),
                                     [&](const ScenarioCheck& check) { return outcome(check) == what; });
    // "differs" is the only one of the words that has a plural.
    if (count > 1 && what == kOutcomes[static_cast<std::size_t>(CheckStatus::differs)]) what = "differ";
    if (count > 0) counts.push_back(fmt::format("{} {}", count, what));
  };
  for (std::size_t status = 0; status < kOutcomes.size(); ++status) {
    if (status == static_cast<std::size_t>(kFirstError)) add(kNotAsExpected);
    add(kOutcomes[status]);
  }
  return counts;
}

// At most `limit` of the lines; one more line gives the number of the others.
void append_limited(Lines& out, const Lines& lines, std::size_t limit, std::string_view what) {
  const std::size_t shown = std::min(limit, lines.size());
  out.insert(out.end(), lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(shown));
  if (lines.size() > shown)
    out.push_back(fmt::format("... and {}", counted(lines.size() - shown, "more " + std::string(what))));
}

Lines visible_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(make_visible(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string value_text(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "absent";
}

std::string metric_line(const MetricDifference& metric) {
  const std::string name = make_visible(metric.metric);
  const std::string expected = value_text(metric.expected);
  const std::string actual = value_text(metric.actual);
  if (metric.only_expected) return fmt::format("{}: expected {}, not measured by the run", name, expected);
  if (metric.only_actual) return fmt::format("{}: found {}, not in the golden", name, actual);
  std::string line = fmt::format("{}: expected {}, found {}", name, expected, actual);
  if (metric.expected && metric.actual) {
    line += fmt::format(" ({:+.4g})", *metric.actual - *metric.expected);
  }
  if (!metric.tolerance.is_exact() && std::isfinite(metric.excess)) {
    line += fmt::format(", {:.3g} times what is tolerated", metric.excess);
  }
  return line;
}

// How large a difference is in terms of its tolerance, to sort by; never NaN, infinity where a side has no
// value. To the tolerance comes a millionth of the larger value, and 1e-12 for those that were 0: else
// rounding in a metric without tolerance would come before every real change.
double weight(const MetricDifference& metric) {
  constexpr double kLeast = 1e-6;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!metric.expected || !metric.actual) return kInfinity;
  const double expected = std::abs(*metric.expected);
  const double tolerated = metric.tolerance.absolute + metric.tolerance.relative * expected;
  const double least = kLeast * (std::max(expected, std::abs(*metric.actual)) + kLeast);
  const double found = std::abs(*metric.actual - *metric.expected) / (tolerated + least);
  return std::isnan(found) ? kInfinity : found;
}

// Differences within their tolerance are only counted: listed, they would hide the large ones.
void append_metrics(Lines& out, const ScenarioCheck& check, std::size_t limit) {
  std::vector<MetricDifference> metrics = check.metrics;
  std::ranges::stable_sort(metrics, std::greater<>(), weight);
  Lines lines;
  std::size_t tolerated = 0;
  std::size_t not_accepted = 0;  // reported by the run only
  for (const MetricDifference& metric : metrics) {
    if (metric.is_tolerated) {
      ++(metric.only_actual ? not_accepted : tolerated);
    } else {
      lines.push_back("  " + metric_line(metric));
    }
  }
  if (!lines.empty()) out.emplace_back("metrics that differ, the worst first:");
  append_limited(out, lines, limit, "metric");
  if (tolerated > 0) out.push_back(fmt::format("{} moved within tolerance", counted(tolerated, "metric")));
  if (not_accepted > 0)
    out.push_back(fmt::format("{} without an accepted value", counted(not_accepted, "metric")));
}

void append_acceptance(Lines& out, const ScenarioCheck& check) {
  if (check.golden_agrees() || check.accepted_with.empty()) return;
  std::string line = fmt::format("the golden was accepted with drover {}", make_visible(check.accepted_with));
  if (check.accepted_with != drover_version()) line += fmt::format(", this is drover {}", drover_version());
  if (!check.accepted_reason.empty()) line += fmt::format(": \"{}\"", make_visible(check.accepted_reason));
  out.push_back(std::move(line));
}

// A broken expectation is a fault even where its golden was accepted: it comes after what could not run,
// before all else.
int severity(const ScenarioCheck& check) {
  if (is_error(check)) return 2;
  return check.meets_expectations() ? 0 : 1;
}

}  // namespace

std::string_view outcome(const ScenarioCheck& check) {
  if (!is_error(check) && !check.meets_expectations()) return kNotAsExpected;
  return kOutcomes[static_cast<std::size_t>(check.status)];
}

bool is_error(const ScenarioCheck& check) {
  return check.status >= kFirstError;
}

std::vector<const ScenarioCheck*> failing_scenarios(const CheckReport& report) {
  std::vector<const ScenarioCheck*> failing;
  for (const ScenarioCheck& check : report.scenarios) {
    if (!check.pass()) failing.push_back(&check);
  }
  std::ranges::stable_sort(failing, std::greater<>(), [](const ScenarioCheck* check) {
    return std::pair(severity(*check), check->status);
  });
  return failing;
}

std::string summarize(const CheckReport& report) {
  std::string text = report.scenarios.empty() ? "no scenarios" : counted(report.scenarios.size(), "scenario");
  std::string separator = report.scenarios.empty() ? ", " : ": ";
  Lines counts = outcome_counts(report);
  if (!report.obsolete.empty()) counts.push_back(counted(report.obsolete.size(), "obsolete golden"));
  for (const std::string& count : counts) {
    text += separator + count;
    separator = ", ";
  }
  return text;
}

std::string seconds_text(double seconds) {
  return fmt::format("{:.{}f} s", seconds, seconds < 10.0 ? 2 : 1);
}

std::string scenario_name(const ScenarioCheck& check) {
  if (!check.name.empty()) return make_visible(check.name);
  return make_visible(std::filesystem::path(check.scenario).stem().string());
}

std::string title(const ScenarioCheck& check) {
  return fmt::format("{}: {}", make_visible(check.scenario), outcome(check));
}

std::string reason(const ScenarioCheck& check) {
  const auto unmet = std::ranges::find(check.expectations, false, &Verdict::pass);
  if (unmet == check.expectations.end()) return make_visible(check.message);
  std::string text = make_visible(describe_verdict(*unmet));
  // Of a golden that agrees there is nothing to say, but that it was written.
  const bool says_more = !check.golden_agrees() || check.status == CheckStatus::updated;
  if (says_more && !check.message.empty()) text += "; " + make_visible(check.message);
  return text;
}

std::string headline(const ScenarioCheck& check) {
  const std::string why = reason(check);
  return why.empty() ? title(check) : fmt::format("{}: {}", title(check), why);
}

std::vector<std::string> explain(const ScenarioCheck& check, const ExplanationLimits& limits) {
  Lines lines, unmet, changes;
  for (const Verdict& verdict : check.expectations) {
    if (!verdict.pass) unmet.push_back("expectation not met: " + make_visible(describe_verdict(verdict)));
  }
  if (!unmet.empty()) unmet.erase(unmet.begin());  // the headline has it
  append_limited(lines, unmet, limits.items, "expectation");
  append_acceptance(lines, check);
  for (const ScenarioChange& change : check.changes)
    changes.push_back("  " + make_visible(describe(change)));
  if (!changes.empty()) lines.emplace_back("changed in the scenario:");
  append_limited(lines, changes, limits.items, "change");
  append_limited(lines, visible_lines(check.detail), limits.lines, "line");
  append_limited(lines, visible_lines(format_human(check.divergence, check.dt)), limits.lines, "line");
  append_metrics(lines, check, limits.items);
  if (!check.command.empty()) lines.push_back("to accept: " + make_visible(check.command));
  return lines;
}

std::string report_of(const ScenarioCheck& check, const ExplanationLimits& limits) {
  std::string text = headline(check);
  for (const std::string& line : explain(check, limits))
    text += "\n" + line;
  return text;
}

}  // namespace drover
