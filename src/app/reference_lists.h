// What `drover list` and `drover explain` know besides kinds and templates: trace columns, formats of
// trajectories, agent types that are part of drover. Explanations are empty where nothing has that name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace drover {

std::string list_columns(std::size_t width);
nlohmann::ordered_json list_columns_json();
std::string explain_column(std::string_view name, std::size_t width);

std::string list_formats(std::size_t width);
nlohmann::ordered_json list_formats_json();
// With its source.
std::string explain_format(std::string_view name, std::size_t width);

std::string list_types(std::size_t width);
nlohmann::ordered_json list_types_json();
// What "drover:walker" or "walker" holds, and its text.
std::string explain_types(std::string_view name, std::size_t width);

}  // namespace drover
