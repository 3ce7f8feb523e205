// The agent types that are part of drover, for `drover list types` and `drover explain`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace drover {

std::string list_types(std::size_t width);
nlohmann::ordered_json list_types_json();

// What "drover:walker" or "walker" holds, and its text; empty where none has that name.
std::string explain_types(std::string_view name, std::size_t width);

}  // namespace drover
