// What a message adds about a name that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"

namespace drover {

// "; did you mean "speed"?", or nothing where no name is near.
inline std::string suggestion(std::string_view wanted, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view nearest = nearest_name(wanted, views);
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
}

}  // namespace drover
