// The trace columns as a reference, for `drover list columns`.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace drover {

std::string list_columns();
nlohmann::ordered_json list_columns_json();

}  // namespace drover
