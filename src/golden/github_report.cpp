#include "golden/github_report.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "core/escape.h"
#include "core/text.h"
#include "core/utf8.h"
#include "golden/report_text.h"

namespace drover {
namespace {

constexpr ExplanationLimits kAnnotated = {.lines = 8, .items = 3};

// These keep the summary below 512 KiB whatever the names are, as escaping makes a character at most six
// bytes long: three tables of 50 rows with two texts of 160, five details of 6000.
constexpr std::size_t kRows = 50;           // of each table
constexpr std::size_t kDetails = 5;         // scenarios with details
constexpr std::size_t kRowText = 160;       // characters of a cell
constexpr std::size_t kDetailText = 6000;   // characters of all details of a scenario
constexpr std::size_t kMessageText = 4000;  // characters of the message of an annotation

struct Annotation {
  bool is_error = false;
  std::string file = {};  // empty: of no file
  std::size_t line = 0;   // 0: of no line
  std::string title;
  std::string message;
};

std::string format_annotation(const Annotation& annotation) {
  std::string out = annotation.is_error ? "::error " : "::warning ";
  if (!annotation.file.empty())
    out += fmt::format("file={},", escape_command_property(make_visible(annotation.file)));
  if (annotation.line > 0) out += fmt::format("line={},", annotation.line);
  out += fmt::format("title={}::{}\n", escape_command_property(annotation.title),
                     escape_command_message(shorten(annotation.message, kMessageText)));
  return out;
}

Annotation annotation_of(const ScenarioCheck& check) {
  return {.is_error = !check.pass(),
          .file = check.scenario,
          .line = check.line,
          .title = fmt::format("{}: {}", scenario_name(check), outcome(check)),
          .message = report_of(check, kAnnotated)};
}

Annotation annotation_of(const std::string& golden, const CheckReport& report) {
  std::string message = std::string(kObsoleteReason);
  if (!report.prune_command.empty()) message += "\nto remove: " + make_visible(report.prune_command);
  return {.is_error = report.obsolete_fails,
          .file = golden,
          .title = "obsolete golden",
          .message = std::move(message)};
}

std::vector<const ScenarioCheck*> tolerated_scenarios(const CheckReport& report) {
  std::vector<const ScenarioCheck*> tolerated;
  for (const ScenarioCheck& check : report.scenarios) {
    if (check.pass() && check.status == CheckStatus::tolerated) tolerated.push_back(&check);
  }
  return tolerated;
}

std::string cell(std::string_view text, std::size_t limit = kRowText) {
  return escape_markdown(shorten(make_visible(text), limit));
}

template <typename... Arguments>
void append(std::string& out, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Arguments>(arguments)...);
}

void append_rest(std::string& out, std::size_t count, std::size_t shown) {
  if (count > shown) append(out, "\n... and {} more\n", count - shown);
  out += '\n';
}

void append_table(std::string& out, const std::vector<const ScenarioCheck*>& checks) {
  if (checks.empty()) return;
  out += "| outcome | scenario | steps | message |\n|---|---|--:|---|\n";
  const std::size_t shown = std::min(checks.size(), kRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const ScenarioCheck& check = *checks[i];
    append(out, "| {} | {} | {} | {} |\n", outcome(check), cell(check.scenario), check.steps,
           cell(reason(check)));
  }
  append_rest(out, checks.size(), shown);
}

void append_details(std::string& out, const ScenarioCheck& check) {
  std::string text;
  for (const std::string& line : explain(check, kShortExplanation))
    text += (text.empty() ? "" : "\n") + line;
  if (text.empty()) return;
  // Markdown does not look into the element, and no text can close it.
  append(out, "<details><summary>{}</summary>\n\n<pre>\n{}\n</pre>\n\n</details>\n\n", cell(title(check)),
         escape_html(shorten(text, kDetailText)));
}

void append_command(std::string& out, std::string_view what, const std::string& command) {
  if (!command.empty()) append(out, "{}: <code>{}</code>\n\n", what, cell(command, kDetailText));
}

}  // namespace

std::string format_github_annotations(const CheckReport& report) {
  std::vector<Annotation> all;
  for (const ScenarioCheck* check : failing_scenarios(report))
    all.push_back(annotation_of(*check));
  for (const ScenarioCheck* check : tolerated_scenarios(report))
    all.push_back(annotation_of(*check));
  for (const std::string& golden : report.obsolete)
    all.push_back(annotation_of(golden, report));
  // Failures come first: GitHub shows a limited number of annotations.
  std::stable_partition(all.begin(), all.end(), [](const Annotation& shown) { return shown.is_error; });
  const auto rest = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kMaxAnnotations));
  std::string out;
  std::for_each(all.begin(), rest, [&](const Annotation& shown) { out += format_annotation(shown); });
  if (rest == all.end()) return out;
  const auto errors = std::count_if(rest, all.end(), [](const Annotation& left) { return left.is_error; });
  std::string message = fmt::format("{} more", all.end() - rest);
  if (errors > 0) message += fmt::format(", {} of them failing", errors);
  message += fmt::format("; {}", summarize(report));
  return out +
         format_annotation({.is_error = errors > 0, .title = "drover check", .message = std::move(message)});
}

std::string format_github_summary(const CheckReport& report) {
  const std::vector<const ScenarioCheck*> failing = failing_scenarios(report);
  std::string out = fmt::format("## drover check: {}\n\n{}; {}\n\n", report.pass() ? "passed" : "failed",
                                summarize(report), seconds_text(report.seconds));
  append_table(out, failing);
  for (std::size_t i = 0; i < std::min(failing.size(), kDetails); ++i)
    append_details(out, *failing[i]);
  if (!failing.empty()) append_command(out, "To accept all changes", report.accept_command);
  if (!report.obsolete.empty()) {
    out += "Obsolete goldens, whose scenario is gone:\n\n";
    const std::size_t shown = std::min(report.obsolete.size(), kRows);
    for (std::size_t i = 0; i < shown; ++i)
      append(out, "- {}\n", cell(report.obsolete[i]));
    append_rest(out, report.obsolete.size(), shown);
    append_command(out, "To remove them", report.prune_command);
  }
  append_table(out, tolerated_scenarios(report));
  return out;
}

}  // namespace drover
