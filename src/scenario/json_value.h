// A JSON document as a tree in which every key and value knows its place in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "scenario/diagnostics.h"

namespace drover {

enum class JsonType { null, boolean, integer, number, string, array, object };

// "a number", "an object"...: for messages.
std::string_view name_with_article(JsonType type);

struct JsonMember;

struct JsonValue {
  JsonType type = JsonType::null;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;  // set for integers too
  std::string string;
  std::vector<JsonValue> items;  // of an array
  std::vector<JsonMember>
      members;        // of an object, in file order; keys are unique unless an error was reported
  SourceRange where;  // the value's text, brackets and quotes included

  bool is_null() const { return type == JsonType::null; }
  bool is_boolean() const { return type == JsonType::boolean; }
  // Written without point and exponent, and within 64 bits.
  bool is_integer() const { return type == JsonType::integer; }
  bool is_number() const { return type == JsonType::integer || type == JsonType::number; }
  bool is_string() const { return type == JsonType::string; }
  bool is_array() const { return type == JsonType::array; }
  bool is_object() const { return type == JsonType::object; }

  // The member's value, or null when this is not an object or has no such key. Linear in the number of
  // members.
  const JsonValue* find(std::string_view key) const;
  JsonValue* find(std::string_view key);
  // The text under the key; null where no string is.
  const std::string* find_text(std::string_view key) const;
  void erase(std::string_view key);
};

// A value of that type, otherwise empty.
JsonValue make_json(JsonType type, SourceRange where);

struct JsonMember {
  std::string key;
  SourceRange key_where;  // quotes included
  JsonValue value;
};

// The value as compact JSON, members in their order.
std::string json_text(const JsonValue& value);

// What a value is, short enough for the "found" of a diagnostic: the number 3, the string "abc", an array of
// 2 elements.
std::string describe(const JsonValue& value);

}  // namespace drover
