#include "scenario/json_edit.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drover::json_edit_test {
namespace {

using testing::HasSubstr;

std::string dump(const JsonValue& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return value.boolean ? "true" : "false";
  if (value.is_number()) return fmt::format("{}", value.number);
  if (value.is_string()) return fmt::format("\"{}\"", value.string);
  std::vector<std::string> parts;
  for (const JsonValue& item : value.items)
    parts.push_back(dump(item));
  for (const JsonMember& member : value.members) {
    parts.push_back(fmt::format("\"{}\":{}", member.key, dump(member.value)));
  }
  const std::string text = fmt::format("{}", fmt::join(parts, ","));
  return value.is_array() ? fmt::format("[{}]", text) : fmt::format("{{{}}}", text);
}

// A document and overrides of it.
struct Edited {
  JsonSources sources;
  Diagnostics diagnostics;
  JsonValue root;

  explicit Edited(const std::string& text) {
    auto value = parse_json(sources, sources.add("f.json", text), {}, diagnostics);
    EXPECT_TRUE(value.has_value());
    if (value) root = std::move(*value);
  }

  bool set(std::string_view argument) {
    auto parsed = parse_override(sources, argument, {}, diagnostics);
    return parsed && set_value(root, parsed->path, std::move(parsed->value), diagnostics);
  }

  bool unset(const std::string& path) {
    const std::uint32_t source = sources.add("--unset " + path, path, SourceKind::command_line);
    const auto parsed =
        parse_path(sources, {source, 0, static_cast<std::uint32_t>(path.size())}, {}, diagnostics);
    return parsed && unset_value(root, *parsed, diagnostics);
  }

  std::string report() const { return format_human(diagnostics, sources, false); }
};

std::string pointer_for(const std::string& path) {
  JsonSources sources;
  Diagnostics diagnostics;
  sources.add("p", path);
  const auto parsed = parse_path(sources, {0, 0, static_cast<std::uint32_t>(path.size())}, {}, diagnostics);
  if (!parsed) return "error: " + diagnostics.sorted().front().message;
  std::string pointer;
  for (const PathToken& token : *parsed)
    append_pointer_token(pointer, token.text);
  return pointer;
}

TEST(JsonPath, DottedAndPointerFormsMeet) {
  EXPECT_EQ(pointer_for("agents.3.max_speed"), "/agents/3/max_speed");
  EXPECT_EQ(pointer_for("/agents/3/max_speed"), "/agents/3/max_speed");
  EXPECT_EQ(pointer_for("/a.b/c~1d/e~0f/~01"), "/a.b/c~1d/e~0f/~01");
  EXPECT_EQ(pointer_for("a/b.c~d"), "/a~1b/c~0d");
  EXPECT_EQ(pointer_for("/"), "/");
  EXPECT_THAT(pointer_for(""), HasSubstr("the path is empty"));
  EXPECT_THAT(pointer_for("a..b"), HasSubstr("a part of the path is empty"));
  EXPECT_THAT(pointer_for("a."), HasSubstr("a part of the path is empty"));
  EXPECT_THAT(pointer_for("/a~2"), HasSubstr("is written ~0"));
  EXPECT_THAT(pointer_for("/a~"), HasSubstr("is written ~0"));
}

TEST(JsonPath, LengthIsAcceptedUpToTheDepthLimit) {
  std::string path = "a";
  for (std::size_t i = 1; i < JsonLimits{}.depth; ++i)
    path += ".a";
  EXPECT_THAT(pointer_for(path), testing::StartsWith("/a/a"));
  EXPECT_EQ(pointer_for(path + ".a"), "error: the path has more than 32 parts");
}

TEST(SetValue, ReplacesAddsAndAppends) {
  Edited edited(R"({"agents": [{"x": 1}], "name": "n"})");
  EXPECT_TRUE(edited.set("agents.0.x=2.5"));
  EXPECT_TRUE(edited.set("agents.0.y=[1, 2]"));
  EXPECT_TRUE(edited.set("agents.1={\"x\": 7}"));
  EXPECT_TRUE(edited.set("/agents/-=null"));
  EXPECT_TRUE(edited.set("name=wander"));
  EXPECT_TRUE(edited.set("world.bounds.edge=wrap"));
  EXPECT_EQ(dump(edited.root), R"({"agents":[{"x":2.5,"y":[1,2]},{"x":7},null],"name":"wander",)"
                               R"("world":{"bounds":{"edge":"wrap"}}})");
  EXPECT_TRUE(edited.diagnostics.empty());
}

TEST(SetValue, ValueThatIsNotJsonIsAStringAsItStands) {
  Edited edited("{}");
  EXPECT_TRUE(edited.set("a=x=y z"));
  EXPECT_TRUE(edited.set("b="));
  EXPECT_TRUE(edited.set("c=\"7\""));
  EXPECT_TRUE(edited.set("d=true"));
  EXPECT_TRUE(edited.set("e=01"));
  EXPECT_EQ(dump(edited.root), R"({"a":"x=y z","b":"","c":"7","d":true,"e":"01"})");
}

TEST(SetValue, ThatIsNotUtf8IsAnError) {
  for (const char* argument : {"name=\xff", "\xff=1", "name=\"\xff\""}) {
    Edited edited("{}");
    EXPECT_FALSE(edited.set(argument));
    EXPECT_THAT(edited.report(), HasSubstr("this is not valid UTF-8"));
  }
}

TEST(SetValue, BrokenArrayIsAnErrorInsideTheArgument) {
  Edited edited("{}");
  EXPECT_FALSE(edited.set("a.b=[1, 2"));
  EXPECT_EQ(edited.report(),
            "--set a.b=[1, 2: error: unexpected end of the value: the array opened at line 1 is not closed\n"
            "     | a.b=[1, 2\n"
            "     |          ^\n"
            "1 error\n");
}

TEST(SetValue, MissingElementSaysHowManyThereAre) {
  Edited edited(R"({"agents": [1, 2, 3]})");
  EXPECT_FALSE(edited.set("agents.4=0"));
  EXPECT_EQ(edited.report(),
            "--set agents.4=0: error: there is no element 4 at /agents\n"
            "     | agents.4=0\n"
            "     |        ^\n"
            "     = found: an array of 3 elements (0 to 2)\n"
            "1 error\n");
  for (const char* argument :
       {"agents.00=0", "agents.x=0", "agents.9.x=0", "agents.-1=0", "agents.99999999999999999999=0"}) {
    EXPECT_FALSE(edited.set(argument)) << argument;
  }
  EXPECT_EQ(dump(edited.root), R"({"agents":[1,2,3]})");
}

TEST(SetValue, StepIntoAScalarSaysWhatIsThere) {
  Edited edited(R"({"dt": 0.5})");
  EXPECT_FALSE(edited.set("dt.x=0"));
  EXPECT_THAT(edited.report(), HasSubstr("cannot step to \"x\": /dt is a number"));
  EXPECT_THAT(edited.report(), HasSubstr("found: the number 0.5"));
}

TEST(SetValue, LaterProblemsPointIntoTheArgument) {
  Edited edited("{}");
  ASSERT_TRUE(edited.set("a.bc=[1, {\"d\": 22}]"));
  const JsonMember& member = edited.root.find("a")->members.at(0);
  const std::string& text = edited.sources.at(1).text;
  const auto under = [&text](const SourceRange& where) {
    EXPECT_EQ(where.source, 1u);
    return text.substr(where.begin, where.end - where.begin);
  };
  EXPECT_EQ(under(member.key_where), "bc");
  EXPECT_EQ(under(member.value.where), "[1, {\"d\": 22}]");
  EXPECT_EQ(under(member.value.items.at(1).find("d")->where), "22");
}

TEST(SetValue, ArgumentWithoutEqualsSignIsAnError) {
  Edited edited("{}");
  EXPECT_FALSE(edited.set("a.b"));
  EXPECT_THAT(edited.report(), HasSubstr("expected PATH=VALUE"));
}

TEST(UnsetValue, RemovesMembersAndElements) {
  Edited edited(R"({"a": 1, "b": [1, 2, 3], "c": {"d": 4}})");
  EXPECT_TRUE(edited.unset("a"));
  EXPECT_TRUE(edited.unset("b.1"));
  EXPECT_TRUE(edited.unset("c.d"));
  EXPECT_EQ(dump(edited.root), R"({"b":[1,3],"c":{}})");
}

TEST(UnsetValue, MissingKeyListsThoseThatExist) {
  Edited edited(R"({"a": 1, "b": [1]})");
  EXPECT_FALSE(edited.unset("x"));
  EXPECT_THAT(edited.report(), HasSubstr("there is no key \"x\" at the document"));
  EXPECT_THAT(edited.report(), HasSubstr("allowed: a, b\n"));
  EXPECT_FALSE(edited.unset("y.z"));
  EXPECT_FALSE(edited.unset("b.1"));
  EXPECT_FALSE(edited.unset("b.-"));
  EXPECT_EQ(dump(edited.root), R"({"a":1,"b":[1]})");
}

}  // namespace
}  // namespace drover::json_edit_test
