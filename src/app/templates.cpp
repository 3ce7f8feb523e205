#include "app/templates.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/template_texts.h"
#include "core/check.h"
#include "scenario/explain_text.h"

namespace drover {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const auto& [name, text] : kTemplateTexts)
    names.emplace_back(name);
  return names;
}

std::string_view template_text(std::string_view name) {
  const auto found =
      std::ranges::find(kTemplateTexts, name, &std::pair<std::string_view, std::string_view>::first);
  DROVER_CHECK(found != kTemplateTexts.end(), "no template of that name");
  return found->second;
}

std::string list_templates(std::size_t width) {
  return kinds_text(list_templates_json(), width);
}

Json list_templates_json() {
  Json list = Json::array();
  for (const auto& [name, text] : kTemplateTexts) {
    const Json scenario = Json::parse(text, nullptr, true, /*ignore_comments=*/true);
    list.push_back({{"name", name}, {"summary", scenario.at("description")}});
  }
  return list;
}

std::string explain_template(std::string_view name, std::size_t width) {
  for (const Json& listed : list_templates_json()) {
    if (listed["name"] != name) continue;
    return fmt::format("{} (template)\n{}  start from it: drover init DIR --template {}\n\n{}", name,
                       wrap(listed["summary"].get<std::string>(), 2, width), name, template_text(name));
  }
  return {};
}

}  // namespace drover
