// Parses JSON text into a tree. Comments are accepted; the text is input of unknown origin, so everything
// about it is limited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "scenario/diagnostics.h"
#include "scenario/json_value.h"

namespace drover {

struct JsonLimits {
  std::size_t text_bytes = std::size_t{16} << 20;
  std::size_t depth = 32;           // arrays and objects inside each other
  std::size_t values = 2'000'000;   // of all types, in the whole document
  std::size_t string_bytes = 4096;  // of a string or key, after escapes are resolved
};

// Parses the bytes `part` of a source. Returns nothing, and adds one error, when the text is not JSON or
// breaks a limit. Duplicate keys are errors too, but the tree is returned. Never throws.
std::optional<JsonValue> parse_json(const JsonSources& sources, SourceRange part, const JsonLimits& limits,
                                    Diagnostics& diagnostics);

// Whether a text begins as an object does, remarks aside.
bool looks_like_object(std::string_view text);

// The same for a whole source. Of a file that does not look like an object nothing is shown.
std::optional<JsonValue> parse_json(const JsonSources& sources, std::uint32_t source,
                                    const JsonLimits& limits, Diagnostics& diagnostics);

}  // namespace drover
