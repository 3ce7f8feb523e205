// list, explain and schema.
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Reference : public Program {};

TEST_F(Reference, EveryListedKindCanBeExplained) {
  const Json all = run({"list", "--json"}).json();
  ASSERT_TRUE(all.is_object());
  int explained = 0;
  for (const auto& [list, kinds] : all.items()) {
    EXPECT_THAT(kinds, Not(IsEmpty())) << list;
    for (const Json& kind : kinds) {
      if (list == "columns") continue;
      const std::string name = kind["name"];
      const Answer text = run({"explain", name});
      EXPECT_EQ(text.code, 0) << name << text.err;
      EXPECT_THAT(text.out, HasSubstr(name));
      EXPECT_THAT(text.err, IsEmpty());
      EXPECT_TRUE(run({"explain", name, "--json"}).json().is_array()) << name;
      ++explained;
    }
  }
  EXPECT_GE(explained, 30);
}

TEST_F(Reference, EveryListIsPrintedAloneInBothForms) {
  const Json all = run({"list", "--json"}).json();
  const std::string text = run({"list"}).out;
  for (const auto& [list, kinds] : all.items()) {
    EXPECT_EQ(run({"list", list, "--json"}).json(), kinds);
    const Answer alone = run({"list", list});
    EXPECT_EQ(alone.code, 0);
    EXPECT_THAT(text, HasSubstr(list + "\n" + alone.out));
  }
}

TEST_F(Reference, ObjectsAndKeysOfTheScenarioCanBeExplained) {
  for (const char* name :
       {"scenario", "agent_type", "agent_type.max_speed", "arrive.target", "distribution", "target"}) {
    EXPECT_EQ(run({"explain", name}).code, 0) << name;
  }
}

TEST_F(Reference, TheSchemaIsTheOneInTheTree) {
  const Answer printed = run({"schema"});
  EXPECT_TRUE(printed.json().is_object());
  EXPECT_EQ(run({"schema", "--write", "schemas"}).code, 0);
  EXPECT_EQ(read("schemas/scenario.schema.json"), printed.out);
  EXPECT_TRUE(read(source_file("schemas/scenario.schema.json")) == printed.out)
      << "renew it: drover schema --write schemas";
}

}  // namespace
}  // namespace drover::testing
