#include "scenario/json_value.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "core/utf8.h"
#include "scenario/plain_json.h"

namespace drover {

std::string_view name_with_article(JsonType type) {
  // In the order of JsonType.
  constexpr std::array<std::string_view, 7> kNames = {"null",     "a boolean", "an integer", "a number",
                                                      "a string", "an array",  "an object"};
  return kNames.at(static_cast<std::size_t>(type));
}

std::string describe(const JsonValue& value) {
  switch (value.type) {
    case JsonType::null:
      return "null";
    case JsonType::boolean:
      return value.boolean ? "true" : "false";
    case JsonType::integer:
      return fmt::format("the number {}", value.integer);
    case JsonType::number:
      return fmt::format("the number {}", value.number);
    case JsonType::string:
      return fmt::format("the string \"{}\"", shorten(value.string));
    case JsonType::array:
      return "an array of " + counted(value.items.size(), "element");
    case JsonType::object:
      return "an object with " + counted(value.members.size(), "key");
  }
  return {};
}

std::string json_text(const JsonValue& value) {
  return to_json(value).dump();
}

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::ranges::find(members, key, &JsonMember::key);
  return found == members.end() ? nullptr : &found->value;
}

JsonValue make_json(JsonType type, SourceRange where) {
  JsonValue value;
  value.type = type;
  value.where = where;
  return value;
}

JsonValue* JsonValue::find(std::string_view key) {
  return const_cast<JsonValue*>(std::as_const(*this).find(key));
}

const std::string* JsonValue::find_text(std::string_view key) const {
  const JsonValue* value = find(key);
  return value != nullptr && value->is_string() ? &value->string : nullptr;
}

void JsonValue::erase(std::string_view key) {
  std::erase_if(members, [key](const JsonMember& member) { return member.key == key; });
}

}  // namespace drover
