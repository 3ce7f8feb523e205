#include "golden/golden_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hash.h"
#include "core/numerics.h"
#include "golden/golden_samples.h"
#include "support/scene.h"

namespace drover::test::golden_run_test {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

std::vector<std::int64_t> checkpoint_steps(const GoldenDef& golden) {
  std::vector<std::int64_t> steps;
  for (const CheckpointDef& checkpoint : golden.checkpoints)
    steps.push_back(checkpoint.step);
  return steps;
}

// The hash of the state after so many steps, by another way.
std::string hash_after(const std::string& text, int steps) {
  Simulator simulator = make_simulator(text);
  run_steps(simulator, steps);
  return hex(simulator.hash());
}

TEST(GoldenRun, TakesTenCheckpointsAfterTheInitialStateTheLastAtTheEnd) {
  EXPECT_THAT(checkpoint_steps(golden_of(wanderers(60))),
              ElementsAre(0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60));
  const std::vector<std::int64_t> odd = checkpoint_steps(golden_of(wanderers(37)));
  EXPECT_EQ(odd.size(), 11u);
  EXPECT_EQ(odd.back(), 37);
  EXPECT_THAT(checkpoint_steps(golden_of(wanderers(3))), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(checkpoint_steps(golden_of(wanderers(1))), ElementsAre(0, 1));
}

TEST(GoldenRun, CheckpointsAreTheHashesOfTheirSteps) {
  const std::string text = wanderers(60);
  const GoldenDef golden = golden_of(text);
  for (const CheckpointDef& checkpoint : golden.checkpoints)
    EXPECT_EQ(checkpoint.hash, hash_after(text, static_cast<int>(checkpoint.step)));
  EXPECT_EQ(golden.state_hash, hash_after(text, 60));
  EXPECT_EQ(golden.steps, 60);
  EXPECT_EQ(golden.dt, 0.25);
  EXPECT_EQ(golden.accepted.numerics, kNumericsProfile);
}

TEST(GoldenRun, TakesADigestOfEveryStep) {
  const std::string text = wanderers(60);
  const GoldenDef golden = golden_of(text);
  const std::string digests = digests_of(golden);
  EXPECT_EQ(golden.digests.every, 1);
  ASSERT_EQ(digests.size(), 60 * kDigestDigits);
  Simulator simulator = make_simulator(text);
  for (std::size_t k = 0; k < 60; ++k) {
    run_steps(simulator, 1);
    EXPECT_EQ(digests.substr(k * kDigestDigits, kDigestDigits),
              hex(simulator.hash()).substr(0, kDigestDigits));
  }
}

TEST(GoldenRun, ThinsTheDigestsOfALongRun) {
  EXPECT_EQ(golden_of(wanderers(2000)).digests.every, 1);
  const GoldenDef golden = golden_of(wanderers(2001));
  EXPECT_EQ(golden.digests.every, 2);
  EXPECT_EQ(digests_of(golden).size(), 1000 * kDigestDigits);
  EXPECT_EQ(golden_of(wanderers(4001)).digests.every, 3);
  EXPECT_EQ(golden_of(wanderers(60), {.digest_every = 7}).digests.every, 7);
}

TEST(GoldenRun, OfARunWithoutStepsHoldsTheFirstState) {
  const GoldenDef golden = golden_of(wanderers(0), {.trace_every = 1});
  EXPECT_EQ(golden.steps, 0);
  EXPECT_EQ(golden.state_hash, hash_after(wanderers(0), 0));
  EXPECT_THAT(checkpoint_steps(golden), ElementsAre(0));
  EXPECT_EQ(golden.trace->rows.size(), 3u);
}

TEST(GoldenRun, HoldsATraceOfTheStatesAskedFor) {
  const GoldenDef golden = golden_of(wanderers(50), {.trace_every = 20});
  ASSERT_TRUE(golden.trace);
  EXPECT_EQ(golden.trace->every, 20);
  ASSERT_EQ(golden.trace->rows.size(), 7u);
  EXPECT_EQ(golden.trace->rows[0], "step,agent,x,y,vx,vy,hx,hy");
  EXPECT_THAT(golden.trace->rows[1], StartsWith("0,0,0,0,"));
  EXPECT_THAT(golden.trace->rows[6], StartsWith("40,1,"));
  EXPECT_FALSE(golden_of(wanderers(50)).trace);
}

TEST(GoldenRun, ATraceHasStepAndAgentWhateverItsColumnsAre) {
  const GoldenDef golden = golden_of(wanderers(5), {.trace_every = 5, .trace_columns = {"speed"}});
  EXPECT_EQ(golden.trace->rows[0], "step,agent,speed");
  const GoldenDef other =
      golden_of(wanderers(5), {.trace_every = 5, .trace_columns = {"agent", "x", "step"}});
  EXPECT_EQ(other.trace->rows[0], "agent,x,step");
}

TEST(GoldenRun, ATraceOfContributionsIsTheOneOfTheRun) {
  const GoldenDef golden = golden_of(wanderers(2), {.trace_every = 1, .trace_columns = {"wander_ax"}});
  EXPECT_EQ(golden.trace->rows[0], "step,agent,wander_ax");
  EXPECT_NE(golden.trace->rows[3], "1,0,0") << "it wanders";
}

TEST(GoldenRun, TakingATraceChangesNoBitOfTheRest) {
  GoldenDef with = golden_of(wanderers(50), {.trace_every = 1, .trace_columns = {"wander_ax", "speed"}});
  with.trace.reset();
  EXPECT_EQ(to_text(with), to_text(golden_of(wanderers(50))));
}

TEST(GoldenRun, StopsWhereAStepFails) {
  const GoldenRun run = run_text(breaking(), {.trace_every = 1});
  ASSERT_TRUE(run.failure);
  EXPECT_EQ(run.failure->tick, 0u);
  EXPECT_FALSE(run.is_complete());
  EXPECT_EQ(run.golden.steps, 0);
  EXPECT_EQ(run.golden.state_hash, hash_after(breaking(), 0)) << "the last good state";
}

TEST(GoldenRun, StopsWhenItIsAskedTo) {
  int asked = 0;
  const GoldenRun whole = run_text(wanderers(60), {.is_stopped = [&] {
                                     ++asked;
                                     return false;
                                   }});
  EXPECT_TRUE(whole.is_complete());
  EXPECT_GE(asked, 60) << "it is asked before every step and in the course of it";
  const int middle = asked / 2;
  asked = 0;
  const GoldenRun run = run_text(wanderers(60), {.is_stopped = [&] { return ++asked >= middle; }});
  EXPECT_TRUE(run.is_stopped);
  EXPECT_FALSE(run.is_complete());
  EXPECT_GT(run.golden.steps, 0);
  EXPECT_LT(run.golden.steps, 60);
}

TEST(GoldenRun, JudgesWhatIsExpected) {
  const GoldenRun run = run_text(wanderers(20, R"(,"expect":[{"metric":"speed.peak","at_most":1e-9}])"));
  ASSERT_EQ(run.expectations.size(), 1u);
  EXPECT_FALSE(run.expectations[0].pass);
  EXPECT_TRUE(run.is_complete());
}

TEST(GoldenScenarioHash, IsOfWhatTheMotionFollowsFrom) {
  const auto hash = [](const std::string& text) { return golden_scenario_hash(load_text(text)); };
  const std::string plain = hash(wanderers(20));
  EXPECT_EQ(plain.size(), 16u);
  EXPECT_EQ(hash(wanderers(20, R"(,"name":"other","description":"more words")")), plain);
  EXPECT_EQ(hash(wanderers(20, R"(,"expect":[{"metric":"speed.peak","at_most":1}])")), plain);
  EXPECT_EQ(hash(wanderers(20, R"(,"record":{"metrics":{"speed":{}}})")), plain);
  EXPECT_EQ(hash(wanderers(20, R"(,"events":[],"quantities":{})")), plain)
      << "defaults that are written out say nothing";
  std::string spelled_out = wanderers(20);
  const std::string wander = R"({"type": "wander"})";
  spelled_out.replace(spelled_out.find(wander), wander.size(),
                      R"({"type": "wander", "weight": 1, "gain": 1})");
  EXPECT_EQ(hash(spelled_out), plain) << "so do those of behaviors";
  std::string other = wanderers(20);
  other.replace(other.find("\"seed\": 5"), 9, "\"seed\": 6");
  EXPECT_NE(hash(other), plain);
}

}  // namespace
}  // namespace drover::test::golden_run_test
