#include "app/type_reference.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/builtin_types.h"
#include "scenario/explain_text.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

Json describe(const BuiltinTypes& types) {
  const Json text = Json::parse(types.text);
  Json names = Json::array();
  for (const auto& [name, type] : text["agent_types"].items())
    names.push_back(name);
  return {{"name", fmt::format("{}{}", kBuiltinPrefix, types.name)},
          {"summary", text["description"]},
          {"agent_types", std::move(names)}};
}

}  // namespace

std::string list_types(std::size_t width) {
  return kinds_text(list_types_json(), width);
}

Json list_types_json() {
  Json list = Json::array();
  for (const BuiltinTypes& types : builtin_types())
    list.push_back(describe(types));
  return list;
}

std::string explain_types(std::string_view name, std::size_t width) {
  const bool has_prefix = name.starts_with(kBuiltinPrefix);
  const BuiltinTypes* types = find_builtin_types(has_prefix ? name.substr(kBuiltinPrefix.size()) : name);
  if (types == nullptr) return {};
  const Json described = describe(*types);
  const std::string full_name = described["name"].get<std::string>();
  std::string text = fmt::format("{} (types to include)\n", full_name);
  text += wrap(described["summary"].get<std::string>(), 2, width) + "\n";
  text += fmt::format("  \"include\": [\"{}\"] declares the agent types", full_name);
  for (const Json& type : described["agent_types"])
    text +=
        fmt::format("{} {}", &type == &described["agent_types"].front() ? "" : ",", type.get<std::string>());
  return text + "\n\n" + std::string(types->text);
}

}  // namespace drover
