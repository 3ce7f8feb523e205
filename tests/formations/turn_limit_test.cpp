#include "formations/turn_limit.h"

#include "formations/anchor.h"
#include "formations/patterns.h"

namespace drover::turn_limit_test {
namespace {

using namespace test;

TEST(TurnLimit, IsTheExactRootAndAboveTheSafeBound) {
  EXPECT_EQ(max_turn_rate(Vec3{0, -4, 0}, 2, 4), 0.5);
  EXPECT_NEAR(max_turn_rate(Vec3{3, -4, 0}, 2, 4), 0.443151, 1e-6);
  EXPECT_EQ(safe_turn_rate(5, 2, 4), 0.4);
}

TEST(TurnLimit, AtTheLimitTheOutermostMemberRunsAsFastAsItCan) {
  const auto slots = slots_of("wedge", 9);
  const double rate = max_turn_rate(slots, 1.5, 3.0);
  double fastest = 0.0;
  for (const double side : {rate, -rate}) {
    const Anchor anchor{{}, {1, 0, 0}, {1.5, 0, 0}, side};
    for (const PatternSlot& slot : slots)
      fastest = larger(fastest, length(slot_pose(anchor, slot).velocity));
  }
  EXPECT_NEAR(fastest, 3.0, 1e-12);
}

TEST(TurnLimit, WithoutReserveThereIsNoTurn) {
  EXPECT_EQ(max_turn_rate(Vec3{0, 1, 0}, 4, 4), 0.0);
  EXPECT_EQ(max_turn_rate(Vec3{0, 1, 0}, 5, 4), 0.0);
  EXPECT_EQ(max_turn_rate(Vec3{}, 5, 4), 0.0);
  EXPECT_EQ(safe_turn_rate(1, 5, 4), 0.0);
  EXPECT_EQ(safe_turn_rate(0, 4, 4), 0.0);
}

TEST(TurnLimit, ASlotAtTheAnchorImposesNone) {
  EXPECT_EQ(max_turn_rate(Vec3{}, 2, 4), kInfinity);
  EXPECT_EQ(max_turn_rate(std::span<const PatternSlot>{}, 2, 4), kInfinity);
  EXPECT_EQ(safe_turn_rate(0, 2, 4), kInfinity);
}

TEST(TurnLimit, TheSafeBoundIsSafe) {
  for (double x = -5; x <= 5; x += 0.7) {
    for (double y = -5; y <= 5; y += 0.7) {
      for (double speed = 0; speed < 4; speed += 0.5)
        EXPECT_LE(safe_turn_rate(length(Vec3{x, y, 0}), speed, 4),
                  max_turn_rate(Vec3{x, y, 0}, speed, 4) + 1e-12);
    }
  }
}

// When a leader turns left on a circle of radius R, a slot d to its right runs on radius R + d.
TEST(TurnLimit, SlotsOfATurningLeaderRunOnCircles) {
  const Anchor leader{{}, {1, 0, 0}, {2, 0, 0}, 2.0 / 10.0};
  EXPECT_NEAR(length(slot_pose(leader, {{0, -4, 0}, 0, {}}).velocity) / leader.rotation, 14.0, 1e-12);
}

}  // namespace
}  // namespace drover::turn_limit_test
