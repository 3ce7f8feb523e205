// A document without its places, for code that only wants the values.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "scenario/json_value.h"

namespace drover {

nlohmann::ordered_json to_json(const JsonValue& value);

}  // namespace drover
