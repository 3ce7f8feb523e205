#include "golden/report_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "core/text.h"
#include "scenario/utf8.h"

namespace drover {
namespace {

using Lines = std::vector<std::string>;

constexpr std::array<std::string_view, kCheckStatusNames.size()> kOutcomes = {
    "passed",           "within tolerance", "updated",   "missing",   "scenario changed",
    "numerics changed", "differs",          "bad input", "run failed"};
constexpr std::string_view kNotAsExpected = "not as expected";

std::string count_outcome(std::size_t count, std::string_view what) {
  // The only one of the words that has a plural.
  if (count != 1 && what == kOutcomes[static_cast<std::size_t>(CheckStatus::differs)]) what = "differ";
  return fmt::format("{} {}", count, what);
}

// "3 passed", "1 differs", ...: in the order of severity, without those that did not occur.
Lines outcome_counts(const CheckReport& report) {
  Lines counts;
  const auto add = [&](std::string_view what) {
    const auto count = std::count_if(report.scenarios.begin(), report.scenarios.end(),
                                     [&](const ScenarioCheck& check) { return outcome(check) == what; });
    if (count > 0) counts.push_back(count_outcome(static_cast<std::size_t>(count), what));
  };
  for (const std::string_view what : kOutcomes)
    add(what);
  add(kNotAsExpected);
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

// The sort key of metrics; never NaN. Without tolerances every excess is infinite, and only the
// relative change tells a large one from a small one, whatever the units.
struct MetricRank {
  double excess;
  double relative;

  explicit MetricRank(const MetricDifference& metric) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const bool comparable = metric.expected && metric.actual;
    const bool ranked = comparable && !std::isnan(metric.excess);
    excess = ranked ? metric.excess : kInfinity;
    relative = kInfinity;
    if (comparable && *metric.expected != 0.0) {
      relative = std::abs((*metric.actual - *metric.expected) / *metric.expected);
    }
    if (std::isnan(relative)) relative = kInfinity;
  }
};

bool is_worse(const MetricDifference& a, const MetricDifference& b) {
  const MetricRank rank_a(a);
  const MetricRank rank_b(b);
  if (rank_a.excess != rank_b.excess) return rank_a.excess > rank_b.excess;
  return rank_a.relative > rank_b.relative;
}

// Differences within their tolerance are only counted: listed, they would hide the large ones.
void append_metrics(Lines& out, const ScenarioCheck& check, std::size_t limit) {
  std::vector<MetricDifference> metrics = check.metrics;
  std::stable_sort(metrics.begin(), metrics.end(), is_worse);
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

void append_changes(Lines& out, const ScenarioCheck& check, std::size_t limit) {
  if (check.changes.empty()) return;
  Lines lines;
  for (const ScenarioChange& change : check.changes)
    lines.push_back("  " + make_visible(describe(change)));
  out.emplace_back("changed in the scenario:");
  append_limited(out, lines, limit, "change");
}

// The headline has the first of them where there is nothing worse to say.
void append_expectations(Lines& out, const ScenarioCheck& check, std::size_t limit) {
  Lines lines;
  bool is_told = !check.golden_agrees();
  for (const Verdict& verdict : check.expectations) {
    if (verdict.pass) continue;
    if (is_told) lines.push_back("expectation not met: " + make_visible(describe_verdict(verdict)));
    is_told = true;
  }
  append_limited(out, lines, limit, "expectation");
}

}  // namespace

std::string_view outcome(const ScenarioCheck& check) {
  if (check.golden_agrees() && !check.pass()) return kNotAsExpected;
  return kOutcomes[static_cast<std::size_t>(check.status)];
}

bool is_error(const ScenarioCheck& check) {
  return check.status >= CheckStatus::bad_input;
}

std::vector<const ScenarioCheck*> failing_scenarios(const CheckReport& report) {
  std::vector<const ScenarioCheck*> failing;
  for (const ScenarioCheck& check : report.scenarios) {
    if (!check.pass()) failing.push_back(&check);
  }
  std::stable_sort(failing.begin(), failing.end(),
                   [](const ScenarioCheck* a, const ScenarioCheck* b) { return a->status > b->status; });
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
  // What the message says of a golden that agrees is no reason to fail.
  const bool is_of_expectation = check.golden_agrees() && !check.pass();
  if (!check.message.empty() && !is_of_expectation) return make_visible(check.message);
  for (const Verdict& verdict : check.expectations) {
    if (!verdict.pass) return make_visible(describe_verdict(verdict));
  }
  return {};
}

std::string headline(const ScenarioCheck& check) {
  const std::string why = reason(check);
  return why.empty() ? title(check) : fmt::format("{}: {}", title(check), why);
}

std::vector<std::string> explain(const ScenarioCheck& check, const ExplanationLimits& limits) {
  Lines lines;
  append_changes(lines, check, limits.items);
  append_limited(lines, visible_lines(check.detail), limits.lines, "line");
  append_limited(lines, visible_lines(format_human(check.divergence, check.dt)), limits.lines, "line");
  append_metrics(lines, check, limits.items);
  append_expectations(lines, check, limits.items);
  if (!check.command.empty()) lines.push_back("to accept: " + make_visible(check.command));
  return lines;
}

}  // namespace drover
