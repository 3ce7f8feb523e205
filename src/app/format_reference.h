// The formats of trajectories as a reference, for `drover list formats` and `drover explain`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace drover {

std::string list_formats(std::size_t width);
nlohmann::ordered_json list_formats_json();

// One format with its source; empty where none has that name.
std::string explain_format(std::string_view name, std::size_t width);

}  // namespace drover
