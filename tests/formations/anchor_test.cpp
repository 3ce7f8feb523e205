#include "formations/anchor.h"

#include "core/quaternion.h"
#include "formations/drift.h"
#include "formations/patterns.h"
#include "formations/turn_limit.h"
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

// Yaw 0.5, and a slot 3 m ahead, 1 m to the right and 2 m above: upright slots keep their heights.
TEST(Anchor, UprightSlotsKeepTheirHeights) {
  const double yaw = 0.5;
  const Anchor anchor{{10, 20, 30}, unit_vector(yaw), {1, 2, -3}, 0.25};
  const SlotPose pose = slot_pose(anchor, {{3, -1, 2}, 0.7, {}});
  const Vec3 arm{3 * std::cos(yaw) + std::sin(yaw), 3 * std::sin(yaw) - std::cos(yaw), 2};
  expect_near(pose.position, anchor.position + arm, 1e-12);
  expect_near(pose.heading, {std::cos(1.2), std::sin(1.2), 0}, 1e-12);
  expect_near(pose.velocity, {1 - 0.25 * arm.y, 2 + 0.25 * arm.x, -3}, 1e-12);
  EXPECT_EQ(pose.up, kUp);
}

// Yaw 30, pitch 20, roll -25 degrees. The rotated axes are those of the product of three plain matrices.
TEST(Anchor, TiltedSlotsTurnWithTheWholeOrientation) {
  const double degree = det::kPi / 180;
  const double yaw = 30 * degree, pitch = 20 * degree, roll = -25 * degree;
  const Frame axes = frame_of(orientation_at({yaw, pitch, roll}));
  const Vec3 rotation{0.3, -0.2, 0.5};
  const Anchor anchor{{1, 2, 3}, axes.forward, {4, 5, 6}, rotation.z, axes.up, {0.3, -0.2, 0}};
  const SlotPose pose = slot_pose(anchor, {{-2, 1.5, 0.5}, 90 * degree, {1, 0, 0}});
  const Vec3 forward{std::cos(yaw) * std::cos(pitch), std::sin(yaw) * std::cos(pitch), std::sin(pitch)};
  const Vec3 level_left{-std::sin(yaw), std::cos(yaw), 0};
  const Vec3 level_up = cross(forward, level_left);
  const Vec3 left = level_left * std::cos(roll) + level_up * std::sin(roll);
  const Vec3 up = level_up * std::cos(roll) - level_left * std::sin(roll);
  const Vec3 arm = forward * -2.0 + left * 1.5 + up * 0.5;
  expect_near(pose.position, anchor.position + arm, 1e-12);
  expect_near(pose.heading, left, 1e-12);
  expect_near(pose.up, up, 1e-12);
  expect_near(pose.velocity, anchor.velocity + cross(rotation, arm) + forward, 1e-12);
}

TEST(Anchor, AHeadingSeenFromAboveIsHorizontal) {
  const auto level_at = [](double yaw, double pitch, double roll) {
    return level_heading(frame_of(orientation_at({yaw, pitch, roll})));
  };
  expect_near(level_at(0.5, 1.2, 0.3), unit_vector(0.5), 1e-12);
  expect_near(level_at(-2, -1.2, 3), unit_vector(-2), 1e-12);
  // Straight up and down with the yaw from which it pitched.
  const Vec3 toward = unit_vector(0.5);
  expect_near(level_heading(Frame{kUp, {}, -toward}), toward, 1e-12);
  expect_near(level_heading(Frame{-kUp, {}, toward}), toward, 1e-12);
}

TEST(Anchor, HeightsSayNothingAboutTheHeadingOfMembers) {
  const std::vector<PatternSlot> slots{{{1, 0, 5}, 0, {}}, {{-1, 0, -5}, 0, {}}};
  const std::vector<std::size_t> occupied{0, 1};
  const Vec3 heading = unit_vector(0.8);
  const std::vector<Vec3> members{heading + kUp * 4.0, -heading + kUp * -7.0};
  expect_near(heading_by_geometry(slots, {occupied}, members, {1, 0, 0}), heading, 1e-12);
  // Above each other.
  const std::vector<PatternSlot> column{{{0, 0, 5}, 0, {}}, {{0, 0, -5}, 0, {}}};
  EXPECT_EQ(heading_by_geometry(column, {occupied}, members, {0, 1, 0}), (Vec3{0, 1, 0}));
}

TEST(Anchor, AFormationIsAsWideAsItIsHigh) {
  const std::vector<PatternSlot> slots{{{1, 3, 4}, 0, {}}, {{-2, 0, 0}, 0, {}}};
  const std::vector<std::size_t> occupied{0, 1};
  const std::vector<double> radii{0.5, 0.25};
  const Extents extents = extents_of(slots, occupied, radii);
  EXPECT_EQ(extents.half_width, 5.5);
  EXPECT_EQ(extents.front, 1.5);
  EXPECT_EQ(extents.back, 2.25);
}

// A slot 5 m away leaves (4 - 2) / 5 rad/s about whichever axis.
TEST(Anchor, ATiltedFormationTurnsNoFasterThanItsFarthestSlotMayGo) {
  const std::vector<PatternSlot> slots{{{0, 3, 4}, 0, {}}, {{0, 0, -1}, 0, {}}};
  EXPECT_EQ(safe_turn_rate(slots, 2, 4), 0.4);
  EXPECT_EQ(safe_turn_rate(slots, 4, 4), 0.0);
  EXPECT_EQ(safe_turn_rate(std::span<const PatternSlot>(), 4, 4), kInfinity);
}

}  // namespace
}  // namespace drover::anchor_test
