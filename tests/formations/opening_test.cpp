#include "formations/opening.h"

#include <gtest/gtest.h>

#include "formations/turning.h"

namespace drover::opening_test {
namespace {

using namespace test;

const Vec3 kLeftPost{52.5, 3.66, 0}, kRightPost{52.5, -3.66, 0};
const std::vector<Vec3> kDefenders = {
    {50.5, 2.6, 0}, {48, -0.6, 0}, {50.5, -3.2, 0}, {47, -2.4, 0}, {51.8, 0, 0}};
const std::vector<Vec3> kKeeper = {{51.8, 0, 0}};

Opening from(Vec3 shooter, const std::vector<Vec3>& bodies) {
  std::vector<Vec3> scratch;
  const auto seen = changed(bodies, [&](Vec3 body) { return body - shooter; });
  return opening_of(kLeftPost - shooter, kRightPost - shooter, seen, 0.5, scratch);
}

struct Shooter {
  Vec3 place;
  double whole, free, largest, keeper_only;
};

// The corner kick: the mouth of the goal as three attackers see it.
TEST(Opening, OfTheMouthOfAGoal) {
  const Shooter shooters[] = {{{49, 3.5, 0}, 1.1618, 0.4045, 0.2962, 0.8300},
                              {{44.5, 0, 0}, 0.8581, 0.3691, 0.2638, 0.3605},
                              {{48.5, -5, 0}, 0.8148, 0.2898, 0.2227, 0.5806}};
  for (const Shooter& shooter : shooters) {
    const Opening opening = from(shooter.place, kDefenders);
    EXPECT_NEAR(opening.whole, shooter.whole, 1e-4);
    EXPECT_NEAR(opening.free, shooter.free, 1e-4);
    EXPECT_NEAR(opening.largest, shooter.largest, 1e-4);
    EXPECT_NEAR(from(shooter.place, kKeeper).largest, shooter.keeper_only, 1e-4);
  }
}

TEST(Opening, ABodyAtTheShooterCoversAll) {
  const Opening opening = from({49, 3.5, 0}, {{49.2, 3.6, 0}});
  EXPECT_EQ(opening.free, 0.0);
  EXPECT_EQ(opening.largest, 0.0);
  EXPECT_NEAR(opening.whole, 1.1618, 1e-4);
}

TEST(Opening, WithoutBodiesAllIsFree) {
  const Opening opening = from({49, 3.5, 0}, {});
  EXPECT_EQ(opening.free, opening.whole);
  EXPECT_EQ(opening.largest, opening.whole);
}

TEST(Opening, TurnsWithItsScene) {
  std::vector<Vec3> scratch;
  const std::vector<Vec3> bodies{{3, 1, 0}, {4, -2, 0}};
  const Opening plain = opening_of({6, 4, 0}, {6, -4, 0}, bodies, 0.5, scratch);
  const Opening turned = opening_of({-4, 6, 0}, {4, 6, 0}, changed(bodies, quarter_turned), 0.5, scratch);
  EXPECT_EQ(turned.largest, plain.largest);
  EXPECT_EQ(turned.free, plain.free);
}

}  // namespace
}  // namespace drover::opening_test
