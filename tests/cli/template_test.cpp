// The templates of `drover init`: each is a scenario that runs, keeps what it expects and can be drawn.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "app/templates.h"
#include "cli/program.h"

namespace drover::test::template_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Template : public Program, public ::testing::WithParamInterface<std::string> {};

TEST_P(Template, IsAScenarioWithoutWarningsThatRunsKeepsItsExpectationsAndHasAPicture) {
  ASSERT_EQ(run({"init", "new", "--template", GetParam()}).code, 0);
  const Answer validated = run({"validate", "new/scenario.jsonc"});
  EXPECT_EQ(validated.code, 0) << validated.err;
  EXPECT_THAT(validated.out + validated.err, Not(HasSubstr("warning")));
  const Answer answer = run({"run", "new/scenario.jsonc", "-o", "new/out"});
  EXPECT_EQ(answer.code, 0) << answer.out << answer.err;
  EXPECT_FALSE(read_json("new/out/metrics.json")["expectations"].empty());
  EXPECT_EQ(run({"render", "new/scenario.jsonc", "-o", "new/run.svg"}).code, 0);
  EXPECT_THAT(read("new/run.svg"), HasSubstr("</svg>"));
}

TEST_P(Template, SaysWhatItsLinesMean) {
  EXPECT_THAT(template_text(GetParam()), HasSubstr("  // "));
}

INSTANTIATE_TEST_SUITE_P(All, Template, ::testing::ValuesIn(template_names()),
                         [](const auto& of) { return of.param; });

class Templates : public Program {};

TEST_F(Templates, AreListedWithTheirDescriptions) {
  const Answer list = run({"init", "--list"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_EQ(list.out, run({"list", "templates"}).out);
  const Json names = run({"init", "--list", "--json"}).json();
  ASSERT_EQ(names.size(), template_names().size());
  for (const Json& entry : names) {
    EXPECT_THAT(list.out, HasSubstr(entry["name"].get<std::string>()));
    EXPECT_FALSE(entry["summary"].get<std::string>().empty());
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(Templates, TheFirstIsWrittenWhereNoneIsNamed) {
  ASSERT_EQ(run({"init", "one"}).code, 0);
  ASSERT_EQ(run({"init", "two", "--template", template_names().front()}).code, 0);
  EXPECT_EQ(read("one/scenario.jsonc"), read("two/scenario.jsonc"));
}

TEST_F(Templates, AMisspelledOneIsAnErrorThatNamesTheNearestAndAll) {
  const Answer answer = run({"init", "new", "--template", "flok"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("there is no template \"flok\"; did you mean \"flock\"?"),
                                HasSubstr("the templates are flock")));
  EXPECT_TRUE(files().empty());
}

TEST_F(Templates, TheListTakesNoTemplate) {
  EXPECT_EQ(run({"init", "--list", "--template", "flock"}).code, 2);
}

TEST_F(Templates, TheShellsCompleteThem) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const std::string script = run({"completion", shell}).out;
    for (const std::string& name : template_names())
      EXPECT_THAT(script, HasSubstr(name)) << shell;
  }
}

}  // namespace
}  // namespace drover::test::template_test
