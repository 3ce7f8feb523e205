// The trace columns as a reference, for `drover list columns`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace drover {

std::string list_columns(std::size_t width);
nlohmann::ordered_json list_columns_json();

// One trace column, as list_columns() shows it; empty where none has that name.
std::string explain_column(std::string_view name, std::size_t width);

}  // namespace drover
