#include "scenario/diagnostics.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace drover::diagnostics_test {
namespace {

using testing::HasSubstr;
using testing::Not;

// One source, with problems placed at texts in it.
struct Report {
  JsonSources sources;
  Diagnostics diagnostics;

  explicit Report(std::string text, std::string name = "f.json", SourceKind kind = SourceKind::file) {
    sources.add(std::move(name), std::move(text), kind);
  }

  SourceRange at(std::string_view wanted) const {
    const std::size_t begin = sources.at(0).text.find(wanted);
    EXPECT_NE(begin, std::string::npos);
    return {0, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + wanted.size())};
  }

  std::string human(bool color = false) const { return format_human(diagnostics, sources, color); }
};

TEST(Diagnostics, HumanFormShowsPlaceMarkAndHelp) {
  Report report("{\n\n\n\n\n    {\"id\": \"b\", \"maxSped\": 2.0,\n", "scenarios/alley.json");
  report.diagnostics.add({.where = report.at("\"maxSped\""),
                          .pointer = "/agents/1",
                          .message = "unknown key \"maxSped\"",
                          .found = "a number",
                          .allowed = "radius, max_speed",
                          .suggestion = "max_speed",
                          .hint = "see drover explain agent"});
  EXPECT_EQ(report.human(),
            "scenarios/alley.json:6:17: error: unknown key \"maxSped\" at /agents/1\n"
            "   6 |     {\"id\": \"b\", \"maxSped\": 2.0,\n"
            "     |                 ^~~~~~~~~\n"
            "     = found: a number\n"
            "     = allowed: radius, max_speed\n"
            "     = help: did you mean \"max_speed\"?\n"
            "     = help: see drover explain agent\n"
            "1 error\n");
}

// Whichever comes first.
TEST(Diagnostics, AValueThatIsAnErrorIsNotWarnedOf) {
  for (const Severity first : {Severity::error, Severity::warning}) {
    Report report(R"({"a": 1, "b": 2})");
    const Severity second = first == Severity::error ? Severity::warning : Severity::error;
    report.diagnostics.add({.severity = first, .where = report.at("1"), .pointer = "/a", .message = "one"});
    report.diagnostics.add({.severity = second, .where = report.at("1"), .pointer = "/a", .message = "two"});
    report.diagnostics.add(
        {.severity = Severity::warning, .where = report.at("2"), .pointer = "/b", .message = "three"});
    EXPECT_EQ(report.diagnostics.error_count(), 1u);
    EXPECT_EQ(report.diagnostics.warning_count(), 1u);
    EXPECT_THAT(report.human(), testing::EndsWith("1 error, 1 warning\n"));
  }
}

TEST(Diagnostics, NothingToSayIsEmpty) {
  EXPECT_EQ(Report("x").human(), "");
}

TEST(Diagnostics, RootIsCalledTheDocument) {
  Report report("{}");
  report.diagnostics.add({.where = report.at("{}"), .pointer = "", .message = "missing key \"format\""});
  EXPECT_THAT(report.human(), HasSubstr("error: missing key \"format\" in the document\n"));
}

TEST(Diagnostics, CommandLineTextHasNoLineNumber) {
  Report report("world.bounds.edge=wrp", "--set world.bounds.edge=wrp", SourceKind::command_line);
  report.diagnostics.add(
      {.where = report.at("wrp"), .message = "unknown edge \"wrp\"", .suggestion = "wrap"});
  EXPECT_EQ(report.human(),
            "--set world.bounds.edge=wrp: error: unknown edge \"wrp\"\n"
            "     | world.bounds.edge=wrp\n"
            "     |                   ^~~\n"
            "     = help: did you mean \"wrap\"?\n"
            "1 error\n");
}

TEST(Diagnostics, TabsAreRepeatedAndColumnsCountCodePoints) {
  Report report("\t\"\xC3\xA4\xC3\xB6\":\tbad");
  report.diagnostics.add({.where = report.at("bad"), .message = "m"});
  EXPECT_EQ(report.human(),
            "f.json:1:8: error: m\n"
            "   1 | \t\"\xC3\xA4\xC3\xB6\":\tbad\n"
            "     | \t     \t^~~\n"
            "1 error\n");
}

TEST(Diagnostics, WideCharactersTakeTwoCells) {
  Report report(
      "\xE7\xBE\x8A"
      "x");
  report.diagnostics.add({.where = report.at("x"), .message = "m"});
  EXPECT_THAT(report.human(), HasSubstr("     |   ^\n"));
}

TEST(Diagnostics, LongLinesAreCutAroundTheCaret) {
  Report report(std::string(5000, 'a') + "bad" + std::string(5000, 'c'));
  report.diagnostics.add({.where = report.at("bad"), .message = "m"});
  EXPECT_EQ(report.human(), "f.json:1:5001: error: m\n   1 | ..." + std::string(40, 'a') + "bad" +
                                std::string(57, 'c') + "...\n     | " + std::string(43, ' ') +
                                "^~~\n1 error\n");
}

TEST(Diagnostics, LongLinesKeepTheirBeginningAndEndWhereTheCaretIsNear) {
  Report front("bad" + std::string(5000, 'c'));
  front.diagnostics.add({.where = front.at("bad"), .message = "m"});
  EXPECT_THAT(front.human(), HasSubstr("   1 | bad" + std::string(97, 'c') + "...\n     | ^~~\n"));
  Report back(std::string(5000, 'a') + "bad");
  back.diagnostics.add({.where = back.at("bad"), .message = "m"});
  EXPECT_THAT(back.human(), HasSubstr("   1 | ..." + std::string(40, 'a') + "bad\n"));
}

TEST(Diagnostics, ControlCharactersNeverReachTheTerminal) {
  Report report("a\x1b[2Jb\x07z", "evil\x1b[1m.json");
  report.diagnostics.add({.where = report.at("z"),
                          .pointer = "/\x1b",
                          .message = "\x1b[31m",
                          .found = "\n",
                          .allowed = "\r",
                          .suggestion = "\x9b",
                          .hint = "\xE2\x80\xAE"});
  const std::string text = report.human();
  for (const char c : text)
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  EXPECT_THAT(text, HasSubstr("   1 | a\\x1b[2Jb\\x07z\n     |              ^\n"));
  EXPECT_THAT(text, Not(HasSubstr("\xE2\x80\xAE")));
}

TEST(Diagnostics, ColorsOnlyWhenAsked) {
  Report report("x");
  report.diagnostics.add({.where = report.at("x"), .message = "e"});
  report.diagnostics.add({.severity = Severity::warning, .where = report.at("x"), .message = "w"});
  EXPECT_THAT(report.human(false), Not(HasSubstr("\x1b")));
  EXPECT_THAT(report.human(true), HasSubstr("\x1b[1mf.json:1:1:\x1b[0m \x1b[1;31merror:\x1b[0m e"));
  EXPECT_THAT(report.human(true), HasSubstr("\x1b[1;33mwarning:\x1b[0m w"));
  EXPECT_THAT(report.human(false), HasSubstr("1 error, 1 warning\n"));
}

TEST(Diagnostics, ProblemsAreSortedByPosition) {
  Report report("abc");
  report.sources.add("g.json", "d");
  report.diagnostics.add({.where = {1, 0, 1}, .message = "fourth"});
  report.diagnostics.add({.where = report.at("c"), .message = "third"});
  report.diagnostics.add({.where = report.at("a"), .message = "second"});
  report.diagnostics.add({.where = whole_source(0), .message = "whole"});
  std::string order;
  for (const Diagnostic& problem : report.diagnostics.sorted())
    order += problem.message + " ";
  EXPECT_EQ(order, "whole second third fourth ");
}

TEST(Diagnostics, RepeatedProblemsCountOnce) {
  Report report("abc");
  report.diagnostics.add({.where = report.at("a"), .pointer = "/x", .message = "m"});
  report.diagnostics.add({.where = report.at("a"), .pointer = "/y", .message = "m"});
  EXPECT_EQ(report.diagnostics.error_count(), 1u);
  report.diagnostics.add({.where = report.at("b"), .pointer = "/y", .message = "m"});
  EXPECT_EQ(report.diagnostics.error_count(), 2u);
}

TEST(Diagnostics, OnlyTwentyAreShownAndErrorsComeFirst) {
  Report report(std::string(100, 'x'));
  for (std::uint32_t i = 0; i < 30; ++i) {
    report.diagnostics.add(
        {.severity = Severity::warning, .where = {0, i, i + 1}, .message = fmt::format("w{}", i)});
  }
  report.diagnostics.add({.where = {0, 50, 51}, .message = "the error"});
  EXPECT_THAT(report.human(), HasSubstr("error: the error"));
  EXPECT_THAT(report.human(), HasSubstr("warning: w18\n"));
  EXPECT_THAT(report.human(), Not(HasSubstr("warning: w19\n")));
  EXPECT_THAT(report.human(), testing::EndsWith("... and 11 more\n1 error, 30 warnings\n"));
}

TEST(Diagnostics, FloodsAreCountedButNotKept) {
  Report report("x");
  for (std::uint32_t i = 0; i < 5000; ++i)
    report.diagnostics.add({.where = {0, i, i + 1}, .message = "m"});
  EXPECT_EQ(report.diagnostics.error_count(), 5000u);
  EXPECT_EQ(report.diagnostics.sorted().size(), Diagnostics::kMaxKept);
  EXPECT_THAT(report.human(), HasSubstr("... and 4980 more\n"));
}

TEST(Diagnostics, JsonFormHasTheSameFacts) {
  Report report("{\n \"a\": 1}", "bad\xFF.json");
  report.diagnostics.add(
      {.where = report.at("1"), .pointer = "/a", .message = "m", .found = "1", .suggestion = "s"});
  report.diagnostics.add({.severity = Severity::warning, .where = whole_source(0), .message = "w\xFF"});
  const nlohmann::ordered_json list = format_json(report.diagnostics, report.sources);
  EXPECT_EQ(list.dump(),
            R"([{"severity":"warning","file":"bad�.json","line":null,"column":null,"pointer":null,)"
            R"("message":"w�","found":null,"allowed":null,"suggestion":null,"hint":null},)"
            R"({"severity":"error","file":"bad�.json","line":2,"column":7,"pointer":"/a","message":"m",)"
            R"("found":"1","allowed":null,"suggestion":"s","hint":null}])");
}

}  // namespace
}  // namespace drover::diagnostics_test
