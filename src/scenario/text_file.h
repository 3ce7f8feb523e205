// Reads the files that problems are found in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scenario/diagnostics.h"
#include "scenario/json_document.h"

namespace drover {

// What messages call standard input.
inline constexpr std::string_view kStandardInput = "<stdin>";

enum class FileKinds {
  any,      // what a person names may be a pipe or a device
  regular,  // opening others can wait for ever, and reading them may have effects
};

// Reads a file, or standard input for "-", into a new source. Returns its index, or nothing and an error that
// says why. At most limits.text_bytes are accepted.
std::optional<std::uint32_t> read_text_file(JsonSources& sources, const std::string& path,
                                            const JsonLimits& limits, Diagnostics& diagnostics,
                                            FileKinds kinds = FileKinds::any);

}  // namespace drover
