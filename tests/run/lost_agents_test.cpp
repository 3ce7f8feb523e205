#include "run/lost_agents.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "support/scene.h"

namespace drover::test::lost_agents_test {
namespace {

// An agent that sees its goal and some that stand before a wall, their goals behind it, for 15 s.
std::optional<std::string> sentence_of(int hidden) {
  std::string agents = R"({"type":"a","position":[0,-5],"goal":[2,-5]})";
  for (int k = 0; k < hidden; ++k)
    agents += fmt::format(R"(,{{"type":"a","position":[0,{}],"goal":[9,0]}})", 2 * k);
  Simulator simulator =
      make_simulator(scene("[]", "[" + agents + "]", "",
                           R"(,"simulation":{"dt":0.25},"world":{"walls":[{"points":[[5,-9],[5,9]]}]})"));
  run_steps(simulator, 60);
  return lost_agents_sentence(simulator.world());
}

TEST(LostAgents, AreSaidInOneSentence) {
  EXPECT_THAT(*sentence_of(1),
              testing::StartsWith("agent 1 lost the way: for 10 s it saw neither the goal nor "
                                  "any place of a route (first from t = 0.75 s on); "));
  EXPECT_THAT(*sentence_of(3),
              testing::StartsWith("agent 3 and 2 more agents lost the way: for 10 s they saw"));
}

TEST(LostAgents, AreNotMentionedWhereThereAreNone) {
  EXPECT_FALSE(sentence_of(0));
  EXPECT_FALSE(
      lost_agents_sentence(make_simulator(scene("[]", R"([{"type":"a","position":[0,0]}])")).world()));
}

}  // namespace
}  // namespace drover::test::lost_agents_test
