#include "scenario/expression.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"

namespace drover::test::expression_test {
namespace {

JsonValue number(double value) {
  JsonValue json;
  json.type = JsonType::number;
  json.number = value;
  return json;
}

JsonValue text(std::string value) {
  JsonValue json;
  json.type = JsonType::string;
  json.string = std::move(value);
  return json;
}

// hall [20, 12], door 1.2, name "oak", nothing [], failed without a value.
VariableValues variables() {
  JsonValue hall;
  hall.type = JsonType::array;
  hall.items = {number(20), number(12)};
  JsonValue nothing;
  nothing.type = JsonType::array;
  return {{"hall", hall}, {"door", number(1.2)}, {"name", text("oak")}, {"nothing", nothing}, {"failed", {}}};
}

std::string value_of(std::string_view expression) {
  const auto result = evaluate(expression, variables());
  if (const auto* problem = std::get_if<ExpressionProblem>(&result))
    return "error: " + problem->problem.message;
  return json_text(std::get<JsonValue>(result));
}

TEST(Expression, FollowsTheRulesOfArithmetic) {
  EXPECT_EQ(value_of("hall[0] / 2 - door"), "8.8");
  EXPECT_EQ(value_of("-2*-3"), "6");
  EXPECT_EQ(value_of("8/2/2"), "2");
  EXPECT_EQ(value_of("2--3"), "5");
  EXPECT_EQ(value_of("2-3-4"), "-5");
  EXPECT_EQ(value_of("2+3*4"), "14");
  EXPECT_EQ(value_of("(2+3)*4"), "20");
  EXPECT_EQ(value_of("- -3"), "3");
  EXPECT_EQ(value_of(" 1e3\t+ 2.5e-1 "), "1000.25");
  EXPECT_EQ(value_of("0.1+0.2"), "0.30000000000000004");
  EXPECT_EQ(value_of("0.1 + 0.2 - 0.3"), "5.551115123125783e-17") << "from left to right";
}

TEST(Expression, HasFunctionsOfItsOwn) {
  EXPECT_EQ(value_of("round(-2.5)"), "-3");
  EXPECT_EQ(value_of("round(2.5)"), "3");
  EXPECT_EQ(value_of("round(0.49999999999999994)"), "0") << "adding a half would round up";
  EXPECT_EQ(value_of("hall[count(hall)-1]"), "12");
  EXPECT_EQ(value_of("min(3, 1, 2) + max(3, 1, 2)"), "4");
  EXPECT_EQ(value_of("floor(-1.5) + ceil(-1.5) + abs(-1.5)"), "-1.5");
  EXPECT_EQ(value_of("sqrt(2)"), "1.4142135623730951");
  EXPECT_EQ(std::get<JsonValue>(evaluate("sin(door)", variables())).number, det::sin(1.2));
  EXPECT_EQ(std::get<JsonValue>(evaluate("cos(pi / 3)", variables())).number, det::cos(det::kPi / 3));
}

TEST(Expression, GivesWholeNumbersAsIntegersAndNoNegativeZero) {
  const auto integer = std::get<JsonValue>(evaluate("3 * 2.0", variables()));
  EXPECT_TRUE(integer.is_integer());
  EXPECT_EQ(integer.integer, 6);
  EXPECT_EQ(value_of("-0"), "0");
  EXPECT_EQ(value_of("round(-0.2)"), "0");
  EXPECT_EQ(value_of("9007199254740991"), "9007199254740991");
  EXPECT_FALSE(std::get<JsonValue>(evaluate("9007199254740992", variables())).is_integer());
}

TEST(Expression, TakesAVariableWhole) {
  EXPECT_EQ(value_of("name"), R"("oak")");
  EXPECT_EQ(value_of("(hall)"), "[20.0,12.0]");
}

struct Wrong {
  std::string_view expression;
  std::size_t character;  // counted from 1
  std::string_view words;
  std::string_view nearest = "";
};

TEST(Expression, PointsAtTheCharacterThatIsWrong) {
  constexpr Wrong kWrong[] = {
      {"1/(door-1.2)", 2, "division by zero"},
      {"2 3", 3, "expected an operator before \"3\""},
      {"+1", 1, "expected a value before \"+\""},
      {"", 1, "expected a value, and the expression ends"},
      {"2 *", 4, "expected a value, and the expression ends"},
      {"(2", 3, "expected \")\", and the expression ends"},
      {"hall[0", 7, "expected \"]\""},
      {"2)", 2, "expected an operator before \")\""},
      {"01", 2, "expected an operator before \"1\""},
      {".5", 1, "expected a value before \".\""},
      {"2 ^ 3", 3, "expected an operator before \"^\""},
      {"2 + \xC3\xA4", 5, "expected a value before"},
      {"1 + dor", 5, "unknown variable \"dor\"", "door"},
      {"1 + mix(1)", 5, "unknown function \"mix\"", "min"},
      {"door(1)", 1, "unknown function \"door\""},
      {"1 + min", 5, "\"min\" is a function"},
      {"sqrt(1, 2)", 1, "\"sqrt\" takes one argument"},
      {"2 * sqrt(-1)", 5, "the result of \"sqrt\" is no finite number"},
      {"1e308 * 10", 7, "the result is no finite number"},
      {"1 + 1e999", 5, "the number is too large"},
      {"2 * name", 5, "only numbers can be calculated with"},
      {"-name", 2, "only numbers can be calculated with"},
      {"hall + 1", 1, "only numbers can be calculated with"},
      {"door[0]", 1, "only a list has elements"},
      {"hall[2]", 6, "the list has no such element"},
      {"hall[-1]", 6, "the list has no such element"},
      {"hall[0.5]", 6, "the list has no such element"},
      {"nothing[0]", 9, "the list has no such element"},
      {"count(door)", 7, "\"count\" takes a list"},
  };
  for (const Wrong& wrong : kWrong) {
    const auto result = evaluate(wrong.expression, variables());
    ASSERT_TRUE(std::holds_alternative<ExpressionProblem>(result)) << wrong.expression;
    const auto& found = std::get<ExpressionProblem>(result);
    EXPECT_EQ(found.begin + 1, wrong.character) << wrong.expression;
    EXPECT_NE(found.problem.message.find(wrong.words), std::string::npos)
        << wrong.expression << ": " << found.problem.message;
    if (!wrong.nearest.empty()) {
      EXPECT_EQ(found.problem.nearest, wrong.nearest);
    }
  }
}

TEST(Expression, SaysNothingMoreOfAVariableThatFailed) {
  const auto result = evaluate("1 + failed", variables());
  EXPECT_TRUE(std::get<ExpressionProblem>(result).problem.message.empty());
}

std::string repeated(std::string_view part, std::size_t count) {
  std::string all;
  for (std::size_t k = 0; k < count; ++k)
    all += part;
  return all;
}

TEST(Expression, LimitsItsNestingAndLength) {
  const auto nested = [](std::size_t depth) { return repeated("(", depth) + "1" + repeated(")", depth); };
  EXPECT_EQ(value_of(nested(64)), "1");
  EXPECT_EQ(value_of(nested(65)), "error: the expression is nested deeper than 64 levels");
  EXPECT_EQ(value_of(repeated("-", 64) + "1"), "1");
  EXPECT_EQ(value_of(repeated("-", 65) + "1"), "error: the expression is nested deeper than 64 levels");
  EXPECT_EQ(value_of("1" + repeated("+1", 499) + " "), "500");
  EXPECT_EQ(value_of("1" + repeated("+1", 500)), "error: the expression is longer than 1000 characters");
}

TEST(Expression, RefusesNamesItKnowsItself) {
  EXPECT_FALSE(check_variable_name("_width2").has_value());
  for (const std::string_view name : {"pi", "min", "count", "2x", "", "a-b", "a b"})
    EXPECT_TRUE(check_variable_name(name).has_value()) << name;
}

TEST(Expression, FindsTheNamesItUses) {
  EXPECT_EQ(names_in("hall[0] * pi + min(door, 1e5) - 2x"),
            (std::vector<std::string_view>{"hall", "door", "x"}));
}

}  // namespace
}  // namespace drover::test::expression_test
