// The one reader of JSON that drover wrote at another time, or that somebody else made look so.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include "scenario/json_document.h"

namespace drover {

// Of metrics and of notes about a run. drover writes nothing that lies as deep.
inline constexpr JsonLimits kResultLimits = {
    .text_bytes = std::size_t{16} << 20, .depth = 64, .string_bytes = std::size_t{16} << 20};
// Of lists with an entry for every run, and of what holds a resolved scenario.
inline constexpr JsonLimits kListLimits = {.text_bytes = std::size_t{256} << 20,
                                           .depth = 64,
                                           .values = 32'000'000,
                                           .string_bytes = std::size_t{16} << 20};

struct JsonReading {
  nlohmann::ordered_json document = nullptr;  // null where there is a problem
  std::string problem = {};                   // with the name of the file and the line; empty without
};

// A regular file within the limits, in which no object has a key twice.
JsonReading read_result(const std::string& path, const JsonLimits& limits = kResultLimits);

// The same for a file below the folder of results `root`, which no symbolic link leads to.
JsonReading read_result_below(const std::string& root, const std::string& name,
                              const JsonLimits& limits = kResultLimits);

// The same for a text, with the name that messages call it by.
JsonReading parse_result(const std::string& name, std::string text, const JsonLimits& limits = kResultLimits);

// The number, or the text, under the key of an object; empty where there is none.
std::optional<double> number_at(const nlohmann::ordered_json& object, const char* key);
std::string text_at(const nlohmann::ordered_json& object, const char* key);

}  // namespace drover
