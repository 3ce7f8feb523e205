// What each type of value (FieldType) is as text: how it is read, written, described, and ruled by the JSON
// Schema. A new type is a file of values/, its tag with its C++ type in core/field_access.h, and a line in
// value_type.cpp. How many values a field holds (Holder) is the same for all types and no matter of theirs.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/erased.h"
#include "core/field.h"
#include "scenario/json_document.h"
#include "scenario/reader_context.h"

namespace drover {

class SchemaWriter;

// A field and what the file gives for one value of it.
struct FieldValue {
  const Field& field;
  const JsonValue& value;
  bool degrees = false;  // the key ended in "_deg"
};

// What a JSON pointer may name inside of a value.
enum class ValueParts { none, by_index, any };

struct ValueType {
  FieldType type = FieldType::number;
  // Of one and of several values, in one or two words for a column; {} stands for what the field is about:
  // its table, its family or its width.
  std::string_view name = "";
  std::string_view names = "";
  // A whole phrase for messages, of one and of several: "a number (m/s, > 0)", "numbers (m/s, > 0)".
  std::string (*phrase)(const Field& field) = nullptr;
  std::string (*phrases)(const Field& field) = nullptr;  // of types that lists hold
  ValueParts parts = ValueParts::none;
  // Reports what is wrong with the value, and leaves `out` as it was. Returns whether it is right.
  bool (*read)(void* out, const FieldValue& given, ReaderContext& context) = nullptr;
  // `fresh`: null, or a default value, which may be changed. With it, of an object only the keys are written
  // that are read and differ from it.
  nlohmann::ordered_json (*write)(const void* value, const Field& field, void* fresh) = nullptr;
  // Sets a value to what a JSON null means. Without this function null leaves the default.
  void (*clear)(void* value) = nullptr;
  // The schema of one value. The writer puts a "$ref" into an "allOf" where a description stands beside it.
  nlohmann::ordered_json (*schema)(const Field& field, SchemaWriter& writer) = nullptr;
};

const ValueType& value_type(const Field& field);

// The row for one value of a field that holds several.
Field element_field(const Field& field);

template <class T>
void reset_value(T& value) {
  value = T();
}

}  // namespace drover
