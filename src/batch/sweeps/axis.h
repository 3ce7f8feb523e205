// The values that one path takes, listed or evenly spaced.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/enum_names.h"
#include "core/field.h"

namespace drover {

DROVER_ENUM(Scale, linear, log)

struct AxisDef {
  std::string path;
  std::vector<JsonText> values;  // or from, to and one of step and count
  Parameter from, to, step;
  std::optional<std::int64_t> count;
  Scale scale = Scale::linear;
  static const Table& table();
};

inline constexpr double kMostValues = 1e6;

inline constexpr auto kAxisFields = fields(
    field<&AxisDef::path>({.key = "path",
                           .doc = "What changes, as --set names it: agents.0.count, or /agents/0/count.",
                           .required = true}),
    field<&AxisDef::values>(
        {.key = "values", .doc = "Its values, of any type.", .otherwise = "from, to and step or count"}),
    field<&AxisDef::from>({.key = "from", .doc = "First of evenly spaced values.", .otherwise = "none"}),
    field<&AxisDef::to>(
        {.key = "to", .doc = "Last of them; left out where steps do not meet it.", .otherwise = "none"}),
    field<&AxisDef::step>({.key = "step",
                           .doc = "From one value to the next; negative where \"to\" is less than \"from\".",
                           .otherwise = "it follows from count"}),
    field<&AxisDef::count>({.key = "count",
                            .range = closed(1, kMostValues),
                            .doc = "How many values there are, \"from\" and \"to\" included.",
                            .otherwise = "it follows from step"}),
    field<&AxisDef::scale>(
        {.key = "scale", .doc = "With log and \"count\", the quotient of neighbors is always the same."}));

// What is wrong with an axis: paths and values are looked at later, together with the scenario.
std::vector<Problem> check_axis(const AxisDef& axis);

// The values as JSON. Those that are spaced and not whole have up to twelve significant digits, so that ten
// steps of 0.1 lead from 0 to 1.
std::vector<std::string> values_of(const AxisDef& axis);

// The shortest text that reads back; whole numbers without a fraction.
std::string json_number(double value);

// Rounded to twelve significant digits; whole numbers as they are.
double rounded(double value);

// "/values/2" of a listed value, "" of one that is spaced.
std::string place_of(const std::vector<JsonText>& values, std::size_t index);

}  // namespace drover
