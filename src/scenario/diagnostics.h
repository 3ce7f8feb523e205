// Problems found in what the user wrote, each with its location in the text, and the two ways to show them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/problem.h"

namespace drover {

// Bytes [begin, end) of the source with that index in a JsonSources.
struct SourceRange {
  std::uint32_t source = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

inline constexpr std::uint32_t kNoOffset = std::numeric_limits<std::uint32_t>::max();

// The place of a problem with the source as a whole, such as a file that cannot be read: shown without a
// line.
constexpr SourceRange whole_source(std::uint32_t source) {
  return {source, kNoOffset, kNoOffset};
}

enum class SourceKind { file, command_line };

struct JsonSource {
  std::string name;  // the file name as the user wrote it, or "--set agents.0.max_speed=1"
  std::string text;
  SourceKind kind = SourceKind::file;
  // Offset of the first byte of every line, a byte order mark skipped.
  std::vector<std::uint32_t> line_begins = {};
  // Of a file that another one includes: where it says so.
  std::optional<SourceRange> included_from = {};
};

struct SourcePosition {
  std::size_t line = 1;
  std::size_t column = 1;  // in code points
};

// The texts a scenario was read from. References stay valid while sources are added.
class JsonSources {
 public:
  // Requires a text shorter than 4 GiB. Returns the index.
  std::uint32_t add(std::string name, std::string text, SourceKind kind = SourceKind::file);
  const JsonSource& at(std::uint32_t source) const { return sources_.at(source); }
  void set_included_from(std::uint32_t source, const SourceRange& where) {
    sources_.at(source).included_from = where;
  }
  std::size_t size() const { return sources_.size(); }

  // Counted from 1, without looking at the text of the line.
  std::size_t line_number(std::uint32_t source, std::uint32_t offset) const;
  // Both counted from 1. An offset beyond the text counts as its end.
  SourcePosition locate(std::uint32_t source, std::uint32_t offset) const;

  // The line (counted from 1) without its line end.
  std::string_view line(std::uint32_t source, std::size_t line_number) const;

 private:
  std::deque<JsonSource> sources_;
};

// A problem with its place in a text; see Problem.
struct Diagnostic {
  Severity severity = Severity::error;
  SourceRange where = {};
  // JSON pointer of the value, "" for the whole document, none for syntax.
  std::optional<std::string> pointer = {};
  std::string message = {};     // one sentence without a full stop, without the pointer
  std::string found = {};       // what stands there
  std::string allowed = {};     // what may stand there
  std::string suggestion = {};  // the nearest valid name: shown as a question in quotes
  std::string hint = {};        // what to do, as a sentence of its own
};

class Diagnostics {
 public:
  // More problems than this are counted but not kept.
  static constexpr std::size_t kMaxKept = 1000;

  // A problem with the same severity, place and message as one already kept is ignored: definitions that
  // inherit a faulty value would repeat it. So are warnings of a value that is an error: there is one message
  // for each mistake.
  void add(Diagnostic diagnostic);

  bool empty() const { return error_count_ + warning_count_ == 0; }
  bool has_errors() const { return error_count_ > 0; }
  std::size_t error_count() const { return error_count_; }
  std::size_t warning_count() const { return warning_count_; }

  // Kept problems by source, then position, then the order in which they were added.
  std::vector<Diagnostic> sorted() const;

 private:
  std::vector<Diagnostic> kept_;
  std::size_t error_count_ = 0;
  std::size_t warning_count_ = 0;
};

// Problems shown in full by format_human; when there are more, errors have precedence over warnings.
inline constexpr std::size_t kMaxShown = 20;

// For people: source line, caret and help per problem, counts at the end; empty when there is no problem.
// Control characters of the input are escaped. Escape sequences for colors are written only when asked for.
std::string format_human(const Diagnostics& diagnostics, const JsonSources& sources, bool color);

// For programs: an array of objects with severity, file, line, column, pointer, message, found, allowed,
// suggestion and hint; of an included file also included_from, a list of the places that lead to it with
// file, line and column, the nearest first. Fields without a value are null. Always valid UTF-8.
nlohmann::ordered_json format_json(const Diagnostics& diagnostics, const JsonSources& sources);

}  // namespace drover
