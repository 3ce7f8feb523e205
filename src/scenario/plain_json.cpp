#include "scenario/plain_json.h"

#include <nlohmann/json.hpp>

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

Json array_of(const JsonValue& value) {
  Json array = Json::array();
  for (const JsonValue& item : value.items)
    array.push_back(to_json(item));
  return array;
}

// Keys are unique here. Json would look for each among all before it.
Json object_of(const JsonValue& value) {
  using Members = std::vector<std::pair<const std::string, Json>>;
  Json object = Json::object();
  auto& members = static_cast<Members&>(object.get_ref<Json::object_t&>());
  for (const auto& [key, where, member] : value.members)
    members.emplace_back(key, to_json(member));
  return object;
}

}  // namespace

Json to_json(const JsonValue& value) {
  switch (value.type) {
    case JsonType::null:
      return nullptr;
    case JsonType::boolean:
      return value.boolean;
    case JsonType::integer:
      return value.integer < 0 ? Json(value.integer) : Json(static_cast<std::uint64_t>(value.integer));
    case JsonType::number:
      return value.number;
    case JsonType::string:
      return value.string;
    case JsonType::object:
      return object_of(value);
    case JsonType::array:
      break;
  }
  return array_of(value);
}

}  // namespace drover
