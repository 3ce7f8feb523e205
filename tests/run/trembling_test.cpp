#include "run/trembling.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "support/scene.h"

namespace drover::test::trembling_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

constexpr double kDt = 0.05;  // s

// Bodies that are sent to the left on the right side of a line and to the right on its left side.
std::string relays(int count, std::string_view keys = "") {
  std::string agents;
  for (int k = 0; k < count; ++k)
    agents += fmt::format(R"({}{{"type":"a","position":[0.05,{}]}})", k == 0 ? "" : ",", 3 * k);
  return scene(
      R"([{"type":"seek","label":"left","target":{"point":[-1000,0]},
                    "when":{"type":"region","region":"right"}},
                   {"type":"seek","label":"right","target":{"point":[1000,0]},
                    "when":{"type":"region","region":"right","inside":false}}])",
      "[" + agents + "]", R"(,"radius":0.5,"max_speed":1,"max_acceleration":20)",
      R"(,"simulation":{"dt":0.05},"world":{"regions":{"right":{"min":[0,-1000],"max":[2000,1000]}}})" +
          std::string(keys));
}

std::vector<std::string> sentences_of(const std::string& scenario, double seconds) {
  Simulator simulator = make_simulator(scenario);
  const auto steps = static_cast<int>(seconds / kDt + 0.5);
  TremblingWatch watch(simulator, static_cast<std::uint64_t>(steps));
  watch.observe(simulator);
  for (int k = 0; k < steps; ++k) {
    run_steps(simulator, 1);
    watch.observe(simulator);
  }
  return watch.sentences(simulator.world());
}

TEST(TremblingWatch, NamesTheAgentHowOftenSinceWhenAndHowFarItMoved) {
  EXPECT_THAT(sentences_of(relays(1), 40.0),
              ElementsAre(MatchesRegex("agent 0 turned back [0-9]+ times in the last 20 s while it moved "
                                       "[0-9.e-]+ m \\(first at t = [0-2]\\.?[0-9]* s\\)")));
  EXPECT_THAT(sentences_of(relays(1), 130.0), ElementsAre(testing::HasSubstr("in the last minute while")));
}

TEST(TremblingWatch, NamesAFewAndCountsTheOthers) {
  const std::vector<std::string> sentences = sentences_of(relays(6), 40.0);
  ASSERT_EQ(sentences.size(), 4u);
  EXPECT_THAT(sentences.back(), testing::StartsWith("3 more agents turned back and forth"));
}

TEST(TremblingWatch, SaysNothingOfARunThatIsTooShortToTell) {
  EXPECT_THAT(sentences_of(relays(1), 19.0), IsEmpty());
}

TEST(TremblingWatch, SaysNothingOfWhatRestsOrTravels) {
  EXPECT_THAT(sentences_of(scene("[]", R"([{"type":"a","position":[0,0]}])"), 40.0), IsEmpty());
  EXPECT_THAT(sentences_of(scene(R"([{"type":"wander"}])", R"([{"type":"a","position":[0,0]}])", "",
                                 R"(,"simulation":{"dt":0.05})"),
                           40.0),
              IsEmpty());
}

TEST(TremblingWatch, SaysNothingOfBodiesThatAreMeantToMoveSo) {
  std::string frames = "[0,0,0]";
  for (int k = 1; k <= 200; ++k)
    frames += fmt::format(",[{},{},0]", 0.25 * k, k % 2 == 0 ? 0.0 : 0.1);
  EXPECT_THAT(sentences_of(R"({"format":1,"simulation":{"dt":0.05},"agent_types":{"a":{"locomotion":
                  {"type":"scripted","keyframes":[)" +
                               frames + R"(]}}},"agents":[{"type":"a","position":[0,0]}]})",
                           40.0),
              IsEmpty());
  // Put back every quarter of a second, before it comes back by itself.
  EXPECT_THAT(
      sentences_of(
          scene(R"([{"type":"seek","target":{"point":[1000,0]}}])", R"([{"type":"a","position":[0,0]}])", "",
                R"(,"simulation":{"dt":0.05},"events":[{"type":"teleport","target":{"agent_type":"a"},
                                     "at":0.25,"every":0.25,"position":[0,0],"velocity":[-1,0]}])"),
          40.0),
      IsEmpty());
}

// Bodies that nod: sent up below a height and down above it, with their noses along their velocities.
TEST(TremblingWatch, SeesNodsInSpace) {
  const std::string nods = scene(
      R"([{"type":"seek","label":"down","target":{"point":[0,0,-1000]},
                    "when":{"type":"region","region":"above"}},
                   {"type":"seek","label":"up","target":{"point":[0,0,1000]},
                    "when":{"type":"region","region":"above","inside":false}}])",
      R"([{"type":"a","position":[0,0,0.05]}])", R"(,"radius":0.5,"max_speed":1,"max_acceleration":20)",
      R"(,"simulation":{"dt":0.05},"world":{"dimensions":3,"regions":{"above":{"min":[-9,-9,0],"max":[9,9,900]}}})");
  EXPECT_THAT(sentences_of(nods, 40.0), ElementsAre(testing::HasSubstr("turned back")));
}

// The nose alone, while the body stays: between two places that it faces in turn.
TEST(TremblingWatch, SeesNosesThatNodWhileTheBodyStands) {
  const std::string nods = scene(
      R"([{"type":"face","label":"up","target":{"point":[5,0,5]},"when":{"type":"time","period":1,"duty":0.5}},
          {"type":"face","label":"down","target":{"point":[5,0,-5]},
           "when":{"type":"not","condition":{"type":"time","period":1,"duty":0.5}}}])",
      R"([{"type":"a","position":[0,0,0]}])",
      R"(,"radius":0.5,"locomotion":{"type":"oriented"},"max_angular_acceleration":40)",
      R"(,"simulation":{"dt":0.05},"world":{"dimensions":3})");
  EXPECT_THAT(sentences_of(nods, 40.0), ElementsAre(testing::HasSubstr("turned back")));
}

}  // namespace
}  // namespace drover::test::trembling_test
