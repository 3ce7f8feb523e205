// The scenarios that `drover init` can start from, and their list. Their texts are the files of
// src/app/templates.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace drover {

// In the order in which they are listed; `drover init` writes the first without --template.
std::vector<std::string> template_names();

// The text of a template, a scenario with comments; `name` must be one of the names.
std::string_view template_text(std::string_view name);

// A line for each, with what its "description" says.
std::string list_templates(std::size_t width);
nlohmann::ordered_json list_templates_json();

// What a template shows, how to start from it, and its text; empty where none has that name.
std::string explain_template(std::string_view name, std::size_t width);

}  // namespace drover
