#include "run/missing_shots.h"

#include <gmock/gmock.h>

#include "support/scene.h"

namespace drover::test::missing_shots_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> sentences(const std::string& target, int most) {
  Simulator simulator = make_simulator(
      R"({"format":1,"simulation":{"dt":0.1,"max_projectiles":)" + std::to_string(most) +
      R"(},"world":{"dimensions":2.5},"projectile_types":{"stone":{"muzzle_speed":20}},
          "agent_types":{"a":{"actions":[{"type":"fire","projectile":"stone","target":{"point":)" +
      target + R"(},"period":0}]}},"agents":[{"type":"a","position":[0,0]},{"type":"a","position":[0,9]}]})");
  run_steps(simulator, 5);
  return missing_shots_sentences(simulator.world());
}

TEST(MissingShots, AreSaidByTheirCause) {
  EXPECT_THAT(sentences("[10,0]", 100), IsEmpty());
  EXPECT_THAT(sentences("[10,0]", 3),
              ElementsAre(StartsWith("7 shots were kept back, because 3 projectiles were in flight")));
  EXPECT_THAT(sentences("[500,0]", 100), ElementsAre(StartsWith("agent 0 and 1 more agent never fired")));
}

TEST(MissingShots, AreNotMentionedWhereNobodyFires) {
  EXPECT_THAT(
      missing_shots_sentences(make_simulator(scene("[]", R"([{"type":"a","position":[0,0]}])")).world()),
      IsEmpty());
}

}  // namespace
}  // namespace drover::test::missing_shots_test
