#include "formations/anchor.h"

#include "formations/patterns.h"
#include "formations/turning.h"

namespace drover::anchor_test {
namespace {

using namespace test;

TEST(Anchor, PutsSlotsIntoTheWorld) {
  const Anchor anchor{{100, 200, 0}, {0, 1, 0}, {}, 0.0};
  const SlotPose pose = slot_pose(anchor, {{70, 2.5, 0}, det::kPi / 2, {}});
  EXPECT_EQ(pose.position, (Vec3{97.5, 270, 0}));
  expect_near(pose.heading, {-1, 0, 0}, 1e-12);
}

// In the frame of the anchor the velocity of a standing slot (x, y) is (v - w y, w x).
TEST(Anchor, SlotsTravelAroundATurningAnchor) {
  const Anchor anchor{{}, {1, 0, 0}, {2, 0, 0}, 0.5};
  for (const double y : {4.0, 0.0, -4.0})
    EXPECT_EQ(slot_pose(anchor, {{0, y, 0}, 0, {}}).velocity, (Vec3{2 - 0.5 * y, 0, 0}));
  EXPECT_EQ(slot_pose(anchor, {{3, -4, 0}, 0, {}}).velocity, (Vec3{4, 1.5, 0}));
}

TEST(Anchor, MovingSlotsAddTheirOwnVelocity) {
  const Anchor anchor{{}, {0, 1, 0}, {0, 2, 0}, 0.0};
  EXPECT_EQ(slot_pose(anchor, {{}, 0, {3, 1, 0}}).velocity, (Vec3{-1, 5, 0}));
}

TEST(Anchor, AQuarterTurnTurnsTheBits) {
  const Anchor anchor{{1.1, 2.2, 0}, unit_vector(0.7), {0.3, -1.7, 0}, 0.31};
  const Anchor turned_anchor{quarter_turned(anchor.position), quarter_turned(anchor.heading),
                             quarter_turned(anchor.velocity), 0.31};
  const PatternSlot slot{{-1.3, 2.7, 0}, 0.4, {0.1, 0.9, 0}};
  const SlotPose pose = slot_pose(anchor, slot);
  const SlotPose turned_pose = slot_pose(turned_anchor, slot);
  EXPECT_EQ(turned_pose.position, quarter_turned(pose.position));
  EXPECT_EQ(turned_pose.heading, quarter_turned(pose.heading));
  EXPECT_EQ(turned_pose.velocity, quarter_turned(pose.velocity));
}

TEST(Anchor, AMirroredFormationHasMirroredBits) {
  const Anchor anchor{{1.1, 2.2, 0}, unit_vector(0.7), {0.3, -1.7, 0}, 0.31};
  const Anchor image{mirrored(anchor.position), mirrored(anchor.heading), mirrored(anchor.velocity), -0.31};
  const PatternSlot slot{{-1.3, 2.7, 0}, 0.4, {0.1, 0.9, 0}};
  const SlotPose pose = slot_pose(anchor, slot);
  const SlotPose image_pose = slot_pose(image, {mirrored(slot.place), -slot.facing, mirrored(slot.velocity)});
  EXPECT_EQ(image_pose.position, mirrored(pose.position));
  EXPECT_EQ(image_pose.heading, mirrored(pose.heading));
  EXPECT_EQ(image_pose.velocity, mirrored(pose.velocity));
}

}  // namespace
}  // namespace drover::anchor_test
