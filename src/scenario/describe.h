// The words that messages, the JSON Schema and `drover explain` use for the values a field may have.
#pragma once

#include <string>
#include <string_view>

#include "core/field.h"

namespace drover {

// Greatest magnitude of a coordinate [m]: farther out a position loses more than 1e-11 m to rounding.
inline constexpr double kMaxCoordinate = 1e5;

// The suffix of keys that hold degrees instead of radians.
inline constexpr std::string_view kDegreeSuffix = "_deg";

// The field may be given in degrees under its key followed by "_deg".
bool takes_degrees(const FieldInfo& field);

// "rad" becomes "deg".
std::string_view degree_unit(std::string_view unit);

// The range of a field in degrees.
Range degree_range(const Range& range);

// The range of one number of a field: vectors in meters are coordinates of the world and bounded as such.
Range number_range(const Field& field);

// The value may be null, which means the same as leaving the key out.
bool can_be_absent(const FieldInfo& field);

// Shortest text that reads back to the same number; whole numbers without a fraction.
std::string number_text(double value);

// "> 0 and <= 1", "0 to 64", ">= 0", "2", or empty where every number is allowed.
std::string range_text(const Range& range);

// "(m/s, > 0)" with a leading space; empty where there is nothing to say.
std::string details_text(std::string_view unit, const Range& range);

// "number", "points", "behavior": one or two words for a column.
std::string type_text(const Field& field);

// "a number (m/s, > 0 and <= 10000), a distribution or null": a whole phrase for messages.
std::string allowed_text(const Field& field);

// The same without null.
std::string value_text(const Field& field);

// The same for one number of a value that holds several: "a number (m/s, > 0)".
std::string allowed_number_text(std::string_view unit, const Range& range);

// The same for one vector of a list: "two numbers [x, y] (m)".
std::string allowed_vector_text(std::string_view unit, const Range& range);

}  // namespace drover
