#include "scenario/diagnostics.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "core/utf8.h"

namespace drover {
namespace {

// Longer source lines (minified JSON) are cut to this many characters, of which so many stand before the
// caret.
constexpr std::size_t kWindow = 100;
constexpr std::size_t kBeforeCaret = 40;

// Escape sequences of a terminal, or empty texts.
struct Palette {
  std::string_view bold;
  std::string_view error;
  std::string_view warning;
  std::string_view reset;
};

constexpr Palette kPlain = {};
constexpr Palette kColored = {
    .bold = "\x1b[1m", .error = "\x1b[1;31m", .warning = "\x1b[1;33m", .reset = "\x1b[0m"};

std::string_view severity_name(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

std::string_view severity_color(const Palette& palette, Severity severity) {
  return severity == Severity::error ? palette.error : palette.warning;
}

// Offset of the code point that stands `count` code points before `offset`, not before `begin`.
std::size_t step_back(std::string_view text, std::size_t offset, std::size_t count) {
  for (; count > 0 && offset > 0; --count) {
    --offset;
    while (offset > 0 && (static_cast<unsigned char>(text[offset]) & 0xC0u) == 0x80u)
      --offset;
  }
  return offset;
}

std::size_t step_forward(std::string_view text, std::size_t offset, std::size_t count) {
  for (; count > 0 && offset < text.size(); --count)
    offset += decode_utf8(text, offset).length;
  return offset;
}

// A source line as shown, and the line below it that marks bytes [mark_begin, mark_end) of it.
struct Excerpt {
  std::string text;
  std::string caret_indent;
  std::string caret;
};

Excerpt make_excerpt(std::string_view line, std::size_t mark_begin, std::size_t mark_end) {
  std::size_t begin = 0;
  std::size_t end = line.size();
  if (count_code_points(line) > kWindow) {
    begin = step_back(line, mark_begin, kBeforeCaret);
    if (step_forward(line, 0, kWindow - kBeforeCaret) >= mark_begin) begin = 0;
    end = step_forward(line, begin, kWindow);
  }
  Excerpt excerpt;
  std::size_t caret_width = 0;
  if (begin > 0) {
    excerpt.text = "...";
    excerpt.caret_indent = "   ";
  }
  for (std::size_t offset = begin; offset < end;) {
    const CodePoint character = decode_utf8(line, offset);
    const bool tab = character.value == '\t';
    const std::size_t width = tab ? 1 : append_visible(excerpt.text, character);
    if (tab) excerpt.text += '\t';
    if (offset < mark_begin) {
      // Tabs are repeated so that the caret stays aligned whatever the width of a tab on that terminal.
      excerpt.caret_indent.append(width, tab ? '\t' : ' ');
    } else if (offset < mark_end) {
      caret_width += width;
    }
    offset += character.length;
  }
  if (end < line.size()) excerpt.text += "...";
  excerpt.caret.assign(caret_width == 0 ? 1 : caret_width, '~');
  excerpt.caret[0] = '^';
  return excerpt;
}

// The places that include the source, the nearest first.
std::vector<SourceRange> includes_of(std::uint32_t source, const JsonSources& sources) {
  std::vector<SourceRange> places;
  for (auto from = sources.at(source).included_from; from; from = sources.at(from->source).included_from)
    places.push_back(*from);
  return places;
}

class HumanWriter {
 public:
  HumanWriter(const JsonSources& sources, bool color)
      : sources_(sources), palette_(color ? kColored : kPlain) {}

  void write(const Diagnostic& diagnostic) {
    write_headline(diagnostic);
    std::size_t gutter = 4;
    if (diagnostic.where.begin != kNoOffset) gutter = write_excerpt(diagnostic);
    write_note(gutter, "found", diagnostic.found);
    write_note(gutter, "allowed", diagnostic.allowed);
    if (!diagnostic.suggestion.empty()) {
      write_note(gutter, "help", fmt::format("did you mean \"{}\"?", diagnostic.suggestion));
    }
    write_note(gutter, "help", diagnostic.hint);
    for (const SourceRange& where : includes_of(diagnostic.where.source, sources_)) {
      const SourcePosition position = sources_.locate(where.source, where.begin);
      write_note(gutter, "included from",
                 fmt::format("{}:{}:{}", sources_.at(where.source).name, position.line, position.column));
    }
  }

  void write_counts(const Diagnostics& diagnostics, std::size_t shown) {
    const std::size_t errors = diagnostics.error_count();
    const std::size_t warnings = diagnostics.warning_count();
    if (errors + warnings > shown) append("... and {} more\n", errors + warnings - shown);
    if (errors > 0) out_ += counted(errors, "error");
    if (errors > 0 && warnings > 0) out_ += ", ";
    if (warnings > 0) out_ += counted(warnings, "warning");
    append("\n");
  }

  std::string take() { return std::move(out_); }

 private:
  template <typename... Arguments>
  void append(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  void write_headline(const Diagnostic& diagnostic) {
    const JsonSource& source = sources_.at(diagnostic.where.source);
    append("{}{}", palette_.bold, make_visible(source.name));
    if (source.kind == SourceKind::file && diagnostic.where.begin != kNoOffset) {
      const SourcePosition position = sources_.locate(diagnostic.where.source, diagnostic.where.begin);
      append(":{}:{}", position.line, position.column);
    }
    append(":{} {}{}:{} {}", palette_.reset, severity_color(palette_, diagnostic.severity),
           severity_name(diagnostic.severity), palette_.reset, make_visible(diagnostic.message));
    if (diagnostic.pointer && diagnostic.pointer->empty()) append(" in the document");
    if (diagnostic.pointer && !diagnostic.pointer->empty())
      append(" at {}", make_visible(*diagnostic.pointer));
    append("\n");
  }

  // Returns the width of the line numbers.
  std::size_t write_excerpt(const Diagnostic& diagnostic) {
    const SourceRange& where = diagnostic.where;
    const JsonSource& source = sources_.at(where.source);
    const SourcePosition position = sources_.locate(where.source, where.begin);
    const std::string_view line = sources_.line(where.source, position.line);
    const std::size_t line_begin = source.line_begins[position.line - 1];
    const std::size_t mark_begin =
        std::min(where.begin - std::min<std::size_t>(where.begin, line_begin), line.size());
    const std::size_t mark_end = where.end - std::min<std::size_t>(where.end, line_begin);
    const Excerpt excerpt = make_excerpt(line, mark_begin, mark_end);
    const std::string number = source.kind == SourceKind::file ? fmt::format("{}", position.line) : "";
    const std::size_t gutter = std::max<std::size_t>(4, number.size());
    append("{:>{}} | {}\n", number, gutter, excerpt.text);
    append("{:>{}} | {}{}{}{}\n", "", gutter, excerpt.caret_indent,
           severity_color(palette_, diagnostic.severity), excerpt.caret, palette_.reset);
    return gutter;
  }

  void write_note(std::size_t gutter, std::string_view label, std::string_view text) {
    if (!text.empty()) append("{:>{}} = {}: {}\n", "", gutter, label, make_visible(text));
  }

  const JsonSources& sources_;
  Palette palette_;
  std::string out_;
};

nlohmann::ordered_json text_or_null(const std::string& text) {
  if (text.empty()) return nullptr;
  return make_valid_utf8(text);
}

}  // namespace

std::uint32_t JsonSources::add(std::string name, std::string text, SourceKind kind) {
  JsonSource source{.name = std::move(name), .text = std::move(text), .kind = kind};
  const bool marked = source.text.starts_with(kByteOrderMark);
  source.line_begins.push_back(marked ? static_cast<std::uint32_t>(kByteOrderMark.size()) : 0u);
  for (std::size_t end = source.text.find('\n'); end != std::string::npos;
       end = source.text.find('\n', end + 1)) {
    source.line_begins.push_back(static_cast<std::uint32_t>(end + 1));
  }
  sources_.push_back(std::move(source));
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

std::size_t JsonSources::line_number(std::uint32_t source, std::uint32_t offset) const {
  const std::vector<std::uint32_t>& begins = at(source).line_begins;
  return static_cast<std::size_t>(std::ranges::upper_bound(begins, offset) - begins.begin());
}

SourcePosition JsonSources::locate(std::uint32_t source, std::uint32_t offset) const {
  const JsonSource& found = at(source);
  const std::size_t line = line_number(source, offset);
  if (line == 0) return {};
  const std::size_t begin = found.line_begins[line - 1];
  const std::size_t end = std::min<std::size_t>(offset, found.text.size());
  const std::string_view before = std::string_view(found.text).substr(begin, end - begin);
  return {.line = line, .column = count_code_points(before) + 1};
}

std::string_view JsonSources::line(std::uint32_t source, std::size_t line_number) const {
  const JsonSource& found = at(source);
  const std::size_t begin = found.line_begins.at(line_number - 1);
  std::string_view text = std::string_view(found.text).substr(begin);
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

void Diagnostics::add(Diagnostic diagnostic) {
  const auto is_same_value = [&diagnostic](const Diagnostic& other) {
    return diagnostic.pointer && other.pointer == diagnostic.pointer && other.where == diagnostic.where;
  };
  if (diagnostic.severity == Severity::error) {
    warning_count_ -= std::erase_if(kept_, [&](const Diagnostic& other) {
      return other.severity == Severity::warning && is_same_value(other);
    });
  } else if (std::ranges::any_of(kept_, [&](const Diagnostic& other) {
               return other.severity == Severity::error && is_same_value(other);
             })) {
    return;
  }
  if (kept_.size() < kMaxKept) {
    const bool known = std::any_of(kept_.begin(), kept_.end(), [&diagnostic](const Diagnostic& other) {
      // Without a place in a text the pointer is all that tells two problems apart.
      const bool placed = diagnostic.where.begin != kNoOffset;
      return other.where == diagnostic.where && other.severity == diagnostic.severity &&
             other.message == diagnostic.message && (placed || other.pointer == diagnostic.pointer);
    });
    if (known) return;
  }
  ++(diagnostic.severity == Severity::error ? error_count_ : warning_count_);
  if (kept_.size() < kMaxKept) kept_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> result = kept_;
  const auto key = [](const Diagnostic& diagnostic) {
    // A problem with the whole source stands before those inside it.
    const bool is_inside = diagnostic.where.begin != kNoOffset;
    return std::tuple(diagnostic.where.source, is_inside, diagnostic.where.begin);
  };
  std::stable_sort(result.begin(), result.end(),
                   [&key](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  return result;
}

std::string format_human(const Diagnostics& diagnostics, const JsonSources& sources, bool color) {
  if (diagnostics.empty()) return {};
  std::vector<Diagnostic> shown = diagnostics.sorted();
  // Those beyond kMaxShown go, the last warnings first, then the last errors.
  for (const Severity severity : {Severity::warning, Severity::error}) {
    for (std::size_t i = shown.size(); i-- > 0 && shown.size() > kMaxShown;) {
      if (shown[i].severity == severity) shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  HumanWriter writer(sources, color);
  for (const Diagnostic& diagnostic : shown)
    writer.write(diagnostic);
  writer.write_counts(diagnostics, shown.size());
  return writer.take();
}

nlohmann::ordered_json format_json(const Diagnostics& diagnostics, const JsonSources& sources) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    nlohmann::ordered_json entry;
    entry["severity"] = severity_name(diagnostic.severity);
    entry["file"] = make_valid_utf8(sources.at(diagnostic.where.source).name);
    entry["line"] = nullptr;
    entry["column"] = nullptr;
    if (diagnostic.where.begin != kNoOffset) {
      const SourcePosition position = sources.locate(diagnostic.where.source, diagnostic.where.begin);
      entry["line"] = position.line;
      entry["column"] = position.column;
    }
    entry["pointer"] = nullptr;
    if (diagnostic.pointer) entry["pointer"] = make_valid_utf8(*diagnostic.pointer);
    entry["message"] = make_valid_utf8(diagnostic.message);
    entry["found"] = text_or_null(diagnostic.found);
    entry["allowed"] = text_or_null(diagnostic.allowed);
    entry["suggestion"] = text_or_null(diagnostic.suggestion);
    entry["hint"] = text_or_null(diagnostic.hint);
    for (const SourceRange& where : includes_of(diagnostic.where.source, sources)) {
      const SourcePosition position = sources.locate(where.source, where.begin);
      entry["included_from"].push_back({{"file", make_valid_utf8(sources.at(where.source).name)},
                                        {"line", position.line},
                                        {"column", position.column}});
    }
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace drover
