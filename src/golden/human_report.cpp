#include "golden/human_report.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"
#include "core/utf8.h"
#include "golden/report_text.h"

namespace drover {
namespace {

// A change that hits everything must stay readable.
constexpr std::size_t kExplained = 5;  // scenarios that fail
constexpr std::size_t kNamed = 40;     // of those, and of each other list
constexpr std::size_t kFew = 10;       // scenarios that are all listed
constexpr std::size_t kWidestName = 60;

struct Palette {
  std::string_view good;
  std::string_view bad;
  std::string_view warning;
  std::string_view reset;
};

constexpr Palette kPlain = {};
constexpr Palette kColored = {
    .good = "\x1b[32m", .bad = "\x1b[1;31m", .warning = "\x1b[1;33m", .reset = "\x1b[0m"};

std::size_t text_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint character = decode_utf8(text, offset);
    width += display_width(character.value);
    offset += character.length;
  }
  return width;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t own = text_width(text);
  return std::string(text) + std::string(width > own ? width - own : 0, ' ');
}

class HumanReport {
 public:
  HumanReport(const CheckReport& report, const HumanReportOptions& options)
      : report_(report), verbose_(options.verbose), palette_(options.color ? kColored : kPlain) {}

  std::string write() {
    write_failures();
    write_obsolete();
    write_scenarios();
    append("{}{}{}; {}\n", report_.pass() ? palette_.good : palette_.bad, summarize(report_), palette_.reset,
           seconds_text(report_.seconds));
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void append(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  std::size_t shown_of(std::size_t count) const { return verbose_ ? count : std::min(count, kNamed); }

  std::string_view color_of(const ScenarioCheck& check) const {
    if (!check.pass()) return palette_.bad;
    return check.status == CheckStatus::passed ? palette_.good : palette_.warning;
  }

  void write_explanation(const ScenarioCheck& check) {
    for (const std::string& line : explain(check, verbose_ ? kFullExplanation : kShortExplanation))
      append("{}{}\n", line.empty() ? "" : "    ", line);
  }

  void write_rest(std::size_t count, std::size_t shown, std::string_view hint) {
    if (count > shown) append("... and {} more{}\n", count - shown, hint);
  }

  void write_failures() {
    const std::vector<const ScenarioCheck*> failing = failing_scenarios(report_);
    if (failing.empty()) return;
    const std::size_t shown = shown_of(failing.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const ScenarioCheck& check = *failing[i];
      const std::string why = reason(check);
      append("{}{}{}{}{}\n", color_of(check), title(check), palette_.reset, why.empty() ? "" : ": ", why);
      if (verbose_ || i < kExplained) write_explanation(check);
    }
    write_rest(failing.size(), shown, "; --verbose lists all");
    append("\n");
    if (failing.size() > 1 && !report_.accept_command.empty())
      append("to accept all changes: {}\n\n", make_visible(report_.accept_command));
  }

  void write_obsolete() {
    if (report_.obsolete.empty()) return;
    const std::string_view color = report_.obsolete_fails ? palette_.bad : palette_.warning;
    append("{}obsolete goldens{}, whose scenario is gone:\n", color, palette_.reset);
    const std::size_t shown = shown_of(report_.obsolete.size());
    for (std::size_t i = 0; i < shown; ++i)
      append("    {}\n", make_visible(report_.obsolete[i]));
    write_rest(report_.obsolete.size(), shown, "; --verbose lists all");
    if (!report_.prune_command.empty()) append("    to remove: {}\n", make_visible(report_.prune_command));
    append("\n");
  }

  // All scenarios when verbose or when there are few; else those with a golden written just now.
  void write_scenarios() {
    const bool all = verbose_ || report_.scenarios.size() <= kFew;
    std::vector<const ScenarioCheck*> checks;
    for (const ScenarioCheck& check : report_.scenarios) {
      if (all || check.status == CheckStatus::updated) checks.push_back(&check);
    }
    const std::size_t count = checks.size();
    checks.resize(shown_of(count));
    write_table(checks);
    write_rest(count, checks.size(), " were updated");
    if (count > 0) append("\n");
  }

  void write_table(const std::vector<const ScenarioCheck*>& checks) {
    std::size_t outcome_width = 0;
    std::size_t name_width = 0;
    for (const ScenarioCheck* check : checks) {
      outcome_width = std::max(outcome_width, outcome(*check).size());
      name_width = std::max(name_width, text_width(make_visible(check->scenario)));
    }
    name_width = std::min(name_width, kWidestName);
    for (const ScenarioCheck* check : checks) {
      append("{}{}{}  {}  {:>12}  {:>8}", color_of(*check), padded(outcome(*check), outcome_width),
             palette_.reset, padded(make_visible(check->scenario), name_width), counted(check->steps, "step"),
             seconds_text(check->seconds));
      // What is to say about those that fail stands above the table.
      if (check->pass() && !check->message.empty()) append("  {}", make_visible(check->message));
      append("\n");
      if (check->pass() && verbose_) write_explanation(*check);
    }
  }

  const CheckReport& report_;
  bool verbose_;
  const Palette& palette_;
  std::string out_;
};

}  // namespace

std::string format_human(const CheckReport& report, const HumanReportOptions& options) {
  return HumanReport(report, options).write();
}

}  // namespace drover
