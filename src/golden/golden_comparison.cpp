#include "golden/golden_comparison.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/numerics.h"
#include "core/text.h"
#include "observe/compare/metrics_comparison.h"
#include "observe/compare/trace_comparison.h"
#include "observe/read/row_source.h"

namespace drover {
namespace {

Tolerances merged(Tolerances base, const Tolerances& over) {
  for (const auto& [pattern, tolerance] : over.by_pattern())
    base.set(pattern, tolerance);
  return base;
}

// Takes in what another list of hashes tells.
void narrow(std::optional<StatePart>& part, const StatePart& other) {
  const std::int64_t first =
      part ? std::min(part->first_different, other.first_different) : other.first_different;
  std::int64_t last = other.last_equal < first ? other.last_equal : -1;
  // Digests may agree by chance where whole hashes do not.
  if (part && part->last_equal < first) last = std::max(last, part->last_equal);
  part = StatePart{last, first};
}

void find_in_digests(const GoldenDef& expected, const GoldenDef& actual, std::optional<StatePart>& part) {
  if (expected.digests.every != actual.digests.every) return;
  const std::string a = fmt::format("{}", fmt::join(expected.digests.hashes, ""));
  const std::string b = fmt::format("{}", fmt::join(actual.digests.hashes, ""));
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (in_a == a.end() || in_b == b.end()) return;
  const auto same = static_cast<std::int64_t>(static_cast<std::size_t>(in_a - a.begin()) / kDigestDigits);
  // Step 0 has no digest.
  narrow(part, {same > 0 ? same * expected.digests.every : -1, (same + 1) * expected.digests.every});
}

void find_in_checkpoints(const GoldenDef& expected, const GoldenDef& actual, std::optional<StatePart>& part) {
  std::int64_t last_equal = -1;
  for (const CheckpointDef& checkpoint : expected.checkpoints) {
    const auto same = std::find_if(actual.checkpoints.begin(), actual.checkpoints.end(),
                                   [&](const CheckpointDef& other) { return other.step == checkpoint.step; });
    if (same == actual.checkpoints.end()) continue;
    if (same->hash != checkpoint.hash) return narrow(part, {last_equal, checkpoint.step});
    last_equal = checkpoint.step;
    if (part && last_equal < part->first_different) part->last_equal = std::max(part->last_equal, last_equal);
  }
}

std::string at_step(std::int64_t step, double dt) {
  return fmt::format("step {} (t = {:.6g} s)", step, static_cast<double>(step) * dt);
}

std::string describe(const StatePart& part, double dt) {
  if (part.first_different == part.last_equal + 1)
    return fmt::format("the states differ from {} on", at_step(part.first_different, dt));
  if (part.last_equal < 0)
    return fmt::format("the states differ, at the latest in {}", at_step(part.first_different, dt));
  return fmt::format("the states begin to differ after step {}, at the latest in {}", part.last_equal,
                     at_step(part.first_different, dt));
}

class GoldenComparison {
 public:
  GoldenComparison(const GoldenDef& expected, const GoldenDef& actual, const Tolerances& tolerances,
                   ScenarioCheck& check)
      : expected_(expected), actual_(actual), over_(tolerances), check_(check) {}

  void run() {
    check_.accepted_with = expected_.accepted.drover;
    check_.accepted_reason = expected_.accepted.reason;
    const bool has_other_hashes = expected_.accepted.hashes != actual_.accepted.hashes;
    const bool is_other = !has_other_hashes && is_of_another_scenario();
    if (is_of_other_numerics()) return;
    if (has_other_hashes) return compare_without_hashes();
    const std::optional<StatePart> part = find_part(expected_, actual_);
    const bool metrics_agree = compare_metrics();
    const bool trace_agrees = compare_trace();
    if (!is_other) return judge(part, metrics_agree, trace_agrees);
    // What the change of the scenario does to the results.
    if (expected_.state_hash == actual_.state_hash) {
      add_detail("The run still comes to the accepted state.");
    } else if (part) {
      add_detail(describe(*part, actual_.dt));
    }
    if (expected_.scenario_values.empty())
      add_detail(
          "The golden is of an older version and does not say what the scenario was; the next one will.");
  }

 private:
  bool is_of_another_scenario() {
    const bool has_changed = expected_.scenario_hash != actual_.scenario_hash;
    if (!has_changed && expected_.steps == actual_.steps && expected_.dt == actual_.dt) return false;
    check_.status = CheckStatus::scenario_changed;
    if (!expected_.scenario_values.empty())
      check_.changes = compare_scenario_lines({expected_.scenario_values, expected_.scenario_expressions},
                                              {actual_.scenario_values, actual_.scenario_expressions});
    if (!has_changed) {
      check_.message = fmt::format("the scenario has {} steps of {} s, its golden {} of {} s", actual_.steps,
                                   actual_.dt, expected_.steps, expected_.dt);
      return true;
    }
    check_.message = "the scenario changed since its golden was accepted";
    if (!check_.changes.empty()) check_.message += ": " + describe(check_.changes.front());
    if (check_.changes.size() > 1)
      check_.message += fmt::format(" and {}", counted(check_.changes.size() - 1, "more change"));
    return true;
  }

  // Hashes of two forms say nothing about each other; what was measured does.
  void compare_without_hashes() {
    check_.status = CheckStatus::hashes_changed;
    check_.message = fmt::format("the golden has hashes of the form {}, this program makes {}",
                                 expected_.accepted.hashes, actual_.accepted.hashes);
    const bool metrics_agree = compare_metrics();
    const bool trace_agrees = compare_trace();
    add_detail(metrics_agree && trace_agrees ? "What was measured agrees with it: accept it anew."
                                             : "What was measured does not agree with it.");
    add_detail(std::string(kHashFormChange));
  }

  bool is_of_other_numerics() {
    if (expected_.accepted.numerics == actual_.accepted.numerics) return false;
    if (check_.status == CheckStatus::scenario_changed) {
      add_detail("Nothing was compared: the golden belongs to another arithmetic too.");
    } else {
      check_.status = CheckStatus::numerics_changed;
      check_.message = fmt::format("the golden belongs to the arithmetic {}, this program calculates with {}",
                                   expected_.accepted.numerics, actual_.accepted.numerics);
    }
    add_detail(std::string(kNumericsChange));
    return true;
  }

  // A metric without an accepted value contradicts nothing.
  bool compare_metrics() {
    check_.metrics = drover::compare_metrics(expected_.metric_tree(), actual_.metric_tree(),
                                             merged(expected_.metric_tolerances(), over_));
    for (MetricDifference& difference : check_.metrics) {
      if (difference.only_actual) difference.is_tolerated = true;
    }
    return std::all_of(check_.metrics.begin(), check_.metrics.end(),
                       [](const MetricDifference& difference) { return difference.is_tolerated; });
  }

  bool compare_trace() {
    if (!expected_.trace || !actual_.trace) return true;
    const auto lines_of = [](const GoldenTraceDef& trace) {
      std::string text;
      for (const std::string& row : trace.rows)
        text += row + "\n";
      return text;
    };
    std::istringstream expected_rows(lines_of(*expected_.trace));
    std::istringstream actual_rows(lines_of(*actual_.trace));
    TraceFile expected(expected_rows, "golden");
    TraceFile actual(actual_rows, "run");
    TraceComparisonOptions options;
    options.tolerances = merged(expected_.column_tolerances(), over_);
    if (expected_.tolerances && expected_.tolerances->horizon)
      options.horizon = static_cast<std::uint64_t>(*expected_.tolerances->horizon);
    TraceComparison comparison = compare_traces(expected, actual, options);
    check_.divergence = std::move(comparison.divergence);
    if (comparison.problem) add_detail(*comparison.problem);
    const std::uint64_t others = comparison.expected.only_rows + comparison.actual.only_rows;
    if (others > 0) add_detail(fmt::format("{} rows of the trace stand on one side only", others));
    return comparison.agrees() && !comparison.problem;
  }

  // What states may differ for: something with a tolerance that says how far has been compared instead. A
  // golden comes with the files, and with a tolerance of nothing it would accept any states. Empty: nothing.
  std::string compared_instead() const {
    const TolerancesDef own = expected_.tolerances.value_or(TolerancesDef{});
    const bool has_trace = check_.divergence.steps_compared() > 0;
    const bool has_metrics = !expected_.metrics.empty();
    const bool by_trace = has_trace && (own.horizon || !own.columns.empty() || !over_.is_exact());
    const bool by_metrics = has_metrics && (!own.metrics.empty() || !over_.is_exact());
    if (!by_trace && !by_metrics) return {};
    return has_trace && has_metrics ? "trace and metrics are" : (has_trace ? "the trace is" : "metrics are");
  }

  void judge(const std::optional<StatePart>& part, bool metrics_agree, bool trace_agrees) {
    const bool moved =
        part || !check_.divergence.empty() ||
        std::any_of(check_.metrics.begin(), check_.metrics.end(),
                    [](const MetricDifference& difference) { return !difference.only_actual; });
    const std::string compared = compared_instead();
    if (metrics_agree && trace_agrees && (!part || !compared.empty())) {
      check_.status = moved ? CheckStatus::tolerated : CheckStatus::passed;
      if (!part) return;
      check_.message = fmt::format("states are not compared, {} within tolerance", compared);
      add_detail(describe(*part, actual_.dt));
      return;
    }
    check_.status = CheckStatus::differs;
    check_.message = part ? describe(*part, actual_.dt)
                          : "the states are the accepted ones and what is measured of them is not";
  }

  void add_detail(const std::string& line) {
    if (!check_.detail.empty()) check_.detail += '\n';
    check_.detail += line;
  }

  const GoldenDef& expected_;
  const GoldenDef& actual_;
  const Tolerances& over_;
  ScenarioCheck& check_;
};

}  // namespace

std::optional<StatePart> find_part(const GoldenDef& expected, const GoldenDef& actual) {
  std::optional<StatePart> part;
  find_in_digests(expected, actual, part);
  find_in_checkpoints(expected, actual, part);
  if (!part && expected.state_hash != actual.state_hash) part = StatePart{-1, actual.steps};
  return part;
}

void compare_goldens(const GoldenDef& expected, const GoldenDef& actual, const Tolerances& tolerances,
                     ScenarioCheck& check) {
  GoldenComparison(expected, actual, tolerances, check).run();
}

void note_missing_golden(const GoldenFile* left, const GoldenDef& actual, ScenarioCheck& check) {
  check.status = CheckStatus::missing;
  check.message = "it has no golden";
  if (left == nullptr) return;
  check.renamed_from = left->path;
  check.message += fmt::format("; it is {} under another name, whose golden {} has {} states", left->scenario,
                               left->path, find_part(*left->accepted, actual) ? "other" : "the same");
}

}  // namespace drover
