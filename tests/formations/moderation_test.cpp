#include "formations/moderation.h"

#include <cmath>

#include "formations/drift.h"
#include "formations/patterns.h"
#include "formations/turning.h"

namespace drover::moderation_test {
namespace {

using namespace test;

constexpr SlotArrival kArrival{.max_speed = 3.0, .slow_radius = 2.0, .feed_forward = 0.0};

TEST(SlotArrival, IsLinearWithinTheSlowRadiusAndFullSpeedBeyond) {
  EXPECT_EQ(slot_arrival_velocity({1, 0, 0}, {}, kArrival), (Vec3{1.5, 0, 0}));
  EXPECT_EQ(slot_arrival_velocity({0, -10, 0}, {}, kArrival), (Vec3{0, -3, 0}));
  EXPECT_EQ(slot_arrival_velocity({}, {}, kArrival), Vec3{});
}

TEST(SlotArrival, AtTheSlotOnlyTheVelocityOfTheSlotIsLeft) {
  SlotArrival arrival = kArrival;
  arrival.feed_forward = 0.5;
  EXPECT_EQ(slot_arrival_velocity({}, {2, 1, 0}, arrival), (Vec3{1, 0.5, 0}));
}

TEST(SlotArrival, NeverExceedsTheSpeedOfTheMember) {
  SlotArrival arrival = kArrival;
  arrival.feed_forward = 1.0;
  EXPECT_EQ(slot_arrival_velocity({5, 0, 0}, {2, 0, 0}, arrival), (Vec3{3, 0, 0}));
}

// Steady state: the velocity at the lag is that of the slot.
TEST(SlotArrival, LagsBehindAStraightSlotByWhatIsNotFedForward) {
  const double lags[][2] = {{0.0, 4.0 / 3.0}, {0.5, 2.0 / 3.0}, {1.0, 0.0}};
  for (const auto& [feed_forward, lag] : lags) {
    SlotArrival arrival = kArrival;
    arrival.feed_forward = feed_forward;
    EXPECT_NEAR(slot_arrival_velocity({lag, 0, 0}, {2, 0, 0}, arrival).x, 2.0, 1e-12);
  }
}

TEST(SlotArrival, TurnsAndMirrorsItsBits) {
  SlotArrival arrival{3.1, 2.3, 0.7};
  const Vec3 offset{1.3, -0.4, 0}, velocity{0.3, 1.9, 0};
  const Vec3 wanted = slot_arrival_velocity(offset, velocity, arrival);
  EXPECT_EQ(slot_arrival_velocity(quarter_turned(offset), quarter_turned(velocity), arrival),
            quarter_turned(wanted));
  EXPECT_EQ(slot_arrival_velocity(mirrored(offset), mirrored(velocity), arrival), mirrored(wanted));
}

TEST(Lead, IsWhereMembersTravelAtTheWantedSpeed) {
  EXPECT_NEAR(lead({2, 0, 0}, 2.0 / 3.0, 2.0).x, 4.0 / 3.0, 1e-12);
  EXPECT_EQ(lead({0, 30, 0}, 0.5, 2.0), (Vec3{0, 2, 0}));
  EXPECT_EQ(lead({}, 0.5, 2.0), Vec3{});
}

// Members of 3 and 6 m/s at a wanted speed of 2 m/s.
TEST(Lead, OfMembersWithDifferentLimits) {
  const SlotArrival members[] = {{3.0, 2.0, 0.0}, {6.0, 2.0, 0.0}};
  EXPECT_EQ(mean_arrival_time(members), 0.5);
  EXPECT_EQ(lead({2, 0, 0}, mean_arrival_time(members), 2.0), (Vec3{1, 0, 0}));
  EXPECT_NEAR(slot_arrival_velocity({4.0 / 3.0, 0, 0}, {2, 0, 0}, members[0]).x, 2.0, 1e-12);
  EXPECT_NEAR(slot_arrival_velocity({2.0 / 3.0, 0, 0}, {2, 0, 0}, members[1]).x, 2.0, 1e-12);
  EXPECT_NEAR((4.0 / 3.0 + 2.0 / 3.0) / 2.0, 1.0, 1e-12);  // the mean error is the lead
}

TEST(Lead, MembersThatCannotMoveDoNotCount) {
  const SlotArrival members[] = {{0.0, 2.0, 0.0}, {4.0, 2.0, 0.0}};
  EXPECT_EQ(mean_arrival_time(members), 0.5);
  EXPECT_EQ(mean_arrival_time({}), 0.0);
}

TEST(Lead, FeedsForwardWhereTheAnchorGoesItsOwnWay) {
  EXPECT_EQ(default_feed_forward(Moderation::none), 1.0);
  EXPECT_EQ(default_feed_forward(Moderation::leash), 1.0);
  EXPECT_EQ(default_feed_forward(Moderation::lead), 0.0);
  EXPECT_EQ(default_feed_forward(Moderation::velocity_offset), 0.0);
}

TEST(Leash, HoldsTheAnchor) {
  EXPECT_EQ(leash({2, 0, 0}, 3.0), (Vec3{2, 0, 0}));
  EXPECT_EQ(leash({0, 6, 0}, 3.0), (Vec3{0, 3, 0}));
}

// Of n members one is held: the others stand in their slots, so the mean is 1/n of its distance behind, and
// all stop where that is the lead or the leash.
TEST(Lead, OneHeldMemberStopsAll) {
  for (const double reach : {2.0, 3.0}) {
    const std::vector<Vec3> errors{{5 * reach, 0, 0}, {}, {}, {}, {}};
    EXPECT_EQ(weighted_mean(errors), (Vec3{reach, 0, 0}));
  }
}

TEST(StoppingSpeed, IsTheLesserOfBrakingAndLag) {
  EXPECT_EQ(stopping_speed(3.0, 6.0, 0.1), 6.0);
  EXPECT_EQ(stopping_speed(3.0, 6.0, 1.0), 3.0);
  EXPECT_EQ(stopping_speed(3.0, 6.0, 0.0), 6.0);
  EXPECT_EQ(stopping_speed(0.0, 6.0, 1.0), 0.0);
  EXPECT_EQ(stopping_speed(-1.0, 6.0, 1.0), 0.0);
}

TEST(LeadHeading, GoesTowardTheWantedHeadingByTheLeadAngle) {
  const Vec3 east{1, 0, 0};
  EXPECT_NEAR(angle_of(lead_heading(east, unit_vector(1.0), det::kPi / 8)), det::kPi / 8, 1e-12);
  EXPECT_NEAR(angle_of(lead_heading(east, unit_vector(-2.5), det::kPi / 8)), -det::kPi / 8, 1e-12);
  EXPECT_EQ(lead_heading(east, unit_vector(0.2), det::kPi / 8), unit_vector(0.2));
  EXPECT_EQ(lead_heading(east, unit_vector(1.0), 0.0), east);
}

TEST(LeadHeading, AHalfTurnGoesLeft) {
  for (const double zero : {0.0, -0.0}) {
    EXPECT_NEAR(angle_of(lead_heading({1, 0, 0}, {-1, zero, 0}, 0.5)), 0.5, 1e-12);
    EXPECT_NEAR(angle_of(lead_heading({0, 1, 0}, {zero, -1, 0}, 0.5)), det::kPi / 2 + 0.5, 1e-12);
  }
}

TEST(LeadHeading, TurnsAndMirrorsItsBits) {
  const Vec3 mean = unit_vector(0.4), wanted = unit_vector(2.2);
  const Vec3 heading = lead_heading(mean, wanted, 0.3);
  EXPECT_EQ(lead_heading(quarter_turned(mean), quarter_turned(wanted), 0.3), quarter_turned(heading));
  EXPECT_EQ(lead_heading(mirrored(mean), mirrored(wanted), 0.3), mirrored(heading));
}

// Millington & Funge, exercise 3.18.
TEST(VelocityOffset, PutsTheAnchorAheadByTheMeanVelocity) {
  EXPECT_EQ(weighted_mean(std::vector<Vec3>{{20, 16, 0}, {6, 11, 0}, {28, 9, 0}}) +
                velocity_offset(weighted_mean(std::vector<Vec3>{{0, 1, 0}, {3, 1, 0}, {9, 7, 0}}), 1.0),
            (Vec3{22, 15, 0}));
  EXPECT_EQ(weighted_mean(std::vector<Vec3>{{20, 16, 0}, {6, 11, 0}}) +
                velocity_offset(weighted_mean(std::vector<Vec3>{{0, 1, 0}, {3, 1, 0}}), 1.0),
            (Vec3{14.5, 14.5, 0}));
}

// One member on a line, by semi-implicit steps, behind an anchor that is moderated each step.
class OneMember {
 public:
  OneMember(double dt, double velocity) : dt_(dt), velocity_(velocity) {}

  double position() const { return position_; }
  double velocity() const { return velocity_; }

  // To a slot `ahead` of the member.
  void follow(double ahead) {
    const double wanted = slot_arrival_velocity({ahead, 0, 0}, {}, kMember).x;
    velocity_ += (wanted - velocity_) / kTau * dt_;
    position_ += velocity_ * dt_;
  }

  // Under velocity_offset the anchor has a step of its own toward a velocity, within its limits.
  void follow_seed(double factor, double goal_velocity, double max_speed, double max_acceleration) {
    double anchor_velocity = velocity_;
    anchor_velocity +=
        clamp((goal_velocity - anchor_velocity) / kTau, -max_acceleration, max_acceleration) * dt_;
    anchor_velocity = clamp(anchor_velocity, -max_speed, max_speed);
    follow(velocity_offset({velocity_, 0, 0}, factor).x + anchor_velocity * dt_);
  }

  static constexpr SlotArrival kMember{.max_speed = 4.0, .slow_radius = 2.0, .feed_forward = 0.0};

 private:
  static constexpr double kTau = 0.1;
  double dt_;
  double position_ = 0.0;
  double velocity_;
};

double speed_after(double seconds, double factor, double dt, double anchor_speed,
                   double anchor_acceleration) {
  OneMember member(dt, 1.0);
  for (double t = 0; t < seconds; t += dt)
    member.follow_seed(factor, anchor_speed, anchor_speed, anchor_acceleration);
  return member.velocity();
}

// Below k* = slow_radius / max_speed = 0.5 s, less dt, formations creep; above, they run away.
TEST(VelocityOffset, NeverBothTravelsAndStops) {
  const double dt = 1.0 / 60.0;
  EXPECT_NEAR(speed_after(20, 0.0, dt, 4, 8), 0.0046, 1e-4);
  EXPECT_NEAR(speed_after(20, 0.45, dt, 4, 8), 0.0667, 1e-4);
  EXPECT_NEAR(speed_after(20, 0.55, dt, 4, 8), 4.0, 1e-6);
  EXPECT_NEAR(speed_after(20, 0.75, dt, 4, 8), 4.0, 1e-6);
}

// The advice to give the anchor very high limits makes the speed of the formation a matter of the time step.
TEST(VelocityOffset, WithHighLimitsOfTheAnchorDependsOnTheTimeStep) {
  for (const double dt : {1.0 / 30, 1.0 / 60, 1.0 / 120})
    EXPECT_NEAR(speed_after(20, 0.0, dt, 100, 1e6), 2000 * dt * dt / (1 - 2 * dt + 20 * dt * dt), 1e-3);
}

TEST(VelocityOffset, WithoutDriveDecaysOrGrowsByItsFactor) {
  for (const double factor : {0.0, 0.25}) {
    OneMember member(1e-5, 1.0);
    for (int k = 0; k < 10000; ++k)
      member.follow(velocity_offset({member.velocity(), 0, 0}, factor).x);
    EXPECT_NEAR(member.velocity(), std::exp(-(1 - factor / 0.5)), 1e-3);
  }
}

TEST(Lead, TravelsAtItsSpeedAndStopsAtTheGoalAtAnyTimeStep) {
  const double speeds[][2] = {{0.5, 1.0}, {1.0, 2.0}, {2.0, 4.0}, {3.0, 4.0}};
  for (const double dt : {1.0 / 30, 1.0 / 60, 1.0 / 120}) {
    for (const auto& [lead_distance, cruise] : speeds) {
      OneMember member(dt, 0.0);
      double fastest = 0.0, farthest = 0.0;
      for (double t = 0; t < 120; t += dt) {
        const Vec3 wanted = slot_arrival_velocity({40 - member.position(), 0, 0}, {}, OneMember::kMember);
        member.follow(lead(wanted, mean_arrival_time({&OneMember::kMember, 1}), lead_distance).x);
        fastest = larger(fastest, member.velocity());
        farthest = larger(farthest, member.position());
      }
      EXPECT_NEAR(fastest, cruise, 1e-6);
      EXPECT_NEAR(member.position(), 40.0, 1e-6);
      EXPECT_LE(farthest, 40.0 + 1e-9);
    }
  }
}

}  // namespace
}  // namespace drover::moderation_test
