// Formats the result of explain_json as plain text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace drover {

inline constexpr std::size_t kTextWidth = 80;

// The text in lines of at most `width` columns, each behind `indent` spaces and ended by a line feed.
// Words longer than a line are not broken.
std::string wrap(std::string_view text, std::size_t indent, std::size_t width = kTextWidth);

// One object of explain_json.
std::string page_text(const nlohmann::ordered_json& page, std::size_t width = kTextWidth);

// The array of list_kinds_json: name and summary, aligned.
std::string kinds_text(const nlohmann::ordered_json& kinds, std::size_t width = kTextWidth);

}  // namespace drover
