#include "scenario/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/exact_integers.h"
#include "core/text.h"
#include "core/utf8.h"
#include "core/vec3.h"
#include "scenario/json_lexer.h"
#include "scenario/reader_context.h"

namespace drover {
namespace {

constexpr std::string_view kPiName = "pi";

// Halves away from zero. The difference is exact.
double round_away(double x) {
  const double size = std::fabs(x);
  const double whole = std::floor(size);
  const double rounded = size - whole >= 0.5 ? whole + 1.0 : whole;
  return x < 0.0 ? -rounded : rounded;
}

struct Function {
  std::string_view name;
  double (*of_one)(double) = nullptr;
  double (*of_two)(double, double) = nullptr;  // folded over any number of arguments
};

constexpr auto kFunctions = std::to_array<Function>({
    {.name = "min", .of_two = [](double a, double b) { return smaller(a, b); }},
    {.name = "max", .of_two = [](double a, double b) { return larger(a, b); }},
    {.name = "abs", .of_one = [](double x) { return std::fabs(x); }},
    {.name = "floor", .of_one = [](double x) { return std::floor(x); }},
    {.name = "ceil", .of_one = [](double x) { return std::ceil(x); }},
    {.name = "round", .of_one = round_away},
    {.name = "sqrt", .of_one = [](double x) { return std::sqrt(x); }},
    {.name = "sin", .of_one = det::sin},
    {.name = "cos", .of_one = det::cos},
    {.name = "count"},
});

const Function* find_function(std::string_view name) {
  const auto found = std::ranges::find(kFunctions, name, &Function::name);
  return found == kFunctions.end() ? nullptr : &*found;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t end_of_name(std::string_view text, std::size_t offset) {
  if (offset == text.size() || !is_letter(text[offset])) return offset;
  while (offset < text.size() && (is_letter(text[offset]) || is_digit(text[offset])))
    ++offset;
  return offset;
}

// A number, or a value that cannot be calculated with, and the bytes it comes from.
struct Operand {
  const JsonValue* json = nullptr;  // null: the number
  double number = 0.0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

JsonValue json_number(double number) {
  JsonValue value;
  value.type = JsonType::number;
  value.number = number == 0.0 ? 0.0 : number;
  if (std::floor(number) == number && std::fabs(number) < kLargestExactInteger) {
    value.type = JsonType::integer;
    value.integer = static_cast<std::int64_t>(number);
  }
  return value;
}

// Thrown within this file only, from where a problem is found to evaluate().
struct Failure {
  ExpressionProblem problem;
};

[[noreturn]] void fail(std::size_t begin, std::size_t end, Problem problem) {
  throw Failure{{begin, end, std::move(problem)}};
}

// A recursive descent parser that evaluates as it reads.
class Evaluator {
 public:
  Evaluator(std::string_view text, const VariableValues& variables) : text_(text), variables_(variables) {}

  JsonValue run() {
    const Operand result = expression();
    if (peek() != '\0') unexpected("expected an operator");
    if (result.json != nullptr) return *result.json;
    return json_number(result.number);
  }

 private:
  char peek() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  [[noreturn]] void unexpected(std::string_view what) {
    if (peek() == '\0') fail(at_, at_, {.message = fmt::format("{}, and the expression ends", what)});
    std::size_t end = end_of_name(text_, at_);
    if (end == at_) end = end_of_number(text_, at_);
    if (end == at_) end = at_ + decode_utf8(text_, at_).length;
    fail(at_, end, {.message = fmt::format("{} before \"{}\"", what, text_.substr(at_, end - at_))});
  }

  void expect(char c) {
    if (!take(c)) unexpected(fmt::format("expected \"{}\"", c));
  }

  Operand expression() {
    Operand left = term();
    while (peek() == '+' || peek() == '-') {
      const std::size_t sign = at_++;
      const Operand right = term();
      const double b = number_of(right);
      left = result(text_[sign] == '+' ? number_of(left) + b : number_of(left) - b, left, right, sign);
    }
    return left;
  }

  Operand term() {
    Operand left = unary();
    while (peek() == '*' || peek() == '/') {
      const std::size_t sign = at_++;
      const Operand right = unary();
      const double a = number_of(left);
      const double b = number_of(right);
      if (text_[sign] == '/' && b == 0.0) fail(sign, sign + 1, {.message = "division by zero"});
      left = result(text_[sign] == '*' ? a * b : a / b, left, right, sign);
    }
    return left;
  }

  Operand unary() {
    if (peek() != '-') return indexed();
    const std::size_t sign = at_++;
    enter(sign);
    const Operand operand = unary();
    --nesting_;
    return {.number = -number_of(operand), .begin = sign, .end = operand.end};
  }

  Operand indexed() {
    Operand operand = item();
    while (peek() == '[') {
      enter(at_);
      ++at_;
      const Operand index = expression();
      expect(']');
      --nesting_;
      operand = element(operand, index);
    }
    return operand;
  }

  Operand element(const Operand& list, const Operand& index) {
    if (list.json == nullptr || !list.json->is_array()) {
      fail(list.begin, list.end,
           {.message = "only a list has elements",
            .found = list.json != nullptr ? describe(*list.json) : "a number"});
    }
    const std::vector<JsonValue>& items = list.json->items;
    const double k = number_of(index);
    if (!(std::floor(k) == k && k >= 0.0 && k < static_cast<double>(items.size()))) {
      fail(index.begin, index.end,
           {.message = "the list has no such element",
            .found = fmt::format("{}", k),
            .allowed = {items.empty() ? "the list is empty" : fmt::format("0 to {}", items.size() - 1)}});
    }
    return wrap(items[static_cast<std::size_t>(k)], list.begin, at_);
  }

  Operand item() {
    const char c = peek();
    const std::size_t begin = at_;
    if (c == '(') {
      enter(begin);
      ++at_;
      Operand inner = expression();
      expect(')');
      --nesting_;
      return {inner.json, inner.number, begin, at_};
    }
    if (is_letter(c)) return named();
    if (!is_digit(c)) unexpected("expected a value");
    at_ = end_of_number(text_, begin);
    std::size_t offset = 0;
    JsonValue value;
    if (read_word(text_.substr(begin, at_ - begin), offset, value) || !is_finite(value.number))
      fail(begin, at_, {.message = "the number is too large"});
    return {.number = value.number, .begin = begin, .end = at_};
  }

  Operand named() {
    const std::size_t begin = at_;
    at_ = end_of_name(text_, begin);
    const std::size_t end = at_;
    const std::string_view name = text_.substr(begin, end - begin);
    const Function* function = find_function(name);
    if (peek() == '(') return call(function, name, begin);
    if (function != nullptr)
      fail(begin, end, {.message = fmt::format("\"{}\" is a function: \"(\" is missing", name)});
    if (name == kPiName) return {.number = det::kPi, .begin = begin, .end = end};
    const auto found = variables_.find(name);
    if (found == variables_.end()) unknown(name, begin);
    if (!found->second) fail(begin, end, {});
    return wrap(*found->second, begin, end);
  }

  [[noreturn]] void unknown(std::string_view name, std::size_t begin) {
    std::vector<std::string> names;
    for (const auto& [known, value] : variables_) {
      if (variables_.size() <= kMaxCompared) names.push_back(known);
    }
    Problem problem = unknown_name(fmt::format("unknown variable \"{}\"", name), name, std::move(names));
    if (variables_.empty()) problem.hint = "The scenario has no \"variables\".";
    fail(begin, begin + name.size(), std::move(problem));
  }

  Operand call(const Function* function, std::string_view name, std::size_t begin) {
    if (function == nullptr) {
      std::vector<std::string> names;
      for (const Function& known : kFunctions)
        names.emplace_back(known.name);
      fail(begin, begin + name.size(),
           unknown_name(fmt::format("unknown function \"{}\"", name), name, std::move(names)));
    }
    enter(at_);
    ++at_;
    std::vector<Operand> arguments;
    do {
      arguments.push_back(expression());
    } while (take(','));
    expect(')');
    --nesting_;
    if (function->of_two == nullptr && arguments.size() > 1)
      fail(begin, at_, {.message = fmt::format("\"{}\" takes one argument", name)});
    return {.number = value_of(*function, arguments, begin), .begin = begin, .end = at_};
  }

  double value_of(const Function& function, const std::vector<Operand>& arguments, std::size_t begin) {
    const Operand& first = arguments.front();
    if (function.of_two == nullptr && function.of_one == nullptr) {
      if (first.json == nullptr || !first.json->is_array())
        fail(first.begin, first.end, {.message = "\"count\" takes a list"});
      return static_cast<double>(first.json->items.size());
    }
    double value = number_of(first);
    if (function.of_one != nullptr) value = function.of_one(value);
    for (std::size_t k = 1; k < arguments.size(); ++k)
      value = function.of_two(value, number_of(arguments[k]));
    if (!is_finite(value)) {
      fail(begin, begin + function.name.size(),
           {.message = fmt::format("the result of \"{}\" is no finite number", function.name)});
    }
    return value;
  }

  static Operand wrap(const JsonValue& value, std::size_t begin, std::size_t end) {
    if (value.is_number()) return {.number = value.number, .begin = begin, .end = end};
    return {.json = &value, .begin = begin, .end = end};
  }

  static double number_of(const Operand& operand) {
    if (operand.json == nullptr) return operand.number;
    fail(operand.begin, operand.end,
         {.message = "only numbers can be calculated with", .found = describe(*operand.json)});
  }

  static Operand result(double number, const Operand& left, const Operand& right, std::size_t sign) {
    if (!is_finite(number)) fail(sign, sign + 1, {.message = "the result is no finite number"});
    return {.number = number, .begin = left.begin, .end = right.end};
  }

  void enter(std::size_t begin) {
    if (++nesting_ <= kMaxExpressionNesting) return;
    fail(begin, begin + 1,
         {.message = fmt::format("the expression is nested deeper than {} levels", kMaxExpressionNesting)});
  }

  std::string_view text_;
  const VariableValues& variables_;
  std::size_t at_ = 0;
  std::size_t nesting_ = 0;
};

}  // namespace

bool is_expression(const JsonValue& value) {
  return value.find(kExpressionKey) != nullptr;
}

std::variant<JsonValue, ExpressionProblem> evaluate(std::string_view expression,
                                                    const VariableValues& variables) {
  if (count_code_points(expression) > kMaxExpressionLength) {
    return ExpressionProblem{
        0,
        expression.size(),
        {.message = fmt::format("the expression is longer than {} characters", kMaxExpressionLength)}};
  }
  try {
    return Evaluator(expression, variables).run();
  } catch (Failure& failure) {
    return std::move(failure.problem);
  }
}

std::vector<std::string_view> names_in(std::string_view expression) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < expression.size();) {
    const std::size_t end = std::max(end_of_name(expression, at), end_of_number(expression, at));
    const std::string_view name = expression.substr(at, end - at);
    if (end > at && is_letter(name.front()) && name != kPiName && find_function(name) == nullptr)
      names.push_back(name);
    at = std::max(end, at + 1);
  }
  return names;
}

std::optional<Problem> check_variable_name(std::string_view name) {
  if (name == kPiName || find_function(name) != nullptr)
    return Problem{.message =
                       fmt::format("a variable cannot be called \"{}\": expressions know that name", name)};
  if (!name.empty() && end_of_name(name, 0) == name.size()) return std::nullopt;
  return Problem{.message = fmt::format("a variable cannot be called \"{}\"", shorten(name)),
                 .allowed = {"letters, digits and _, no digit first"}};
}

}  // namespace drover
