// The tokens of JSON with comments: where each of them ends, what it stands for, and why a faulty one is not
// JSON. A text ends where its document ends and contains no NUL.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "scenario/diagnostics.h"
#include "scenario/json_value.h"

namespace drover {

// First offset at or after `offset` that is neither white space nor part of a complete comment; the end of
// the text when there is none.
std::size_t skip_blank(std::string_view text, std::size_t offset);

// Offset just after the string that opens at `offset`, or the end of the text when it is not closed.
std::size_t end_of_string(std::string_view text, std::size_t offset);

// Where byte `decoded` of the string that opens at `offset` is written: escapes take more room there.
std::size_t offset_in_string(std::string_view text, std::size_t offset, std::size_t decoded);

// Offset just after the longest JSON number that starts at `offset`; `offset` itself when there is none.
std::size_t end_of_number(std::string_view text, std::size_t offset);

// Offset just after whatever starts at `offset`, a token or not.
std::size_t end_of_token(std::string_view text, std::size_t offset);

// The same bytes as a message quotes them.
std::string quote_token(std::string_view text, std::size_t offset);

// Whether the byte may stand in a word: the longest run of bytes that a reader takes for a number, a literal
// or an unquoted text, JSON or not.
bool is_word_byte(char c);

// A problem of the bytes [begin, end) of the text; the source is left to the caller.
Diagnostic problem_at(std::size_t begin, std::size_t end, std::string message, std::string hint = {});

// The problem of a character that no JSON text has outside of strings; nothing for other characters.
std::optional<Diagnostic> find_foreign(std::string_view text, std::size_t offset);

// Reads the string whose quote stands at `offset`, escapes resolved, or the word that starts there as a
// number or literal. Moves `offset` behind it, or returns what is wrong with it.
std::optional<Diagnostic> read_string(std::string_view text, std::size_t& offset, std::string& value);
std::optional<Diagnostic> read_word(std::string_view text, std::size_t& offset, JsonValue& value);

}  // namespace drover
