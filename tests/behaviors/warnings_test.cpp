// Parameters of behaviors that are allowed and cannot do what they say: warnings of the reader.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"

namespace drover::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "pointer: message" of every problem of a scenario with one behavior.
std::vector<std::string> problems_of(const std::string& behavior, const std::string& type_keys = "",
                                     double dt = 0.02) {
  const std::string text = fmt::format(
      R"({{"format":1,"simulation":{{"dt":{}}},"world":{{"paths":{{"p":{{"points":[[0,0],[9,0]]}}}}}},
          "agent_types":{{"a":{{"steering":{{"behaviors":[{}]}}{}}}}}}})",
      dt, behavior, type_keys);
  JsonSources sources;
  Diagnostics diagnostics;
  read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& problem : diagnostics.sorted()) {
    found.push_back(problem.pointer.value_or("") + ": " + problem.message);
  }
  return found;
}

constexpr const char* kTurningBody = R"(,"locomotion":{"type":"oriented"})";

TEST(TurningWarning, ComesForEveryVariantThatAsksForARotationOnly) {
  for (const char* behavior :
       {R"({"type":"wander","variant":"orientation_circle"})", R"({"type":"kinematic_wander"})",
        R"({"type":"face","target":{"point":[1,1]}})", R"({"type":"look_where_going"})"}) {
    SCOPED_TRACE(behavior);
    ASSERT_EQ(problems_of(behavior).size(), 1u);
    EXPECT_THAT(problems_of(behavior)[0], ::testing::HasSubstr("asks for a rotation"));
    EXPECT_THAT(problems_of(behavior, kTurningBody), IsEmpty());
  }
}

TEST(TurningWarning, IsSilentForVariantsThatSteerTheVelocity) {
  EXPECT_THAT(problems_of(R"({"type":"wander","variant":"orientation_circle","steer":"seek"})"), IsEmpty());
  EXPECT_THAT(problems_of(R"({"type":"wander"})"), IsEmpty());
}

}  // namespace
}  // namespace drover::test
