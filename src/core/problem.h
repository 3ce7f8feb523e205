// An error or a warning about something the user wrote, located by a JSON pointer. All checks of a scenario
// report this one struct; the scenario reader adds the line and the column (scenario/diagnostics.h). Problems
// of texts that have no pointers, such as a trace or JSON with an error of syntax, have structs of their own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

enum class Severity { error, warning };

struct Problem {
  // JSON pointer of the value to blame, relative to what was checked: "/radius" below the object, "" for the
  // object as a whole. Callers that know where the object is put its pointer in front.
  std::string pointer = {};
  std::string message = {};               // one sentence without a full stop, without the pointer
  std::string found = {};                 // what is there
  std::vector<std::string> allowed = {};  // what is allowed there: a description, or the names there are
  std::string nearest = {};               // the name that was probably meant; empty without
  std::string hint = {};                  // what to do, as a sentence of its own
  Severity severity = Severity::error;
};

// The problem of a name that is none of the allowed ones.
Problem unknown_name(std::string message, std::string_view name, std::vector<std::string> allowed);

// The nearest of more names is not looked for: every unknown name would cost a comparison with all of them.
inline constexpr std::size_t kMaxCompared = 5000;

// The same of a scenario with many names: suggests the nearest, and lists all of them when they are few.
Problem unknown_among(std::string message, std::string_view name, std::span<const std::string_view> valid);

// Adds "/token" to a JSON pointer (RFC 6901), "~" and "/" escaped.
void append_pointer_token(std::string& pointer, std::string_view token);
std::string joined_pointer(std::string pointer, std::string_view token);

}  // namespace drover
