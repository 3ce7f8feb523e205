#include "golden/github_report.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"
#include "golden/report_text.h"
#include "scenario/utf8.h"

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

// What GitHub's runner decodes: https://github.com/actions/toolkit, packages/core/src/command.ts.
std::string escape_characters(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) == std::string_view::npos) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned>(c));
    }
  }
  return out;
}

std::string escape_message(std::string_view text) {
  return escape_characters(text, "%\r\n");
}

std::string escape_property(std::string_view text) {
  return escape_characters(text, "%\r\n:,");
}

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
    out += fmt::format("file={},", escape_property(make_visible(annotation.file)));
  if (annotation.line > 0) out += fmt::format("line={},", annotation.line);
  out += fmt::format("title={}::{}\n", escape_property(annotation.title),
                     escape_message(shorten(annotation.message, kMessageText)));
  return out;
}

Annotation annotation_of(const ScenarioCheck& check) {
  std::string message = headline(check);
  for (const std::string& line : explain(check, kAnnotated))
    message += "\n" + line;
  return {.is_error = !check.pass(),
          .file = check.scenario,
          .line = check.line,
          .title = fmt::format("{}: {}", scenario_name(check), outcome(check)),
          .message = std::move(message)};
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

// Collects what there is room for, and counts the rest.
class Annotations {
 public:
  explicit Annotations(const CheckReport& report) : report_(report) {}

  void add_scenarios(const std::vector<const ScenarioCheck*>& checks) {
    for (const ScenarioCheck* check : checks) {
      if (has_room(!check->pass())) out_ += format_annotation(annotation_of(*check));
    }
  }

  void add_obsolete() {
    for (const std::string& golden : report_.obsolete) {
      if (has_room(report_.obsolete_fails)) out_ += format_annotation(annotation_of(golden, report_));
    }
  }

  std::string finish() {
    if (errors_left_ + warnings_left_ == 0) return std::move(out_);
    std::string message = fmt::format("{} more", errors_left_ + warnings_left_);
    if (errors_left_ > 0) message += fmt::format(", {} of them failing", errors_left_);
    message += fmt::format("; {}", summarize(report_));
    out_ += format_annotation(
        {.is_error = errors_left_ > 0, .title = "drover check", .message = std::move(message)});
    return std::move(out_);
  }

 private:
  bool has_room(bool is_error) {
    if (++count_ <= kMaxAnnotations) return true;
    ++(is_error ? errors_left_ : warnings_left_);
    return false;
  }

  const CheckReport& report_;
  std::string out_;
  std::size_t count_ = 0;
  std::size_t errors_left_ = 0;
  std::size_t warnings_left_ = 0;
};

// The characters that HTML reads as markup, and those that Markdown does.
constexpr std::string_view kHtmlMarkup = "&<>";
constexpr std::string_view kMarkdownMarkup = "&<>|*_[]`\\~$#";

std::string as_entities(std::string_view text, std::string_view markup) {
  std::string out;
  for (const char c : text) {
    if (markup.find(c) == std::string_view::npos) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "&#{};", static_cast<int>(c));
    }
  }
  return out;
}

std::string cell(std::string_view text) {
  return as_entities(shorten(make_visible(text), kRowText), kMarkdownMarkup);
}

std::string detail_block(const ScenarioCheck& check) {
  std::string text;
  for (const std::string& line : explain(check, kShortExplanation))
    text += (text.empty() ? "" : "\n") + line;
  if (text.empty()) return {};
  // Markdown does not look into the element, and no text can close it.
  return fmt::format("<details><summary>{}</summary>\n\n<pre>\n{}\n</pre>\n\n</details>\n\n",
                     cell(title(check)), as_entities(shorten(text, kDetailText), kHtmlMarkup));
}

class Summary {
 public:
  explicit Summary(const CheckReport& report) : report_(report) {}

  void write_head() {
    append("## drover check: {}\n\n", report_.pass() ? "passed" : "failed");
    append("{}; {}\n\n", summarize(report_), seconds_text(report_.seconds));
  }

  void write_scenarios(const std::vector<const ScenarioCheck*>& checks) {
    if (checks.empty()) return;
    append("| outcome | scenario | steps | message |\n|---|---|--:|---|\n");
    const std::size_t shown = std::min(checks.size(), kRows);
    for (std::size_t i = 0; i < shown; ++i) {
      const ScenarioCheck& check = *checks[i];
      append("| {} | {} | {} | {} |\n", outcome(check), cell(check.scenario), check.steps,
             cell(reason(check)));
    }
    write_rest(checks.size(), shown);
    append("\n");
  }

  void write_details(const std::vector<const ScenarioCheck*>& checks) {
    for (std::size_t i = 0; i < std::min(checks.size(), kDetails); ++i)
      out_ += detail_block(*checks[i]);
  }

  void write_obsolete() {
    if (report_.obsolete.empty()) return;
    append("Obsolete goldens, whose scenario is gone:\n\n");
    const std::size_t shown = std::min(report_.obsolete.size(), kRows);
    for (std::size_t i = 0; i < shown; ++i)
      append("- {}\n", cell(report_.obsolete[i]));
    write_rest(report_.obsolete.size(), shown);
    append("\n");
    write_command("To remove them", report_.prune_command);
  }

  void write_command(std::string_view what, const std::string& command) {
    if (!command.empty())
      append("{}: <code>{}</code>\n\n", what,
             as_entities(shorten(make_visible(command), kDetailText), kMarkdownMarkup));
  }

  std::string take() { return std::move(out_); }

 private:
  template <typename... Arguments>
  void append(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  void write_rest(std::size_t count, std::size_t shown) {
    if (count > shown) append("\n... and {} more\n", count - shown);
  }

  const CheckReport& report_;
  std::string out_;
};

}  // namespace

std::string format_github_annotations(const CheckReport& report) {
  Annotations annotations(report);
  // Failures come first: GitHub shows a limited number of annotations.
  annotations.add_scenarios(failing_scenarios(report));
  if (report.obsolete_fails) annotations.add_obsolete();
  annotations.add_scenarios(tolerated_scenarios(report));
  if (!report.obsolete_fails) annotations.add_obsolete();
  return annotations.finish();
}

std::string format_github_summary(const CheckReport& report) {
  const std::vector<const ScenarioCheck*> failing = failing_scenarios(report);
  Summary summary(report);
  summary.write_head();
  summary.write_scenarios(failing);
  summary.write_details(failing);
  if (!failing.empty()) summary.write_command("To accept all changes", report.accept_command);
  summary.write_obsolete();
  summary.write_scenarios(tolerated_scenarios(report));
  return summary.take();
}

}  // namespace drover
