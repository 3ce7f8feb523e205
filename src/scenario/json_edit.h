// Changes to a document before it is read: --set PATH=VALUE and --unset PATH. They keep the places of keys
// and values, so later problems point at the text that caused them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/diagnostics.h"
#include "scenario/json_document.h"

namespace drover {

struct PathToken {
  std::string text;   // a key, or the decimal index of an array element
  SourceRange where;  // where the user wrote it
};

using JsonPath = std::vector<PathToken>;

// Reads the bytes `part` of a source as a path: agents.3.max_speed, or the JSON pointer /agents/3/max_speed,
// in which ~0 stands for "~" and ~1 for "/". The pointer form reaches keys that contain a dot. At most
// limits.depth tokens.
std::optional<JsonPath> parse_path(const JsonSources& sources, SourceRange part, const JsonLimits& limits,
                                   Diagnostics& diagnostics);

// A token of a JSON pointer with ~0 and ~1 resolved; nothing when another character follows a "~".
std::optional<std::string> unescape_token(std::string_view token);

// The index of an array element: decimal digits without leading zeros, as RFC 6901 wants them. Nothing for
// other text and for a number that is too large.
std::optional<std::size_t> parse_index(std::string_view token);

struct JsonOverride {
  JsonPath path;
  JsonValue value;
};

// Reads the argument PATH=VALUE of --set, which becomes a source of its own. VALUE is JSON, otherwise a
// string as it stands; what starts like an object, an array or a quoted string but is not one is an error.
std::optional<JsonOverride> parse_override(JsonSources& sources, std::string_view argument,
                                           const JsonLimits& limits, Diagnostics& diagnostics);

// Puts the value at the path. Objects on the way that do not exist are created, members are replaced or added
// at the end. An array element must exist; the index equal to the size, or "-", appends. Returns false after
// an error.
bool set_value(JsonValue& root, const JsonPath& path, JsonValue value, Diagnostics& diagnostics);

// Removes the member or array element at the path, which must exist and must not be the document itself.
bool unset_value(JsonValue& root, const JsonPath& path, Diagnostics& diagnostics);

}  // namespace drover
