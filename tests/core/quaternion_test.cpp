// Checks against the numbers of Millington and Funge, 3.9, with their errors mended, and against closed
// forms.
#include "core/quaternion.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"

namespace drover::quaternion_test {
namespace {

constexpr double kDegree = det::kPi / 180.0;

void expect_near(const Quaternion& q, const Quaternion& expected, double tolerance) {
  EXPECT_NEAR(q.w, expected.w, tolerance);
  EXPECT_NEAR(q.x, expected.x, tolerance);
  EXPECT_NEAR(q.y, expected.y, tolerance);
  EXPECT_NEAR(q.z, expected.z, tolerance);
}
void expect_near(Vec3 v, Vec3 expected, double tolerance) {
  EXPECT_NEAR(v.x, expected.x, tolerance);
  EXPECT_NEAR(v.y, expected.y, tolerance);
  EXPECT_NEAR(v.z, expected.z, tolerance);
}
void expect_angles(const Quaternion& q, double yaw, double pitch, double roll, double tolerance) {
  const YawPitchRoll angles = angles_of(q);
  EXPECT_NEAR(angles.yaw / kDegree, yaw, tolerance);
  EXPECT_NEAR(angles.pitch / kDegree, pitch, tolerance);
  EXPECT_NEAR(angles.roll / kDegree, roll, tolerance);
}

class RandomTurns {
 public:
  double uniform(double low, double high) { return low + (high - low) * draws_.uniform(); }
  Vec3 unit() {
    for (;;) {
      const Vec3 v{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      if (length(v) > 0.1 && length(v) <= 1.0) return direction(v);
    }
  }
  Quaternion turn() { return axis_angle(unit(), uniform(-3.0, 3.0)); }

 private:
  Draws draws_{StreamKey{1, 0, 0, Purpose::parameter, 0}};
};

TEST(Quaternion, MultipliesAsHamilton) {
  const Quaternion i{0, 1, 0, 0}, j{0, 0, 1, 0}, k{0, 0, 0, 1};
  EXPECT_EQ(i * j, k);
  EXPECT_EQ(j * i, -k);
  EXPECT_EQ(j * k, i);
  EXPECT_EQ(i * i, (Quaternion{-1, 0, 0, 0}));
}

TEST(Quaternion, TurnsByTheRightHandRule) {
  const Quaternion left = axis_angle(kUp, 90 * kDegree);
  expect_near(left, {0.707107, 0, 0, 0.707107}, 1e-6);
  expect_near(rotated(left, {1, 0, 0}), {0, 1, 0}, 1e-15);
  // About the left axis the nose goes down, about the forward axis the back tips to the right.
  const Quaternion down = axis_angle({0, 1, 0}, 20 * kDegree);
  expect_near(rotated(down, {1, 0, 0}), {0.939693, 0, -0.342020}, 1e-6);
  expect_near(rotated(axis_angle({1, 0, 0}, 20 * kDegree), kUp), {0, -0.342020, 0.939693}, 1e-6);
  expect_near(rotated(conjugate(left), rotated(left, {3, 2, 1})), {3, 2, 1}, 1e-15);
}

TEST(Quaternion, IsWrittenWithOneSign) {
  EXPECT_EQ(canonical({-0.5, 0.5, -0.5, 0.5}), (Quaternion{0.5, -0.5, 0.5, -0.5}));
  EXPECT_EQ(canonical({0, 0.6, 0.8, 0}), (Quaternion{0, 0.6, 0.8, 0}));
  EXPECT_EQ(canonical({0, 0.6, -0.8, 0}), (Quaternion{0, -0.6, 0.8, 0}));
  EXPECT_EQ(canonical({0, 0, 0.6, -0.8}), (Quaternion{0, 0, -0.6, 0.8}));
  EXPECT_FALSE(std::signbit(canonical({-1, 0, 0, 0}).x));
}

TEST(Quaternion, HasYawPitchAndRoll) {
  const Quaternion q = orientation_at({30 * kDegree, 20 * kDegree, -25 * kDegree});
  expect_near(q, {0.938430, -0.162010, -0.218923, 0.212541}, 1e-6);
  expect_angles(q, 30, 20, -25, 1e-12);
  // Straight up and down yaw and roll are one turn.
  expect_angles(orientation_at({40 * kDegree, 90 * kDegree, 0}), 40, 90, 0, 1e-6);
  expect_angles(orientation_at({40 * kDegree, -90 * kDegree, 0}), 40, -90, 0, 1e-6);
  expect_angles(orientation_at({40 * kDegree, 90 * kDegree, 30 * kDegree}), 70, 90, 0, 1e-6);
  expect_angles(orientation_at({40 * kDegree, -90 * kDegree, 30 * kDegree}), 10, -90, 0, 1e-6);
}

TEST(Quaternion, GoesTheShorterWay) {
  const Vec3 turn = rotation_vector(-axis_angle(kUp, 60 * kDegree));
  expect_near(turn, {0, 0, 60 * kDegree}, 1e-15);
  EXPECT_EQ(rotation_vector({1, 1e-13, 0, 0}), Vec3{});
  // A half turn about up goes to the left, however it is written.
  EXPECT_NEAR(rotation_vector({0, 0, 0, -1}).z, det::kPi, 1e-15);
  EXPECT_NEAR(rotation_vector({-1e-14, 0, 0, -1}).z, det::kPi, 1e-13);
  RandomTurns random;
  for (int k = 0; k < 1000; ++k) {
    const Vec3 wanted = random.unit() * random.uniform(0.0, 3.1);
    expect_near(rotation_vector(turn_by(wanted)), wanted, 1e-13);
  }
}

// Exercise 3.22 with its axis made a unit vector: what is missing is a turn about axes of the world.
TEST(Quaternion, KnowsWhatIsMissingInTheAxesOfTheWorld) {
  const Quaternion from = axis_angle(kUp, 90 * kDegree);
  const Quaternion to = axis_angle({1, 0, 0}, 40 * kDegree) * from;
  expect_near(rotation_between(from, to), {40 * kDegree, 0, 0}, 1e-14);
  expect_near(rotation_vector(conjugate(from) * to), {0, -40 * kDegree, 0}, 1e-14);

  const Quaternion target{0.5, 0, 0.407541, 0.764140};
  expect_near(target * conjugate(from), {0.893882, -0.288175, 0.288175, 0.186775}, 1e-6);
  EXPECT_NEAR(length(rotation_between(from, target)) / kDegree, 53.2696, 1e-4);
}

TEST(Quaternion, IsInterpolatedAtConstantSpeed) {
  const Quaternion to = axis_angle(kUp, 60 * kDegree);
  for (const double t : {0.0, 0.25, 0.5, 1.0}) {
    expect_angles(slerp({}, to, t), 60 * t, 0, 0, 1e-12);
    expect_angles(slerp({}, -to, t), 60 * t, 0, 0, 1e-12);
  }
  const Quaternion near = axis_angle(kUp, 0.5 * kDegree);
  expect_angles(slerp({}, near, 0.25), 0.125, 0, 0, 1e-6);
}

TEST(Quaternion, IsIntegratedWithoutDrift) {
  const Vec3 rate{0.3, -0.2, 0.5};
  Quaternion q;
  for (int k = 0; k < 1000; ++k)
    q = integrated(q, rate, 0.01);
  expect_near(q, turn_by(rate * 10.0), 1e-10);
  EXPECT_NEAR(dot(q, q), 1.0, 1e-12);
  EXPECT_EQ(integrated(q, rate * 1e-13, 1.0), q);
}

TEST(Quaternion, ComesFromFramesAndGoesToThem) {
  RandomTurns random;
  const std::array<Quaternion, 4> special = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  for (int k = 0; k < 1000; ++k) {
    const Quaternion q = k < 4 ? special[static_cast<std::size_t>(k)] : random.turn();
    const Frame frame = frame_of(q);
    expect_near(cross(frame.forward, frame.left), frame.up, 1e-14);
    expect_near(canonical(orientation_of(frame)), canonical(q), 1e-14);
  }
}

struct Facing {
  Vec3 along;
  Quaternion expected;
  double yaw, pitch, roll;
};

TEST(Quaternion, TurnsToADirectionByTheShortestTurn) {
  const double s = std::sqrt(0.5);
  const double t = std::sqrt(1.0 / 3.0);
  const Facing cases[] = {
      {{0, 1, 0}, {0.707107, 0, 0, 0.707107}, 90, 0, 0},
      {{0, 0, 1}, {0.707107, 0, -0.707107, 0}, 0, 90, 0},
      {{-1, 0, 0}, {0, 0, 0, 1}, 180, 0, 0},
      {{0, s, s}, {0.707107, 0, -0.5, 0.5}, 90, 45, -45},
      {{t, t, t}, {0.888074, 0, -0.325058, 0.325058}, 45, 35.2644, -15},
      {{-s, 0, s}, {0.382683, 0, -0.923880, 0}, 180, 45, 180},
  };
  for (const Facing& facing : cases) {
    const Quaternion q = canonical(nearest_orientation({}, facing.along));
    expect_near(q, facing.expected, 1e-6);
    expect_angles(q, facing.yaw, facing.pitch, facing.roll, 1e-4);
  }
  expect_near(level_orientation({0, s, s}, {}), {0.653281, 0.270598, -0.270598, 0.653281}, 1e-6);
  expect_angles(level_orientation({0, 0, -1}, axis_angle(kUp, 0.5)), 0.5 / kDegree, -90, 0, 1e-6);
}

// The turn starts from the base, also where that is not the identity, and a half turn is about its own up.
TEST(Quaternion, PointsWhereItShouldFromAnyBase) {
  RandomTurns random;
  for (int k = 0; k < 10000; ++k) {
    const Quaternion base = random.turn();
    const Vec3 forward = frame_of(base).forward;
    Vec3 unit = random.unit();
    if (k % 5 == 1) unit = direction(Vec3{1e-9 * unit.x, 1e-9 * unit.y, 1.0});
    if (k % 5 == 2) unit = direction(Vec3{1e-9 * unit.x, 1e-9 * unit.y, -1.0});
    if (k % 5 == 3) unit = direction(-forward + 1e-10 * unit);
    if (k % 5 == 4) unit = -forward;
    for (const Quaternion& q : {nearest_orientation(base, unit), level_orientation(unit, base)}) {
      expect_near(frame_of(q).forward, unit, 1e-12);
      ASSERT_NEAR(dot(q, q), 1.0, 1e-12);
    }
    if (k % 5 == 4) expect_near(frame_of(nearest_orientation(base, unit)).up, frame_of(base).up, 1e-12);
    ASSERT_NEAR(frame_of(level_orientation(unit, base)).left.z, 0.0, 1e-12);
  }
}

TEST(Quaternion, LeftIsThatOfThePlaneAndYOfTheVertical) {
  EXPECT_EQ(left_of({0.6, 0.8, 0}), (Vec3{-0.8, 0.6, 0}));
  EXPECT_EQ(left_of({0, 0, 1}), (Vec3{0, 1, 0}));
  EXPECT_EQ(left_of({0, 0, -1}), (Vec3{0, 1, 0}));
  expect_near(left_of({0.6, 0, 0.8}), {0, 1, 0}, 1e-15);
}

}  // namespace
}  // namespace drover::quaternion_test
