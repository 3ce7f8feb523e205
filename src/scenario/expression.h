// The expressions of { "=": "hall[0] / 2 - door" }: arithmetic with numbers, and variables taken whole.
//
//   expr = term {("+" | "-") term}       term = unary {("*" | "/") unary}
//   unary = "-" unary | item {"[" expr "]"}
//   item = number | "pi" | name | function "(" expr {"," expr} ")" | "(" expr ")"
//
// Doubles, from left to right, with the functions of core/det_math.h: the same bits everywhere.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/problem.h"
#include "scenario/json_value.h"

namespace drover {

inline constexpr std::size_t kMaxExpressionLength = 1000;  // characters
inline constexpr std::size_t kMaxExpressionNesting = 64;

// The key of an object that holds an expression, its only one.
inline constexpr std::string_view kExpressionKey = "=";
bool is_expression(const JsonValue& value);

// Variables by name with their values, in which nothing is left to be evaluated. Without a value: what is
// wrong with the variable has been reported.
using VariableValues = std::map<std::string, std::optional<JsonValue>, std::less<>>;

// What is wrong with an expression, and the bytes [begin, end) of it to blame.
struct ExpressionProblem {
  std::size_t begin = 0;
  std::size_t end = 0;
  Problem problem;  // without a message: a variable has no value
};

// The value of an expression: a number, or a copy of a variable or of an element of one. Numbers that are
// whole and below 2^53 become integers; there is no -0. The place of the value is left to the caller.
std::variant<JsonValue, ExpressionProblem> evaluate(std::string_view expression,
                                                    const VariableValues& variables);

// The names of variables that the expression uses, as far as it can be read.
std::vector<std::string_view> names_in(std::string_view expression);

// Whether a variable may be called so: letters, digits and "_", no digit first, and no function nor pi.
// Returns what is wrong, or nothing.
std::optional<Problem> check_variable_name(std::string_view name);

}  // namespace drover
