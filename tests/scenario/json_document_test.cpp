#include "scenario/json_document.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace drover::json_document_test {
namespace {

// One text and everything parsing it gave.
struct Parsed {
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<JsonValue> value;

  explicit Parsed(std::string text, const JsonLimits& limits = {}) {
    value = parse_json(sources, sources.add("f.json", std::move(text)), limits, diagnostics);
  }

  std::string_view text_of(const SourceRange& where) const {
    return std::string_view(sources.at(where.source).text).substr(where.begin, where.end - where.begin);
  }

  std::string message() const { return diagnostics.empty() ? "" : diagnostics.sorted().front().message; }
};

void expect_same(const JsonValue& a, const JsonValue& b) {
  ASSERT_EQ(a.type, b.type);
  EXPECT_EQ(a.boolean, b.boolean);
  EXPECT_EQ(a.integer, b.integer);
  EXPECT_EQ(a.number, b.number);
  EXPECT_EQ(a.string, b.string);
  ASSERT_EQ(a.items.size(), b.items.size());
  for (std::size_t i = 0; i < a.items.size(); ++i)
    expect_same(a.items[i], b.items[i]);
  ASSERT_EQ(a.members.size(), b.members.size());
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    EXPECT_EQ(a.members[i].key, b.members[i].key);
    expect_same(a.members[i].value, b.members[i].value);
  }
}

// The text under the range of a value must be that value and nothing more. Returns how many were checked.
std::size_t expect_ranges_reparse(const Parsed& parsed, const JsonValue& value) {
  const std::string_view text = parsed.text_of(value.where);
  const Parsed again{std::string(text)};
  EXPECT_TRUE(again.value.has_value()) << text;
  if (!again.value) return 0;
  expect_same(*again.value, value);
  EXPECT_EQ(again.value->where.begin, 0u);
  EXPECT_EQ(again.value->where.end, text.size());
  std::size_t count = 1;
  for (const JsonValue& item : value.items)
    count += expect_ranges_reparse(parsed, item);
  for (const JsonMember& member : value.members) {
    const Parsed key{std::string(parsed.text_of(member.key_where))};
    EXPECT_TRUE(key.value && key.value->is_string() && key.value->string == member.key);
    count += expect_ranges_reparse(parsed, member.value);
  }
  return count;
}

// Random documents full of comments, line ends and escapes.
class DocumentGenerator {
 public:
  explicit DocumentGenerator(std::uint32_t seed) : engine_(seed) {}

  std::string document() { return blank() + value(0) + blank(); }
  std::size_t value_count() const { return value_count_; }

 private:
  std::size_t pick(std::size_t count) { return engine_() % count; }

  std::string blank() {
    static const std::vector<std::string> kBlanks = {
        "", " ", "\t", "\r\n", "\n  ", "// \"a\": [1,\n", "/* ,:{ */", "/**/", "/***/ "};
    return kBlanks[pick(kBlanks.size())] + kBlanks[pick(kBlanks.size())];
  }

  std::string scalar() {
    static const std::vector<std::string> kScalars = {"0",
                                                      "-0",
                                                      "12",
                                                      "-7.25",
                                                      "1e3",
                                                      "2.5E-3",
                                                      "9223372036854775808",
                                                      "true",
                                                      "false",
                                                      "null",
                                                      R"("")",
                                                      R"("a,b:c")",
                                                      R"("\"")",
                                                      R"("\\")",
                                                      R"("\u00e4\ud83d\ude00 // no comment")",
                                                      "\"\xC3\xA4\""};
    return kScalars[pick(kScalars.size())];
  }

  std::string value(std::size_t depth) {
    ++value_count_;
    const std::size_t kind = depth < 5 ? pick(3) : 0;
    if (kind == 0 && depth > 0) return scalar();
    const bool object = kind == 1;
    std::string text = object ? "{" : "[";
    const std::size_t count = pick(5);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text += blank() + ",";
      text += blank();
      if (object) text += fmt::format("\"k\\\"{}\"", i) + blank() + ":" + blank();
      text += value(depth + 1);
    }
    return text + blank() + (object ? "}" : "]");
  }

  std::mt19937 engine_;
  std::size_t value_count_ = 0;
};

TEST(JsonDocument, RangesOfGeneratedDocumentsReparseToTheirValues) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    DocumentGenerator generator(seed);
    const std::string text = generator.document();
    SCOPED_TRACE(text);
    const Parsed parsed(text);
    ASSERT_TRUE(parsed.value.has_value());
    EXPECT_EQ(expect_ranges_reparse(parsed, *parsed.value), generator.value_count());
  }
}

TEST(JsonDocument, PlacesSurviveCommentsAndLines) {
  const Parsed parsed("// head\n{\n  \"a\": /* x */ [1,\n    -2.5],\r\n  \"b\" : \"t\"\n}\n");
  ASSERT_TRUE(parsed.value.has_value());
  const JsonValue* list = parsed.value->find("a");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(parsed.text_of(list->where), "[1,\n    -2.5]");
  const SourcePosition second = parsed.sources.locate(0, list->items.at(1).where.begin);
  EXPECT_EQ(second.line, 4u);
  EXPECT_EQ(second.column, 5u);
  EXPECT_EQ(parsed.text_of(parsed.value->members.at(1).key_where), "\"b\"");
  EXPECT_EQ(parsed.value->find("c"), nullptr);
}

TEST(JsonDocument, IntegersStayExactToTheEdgesOf64Bits) {
  const Parsed parsed("[9223372036854775807, -9223372036854775808, 9223372036854775808, 1.0, 1e2]");
  ASSERT_TRUE(parsed.value.has_value());
  const std::vector<JsonValue>& items = parsed.value->items;
  EXPECT_EQ(items[0].integer, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(items[1].integer, std::numeric_limits<std::int64_t>::min());
  EXPECT_TRUE(items[0].is_integer() && items[1].is_integer());
  EXPECT_EQ(items[2].type, JsonType::number);
  EXPECT_EQ(items[2].number, 9223372036854775808.0);
  EXPECT_EQ(parsed.text_of(items[2].where), "9223372036854775808");
  EXPECT_EQ(items[3].type, JsonType::number);
  EXPECT_EQ(items[4].number, 100.0);
}

TEST(JsonDocument, NumbersBelowTheSmallestBecomeZero) {
  const Parsed parsed("[1e-999, 5e-324]");
  ASSERT_TRUE(parsed.value.has_value());
  EXPECT_EQ(parsed.value->items[0].number, 0.0);
  EXPECT_EQ(parsed.value->items[1].number, std::numeric_limits<double>::denorm_min());
}

TEST(JsonDocument, RangeOfANumberIsJudgedByItsValueNotItsNotation) {
  const std::string zeros(400, '0');
  const Parsed parsed("[0." + zeros + "1, -1e-999, 1" + zeros + "e-400, 0." + zeros + "1e401, 0e999]");
  ASSERT_TRUE(parsed.value.has_value());
  const std::vector<JsonValue>& items = parsed.value->items;
  EXPECT_EQ(items[0].number, 0.0);
  EXPECT_TRUE(items[1].number == 0.0 && std::signbit(items[1].number));
  EXPECT_EQ(items[2].number, 1.0);
  EXPECT_EQ(items[3].number, 1.0);
  EXPECT_EQ(items[4].number, 0.0);
  for (const std::string& text : {"1" + zeros, "-1" + zeros + ".5", "1" + zeros + "e-50"}) {
    const Parsed above(text);
    EXPECT_FALSE(above.value.has_value());
    EXPECT_TRUE(above.message().ends_with("is too large")) << above.message();
  }
}

TEST(JsonDocument, ByteOrderMarkIsAcceptedAndNotCounted) {
  const Parsed parsed("\xEF\xBB\xBF[7]");
  ASSERT_TRUE(parsed.value.has_value());
  EXPECT_EQ(parsed.text_of(parsed.value->items[0].where), "7");
  EXPECT_EQ(parsed.sources.locate(0, parsed.value->items[0].where.begin).column, 2u);
}

TEST(JsonDocument, DuplicateKeysNameTheLineOfTheFirst) {
  const Parsed parsed("{\"list\": [0, {\n\"r\": 1,\n\"s\": 2,\n\"\\u0072\": 3,\n\"r\": 4}]}");
  ASSERT_TRUE(parsed.value.has_value());
  ASSERT_EQ(parsed.diagnostics.error_count(), 2u);
  const std::vector<Diagnostic> problems = parsed.diagnostics.sorted();
  EXPECT_EQ(problems[0].message, "key \"r\" is given twice, first at line 2");
  EXPECT_EQ(problems[0].pointer, "/list/1");
  EXPECT_EQ(parsed.sources.locate(0, problems[0].where.begin).line, 4u);
  EXPECT_EQ(parsed.sources.locate(0, problems[1].where.begin).line, 5u);
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(JsonLimits, DepthIsAcceptedUpToTheLimit) {
  const JsonLimits limits;
  EXPECT_TRUE(Parsed(nested(limits.depth - 1)).value.has_value());
  EXPECT_TRUE(Parsed(nested(limits.depth)).value.has_value());
  const Parsed above(nested(limits.depth + 1));
  EXPECT_FALSE(above.value.has_value());
  EXPECT_EQ(above.message(), "nested deeper than the limit of 32 levels");
  EXPECT_EQ(above.diagnostics.sorted().front().where.begin, limits.depth);
}

TEST(JsonLimits, HostileNestingStopsAtOnce) {
  std::string objects;
  for (int i = 0; i < 200'000; ++i)
    objects += "{\"a\":";
  for (const std::string& text : {nested(200'000), objects, std::string(2'000'000, '[')}) {
    const Parsed parsed(text);
    EXPECT_FALSE(parsed.value.has_value());
    EXPECT_EQ(parsed.diagnostics.error_count(), 1u);
    EXPECT_EQ(parsed.message(), "nested deeper than the limit of 32 levels");
    EXPECT_LT(format_human(parsed.diagnostics, parsed.sources, false).size(), 500u);
  }
}

TEST(JsonLimits, ValuesAreCountedWithTheirContainers) {
  const JsonLimits limits{.values = 4};
  EXPECT_TRUE(Parsed("[1,2]", limits).value.has_value());
  EXPECT_TRUE(Parsed("[1,2,{}]", limits).value.has_value());
  const Parsed above("[1,2,{\"a\":3}]", limits);
  EXPECT_FALSE(above.value.has_value());
  EXPECT_EQ(above.message(), "the document has more values than the limit of 4");
  EXPECT_EQ(above.text_of(above.diagnostics.sorted().front().where), "3");
}

TEST(JsonLimits, StringsAndKeysAreMeasuredAfterEscapes) {
  const JsonLimits limits{.string_bytes = 3};
  EXPECT_TRUE(Parsed(R"(["ab"])", limits).value.has_value());
  EXPECT_TRUE(Parsed(R"(["a\n\u0041"])", limits).value.has_value());
  for (const char* text : {R"(["abcd"])", R"({"abcd": 1})"}) {
    const Parsed above(text, limits);
    EXPECT_FALSE(above.value.has_value());
    EXPECT_EQ(above.message(), "a string is longer than the limit of 3 bytes");
    EXPECT_EQ(above.diagnostics.sorted().front().found, "4 bytes");
  }
}

TEST(JsonLimits, TextIsAcceptedUpToTheLimit) {
  const JsonLimits limits{.text_bytes = 4};
  EXPECT_TRUE(Parsed("[1]", limits).value.has_value());
  EXPECT_TRUE(Parsed("[12]", limits).value.has_value());
  const Parsed above("[123]", limits);
  EXPECT_FALSE(above.value.has_value());
  EXPECT_EQ(above.message(), "the text is larger than the limit of 4 bytes");
}

}  // namespace
}  // namespace drover::json_document_test
