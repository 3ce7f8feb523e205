// The lexical rules of JSON with comments: where tokens start and end, and why a text is not JSON, said for a
// person.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace drover {

// First offset at or after `offset` that is neither white space nor part of a complete comment; the end of
// the text when there is none.
std::size_t skip_blank(std::string_view text, std::size_t offset);

// Offset just after the string that opens at `offset`, or the end of the text when it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t offset);

// Offset just after the longest JSON number that starts at `offset`; `offset` itself when there is none.
std::size_t end_of_number(std::string_view text, std::size_t offset);

struct OpenContainer {
  bool is_object = false;
  bool is_empty = true;   // no member and no element so far
  std::size_t begin = 0;  // offset of its bracket
};

// How far a parser came before it met something that is not JSON.
struct SyntaxContext {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::string_view text = {};                // ends where the document ends
  std::size_t cursor = 0;                    // just after the last token other than a comma or a colon
  std::span<const OpenContainer> open = {};  // outermost first
  std::optional<std::string_view> key = {};  // the key that still has no value
  std::size_t scalar_begin = kNone;  // start of the last token if that is a number, true, false or null
  bool is_complete = false;          // the document has its value
  std::string_view text_name = "the file";
};

struct SyntaxFault {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string message = {};
  std::string allowed = {};
  std::string hint = {};
};

// Requires that the text is not JSON and that everything before `cursor` was accepted.
SyntaxFault explain_syntax(const SyntaxContext& context);

}  // namespace drover
