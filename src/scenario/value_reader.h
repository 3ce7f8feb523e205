// Reads the values of fields: what holds for all of their types, and the parts that several types share. A
// value that is wrong is reported.
#pragma once

#include <span>
#include <string_view>

#include "core/vec3.h"
#include "scenario/value_type.h"

namespace drover {

// Reads the field of the object. Returns whether it is right. Lists and maps get one element per entry of the
// file, right or wrong, so that indices agree with the file.
bool read_field(const FieldValue& given, void* object, ReaderContext& context);

// Reports what is wrong with the value, or with a number of it, with what is found and what is allowed.
// Returns false.
bool report_at(const FieldValue& given, const JsonValue& value, std::string_view what,
               ReaderContext& context);
bool report_wrong_type(const FieldValue& given, const JsonValue& value, ReaderContext& context);

// A number of the field's unit and range, converted to radians where it is given in degrees.
bool read_number(const FieldValue& given, const JsonValue& value, double& out, ReaderContext& context);

// As many numbers as there is room for, of a list that has so many.
bool read_all_numbers(const FieldValue& given, std::span<double> out, ReaderContext& context);

// A vector of exactly two numbers; z stays zero.
bool read_vector(Vec3& out, const FieldValue& given, ReaderContext& context);

// A string.
bool read_text(std::string& out, const FieldValue& given, ReaderContext& context);

// A constant or a distribution whose every value is in the field's range.
bool read_parameter(Parameter& out, const FieldValue& given, ReaderContext& context);

}  // namespace drover
