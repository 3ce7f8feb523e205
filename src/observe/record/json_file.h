// The form of every JSON file drover writes.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "observe/record/output_file.h"

namespace drover {

// Two spaces of indent and a line feed at the end. Text that is not UTF-8 (a file name may be anything) has
// its bad bytes replaced.
std::string pretty(const nlohmann::ordered_json& document);

// {"bytes": 1200, "hash": "6db0288b1e579057"}
nlohmann::ordered_json to_json(const ContentHash& content);

// Writes the document to an open file and publishes it.
[[nodiscard]] Failure write_json(OutputFile& file, const nlohmann::ordered_json& document);

}  // namespace drover
