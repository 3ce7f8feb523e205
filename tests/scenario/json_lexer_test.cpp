#include "scenario/json_lexer.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scenario/json_document.h"

namespace drover::json_lexer_test {
namespace {

struct Malformed {
  std::string text;
  std::size_t line;
  std::size_t column;
  std::string message;
  std::string hint_part = {};
};

// Every place and message stands here as a person would give it after reading the text.
std::vector<Malformed> malformed_texts() {
  return {
      {"", 1, 1, "the file is empty"},
      {"  // nothing\n", 1, 13, "the file is empty"},
      {"[1, 2,]", 1, 6, "trailing comma"},
      {"{\"a\": 1,}", 1, 8, "trailing comma"},
      {"{\"a\":1,\n\n}", 1, 7, "trailing comma"},
      {"[1,,2]", 1, 4, "two commas in a row"},
      {"{\"a\":1,,\"b\":2}", 1, 8, "two commas in a row"},
      {"[,1]", 1, 2, "expected a value before ','"},
      {"{,}", 1, 2, "expected a key in double quotes before ','"},
      {"{\"a\": [1 \"radius\"]}", 1, 10, "expected ',' or ']' before \"radius\""},
      {"{\"a\": 1\n  \"b\": 2}", 2, 3, "expected ',' or '}' before \"b\""},
      {"[1,\n2\n3]", 3, 1, "expected ',' or ']' before 3"},
      {"[1; 2]", 1, 3, "expected ',' or ']' before ';'"},
      {"{\"a\":1 [2]}", 1, 8, "expected ',' or '}' before '['"},
      {"[\n1}", 2, 2, "expected ',' or ']' before '}'", "the array opened at line 1 is not closed yet"},
      {"{\"a\":1]", 1, 7, "expected ',' or '}' before ']'", "the object opened at line 1 is not closed yet"},
      {"[\"a\": 1]", 1, 5, "expected ',' or ']' before ':'", "an array has no keys"},
      {"{\n  \"a\": {\n    \"b\": 1\n", 3, 11,
       "unexpected end of file: the object opened at line 2 is not closed"},
      {"[1, [2], \n\n", 1, 9, "unexpected end of file: the array opened at line 1 is not closed"},
      {"{\"a\"", 1, 5, "unexpected end of file: the object opened at line 1 is not closed"},
      {"[1, /* x", 1, 5, "the comment is not closed"},
      {"[1 / 2]", 1, 4, "unexpected '/'"},
      {"# c\n[1]", 1, 1, "unexpected '#'", "comments are written // or /* */"},
      {"{\"a\": \"x\\q\"}", 1, 9, "unknown escape \\q in a string"},
      {"{\"a\": \"C:\\dir\"}", 1, 10, "unknown escape \\d in a string", "a backslash itself is written \\\\"},
      {"{\"a\": \"x\ty\"}", 1, 9, "a tab inside a string must be written \\t"},
      {"[\"\x01\"]", 1, 3, "a control character inside a string must be written \\u0001"},
      {"{\"a\": \"x\n\"}", 1, 7, "the string is not closed on its line"},
      {"[\"abc", 1, 2, "the string is not closed on its line"},
      {"[\"\xff\"]", 1, 3, "the string is not valid UTF-8"},
      {"[\"\xc0\xaf\"]", 1, 3, "the string is not valid UTF-8"},
      {"[\"\\u12\"]", 1, 3, "\\u in a string must be followed by four hexadecimal digits"},
      {"[\"\\ud800\"]", 1, 3, "\\ud800 is half of a surrogate pair"},
      {"[\"\\udc00\"]", 1, 3, "\\udc00 is half of a surrogate pair"},
      {"[1, \xff]", 1, 5, "byte 0xFF is not valid UTF-8"},
      {std::string("[1,\n\0]", 6), 2, 1, "unexpected NUL byte"},
      {"\xff\xfe[\x01", 1, 1, "the file is not UTF-8: it starts with the byte order mark of UTF-16"},
      {"[\x02]", 1, 2, "unexpected control character U+0002"},
      {"[\xE2\x80\x9C"
       "a\xE2\x80\x9D]",
       1, 2, "unexpected typographic quote"},
      {"[1,\xC2\xA0"
       "2]",
       1, 4, "unexpected invisible character U+00A0"},
      {"[5\xC2\xA0]", 1, 3, "unexpected invisible character U+00A0"},
      {"[1e999\xff]", 1, 7, "byte 0xFF is not valid UTF-8"},
      {"{\"a\": NaN}", 1, 7, "NaN is not allowed: numbers must be finite"},
      {"[-Infinity]", 1, 2, "-Infinity is not allowed: numbers must be finite"},
      {"[1,\n  1e999]", 2, 3, "the number 1e999 is too large"},
      {"[01]", 1, 2, "01 is not a number", "without leading zeros"},
      {"-007", 1, 1, "-007 is not a number", "without leading zeros"},
      {"[0x10]", 1, 2, "0x10 is not a number", "in decimal"},
      {"[+1]", 1, 2, "+1 is not a number", "without a leading +"},
      {"[.5]", 1, 2, ".5 is not a number", "digits on both sides"},
      {"[5.]", 1, 2, "5. is not a number", "digits on both sides"},
      {"[1e+]", 1, 2, "1e+ is not a number", "an exponent"},
      {"[1_000]", 1, 2, "1_000 is not a number", "without separators"},
      {"[2m]", 1, 2, "2m is not a number", "without units"},
      {"[-]", 1, 2, "- is not a number"},
      {"[1.2.3]", 1, 2, "1.2.3 is not a number"},
      {"['a']", 1, 2, "unexpected single quote", "double quotes"},
      {"{a: 1}", 1, 2, "keys are written in double quotes: \"a\""},
      {"{1: 2}", 1, 2, "keys are written in double quotes: \"1\""},
      {"[wander]", 1, 2, "wander is not a JSON value", "text is written in double quotes"},
      {"[True]", 1, 2, "True is not a JSON value", "write true"},
      {"[None]", 1, 2, "None is not a JSON value", "write null"},
      {"[truex]", 1, 2, "truex is not a JSON value"},
      {"{\"a\" 1}", 1, 6, "expected ':' after the key \"a\""},
      {"{\"a\" = 1}", 1, 6, "expected ':' after the key \"a\""},
      {"{\"a\": }", 1, 7, "the key \"a\" has no value"},
      {"{\"a: 1, \"b\": 2}", 1, 10, "expected ':' after the key \"a: 1, \""},
      {"[1] 2", 1, 5, "unexpected 2 after the end of the document"},
      {"{\"a\": 1}}", 1, 9, "unexpected '}' after the end of the document"},
      {"]", 1, 1, "expected a value before ']'"},
      {"[\"\xC3\xA4\xC3\xB6\", x]", 1, 8, "x is not a JSON value"},
      {"\t[\r\n\t\tx]", 2, 3, "x is not a JSON value"},
      {"\xEF\xBB\xBF[x]", 1, 2, "x is not a JSON value"},
  };
}

TEST(JsonSyntax, MalformedTextIsExplainedAtItsPlace) {
  for (const Malformed& expected : malformed_texts()) {
    SCOPED_TRACE(expected.text);
    JsonSources sources;
    Diagnostics diagnostics;
    const std::uint32_t source = sources.add("f.json", expected.text);
    EXPECT_FALSE(parse_json(sources, source, {}, diagnostics).has_value());
    ASSERT_EQ(diagnostics.error_count(), 1u);
    const Diagnostic problem = diagnostics.sorted().front();
    const SourcePosition position = sources.locate(source, problem.where.begin);
    EXPECT_EQ(problem.message, expected.message);
    EXPECT_THAT(problem.hint, testing::HasSubstr(expected.hint_part));
    EXPECT_EQ(position.line, expected.line);
    EXPECT_EQ(position.column, expected.column);
  }
}

TEST(JsonLexer, BlankSkipsCompleteCommentsOnly) {
  EXPECT_EQ(skip_blank(" \t\r\n x", 0), 5u);
  EXPECT_EQ(skip_blank("/* a */ // b\nx", 0), 13u);
  EXPECT_EQ(skip_blank("// b", 0), 4u);
  EXPECT_EQ(skip_blank(" /* open", 0), 1u);
  EXPECT_EQ(skip_blank("/*/", 0), 0u);
}

TEST(JsonLexer, StringEndsAtTheFirstUnescapedQuote) {
  EXPECT_EQ(end_of_string(R"("a" b)", 0), 3u);
  EXPECT_EQ(end_of_string(R"("a\"b" c)", 0), 6u);
  EXPECT_EQ(end_of_string(R"("a\\" c)", 0), 5u);
  EXPECT_EQ(end_of_string("\"a\\", 0), 3u);
}

TEST(JsonLexer, NumberIsTheLongestThatTheGrammarAllows) {
  EXPECT_EQ(end_of_number("01", 0), 1u);
  EXPECT_EQ(end_of_number("-12.50e+3,", 0), 9u);
  EXPECT_EQ(end_of_number("1.x", 0), 1u);
  EXPECT_EQ(end_of_number("1e+x", 0), 1u);
  EXPECT_EQ(end_of_number("-x", 0), 0u);
}

}  // namespace
}  // namespace drover::json_lexer_test
