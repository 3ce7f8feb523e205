// Reads the values of single fields: one function per type of field, all with the same contract. A value that
// is wrong is reported and leaves the field as it was.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/field.h"
#include "scenario/json_document.h"
#include "scenario/reader_context.h"

namespace drover {

// A field and what the file gives for it.
struct FieldValue {
  const Field& field;
  const JsonValue& value;
  bool degrees = false;  // the key ended in "_deg"
};

// Reads the field of the object. Returns whether it is right.
bool read_field(const FieldValue& given, void* object, ReaderContext& context);

// Reports "found X, allowed Y" for a value of the wrong type. Returns false.
bool report_wrong_type(const FieldValue& given, const JsonValue& value, ReaderContext& context);

// A number of the field's unit and range, converted to radians where it is given in degrees.
bool read_number(const FieldValue& given, const JsonValue& value, double& out, ReaderContext& context);

// A vector of exactly two numbers; z stays zero.
bool read_vector(const FieldValue& given, const JsonValue& value, Vec3& out, ReaderContext& context);

// A constant or a distribution whose every value is in the field's range.
bool read_parameter(const FieldValue& given, Parameter& out, ReaderContext& context);

// An object with exactly one thing to aim at. The name is noted as used.
bool read_target(const FieldValue& given, Target& out, ReaderContext& context);

}  // namespace drover
