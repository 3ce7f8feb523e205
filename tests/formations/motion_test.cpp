// The formulas at work together: members on a plane, by semi-implicit steps, whose anchor is moderated. They
// only steer to their slots.
#include <cmath>
#include <numeric>

#include "formations/anchor.h"
#include "formations/cost_tables.h"
#include "formations/drift.h"
#include "formations/moderation.h"
#include "formations/patterns.h"
#include "formations/turning.h"

namespace drover::motion_test {
namespace {

using namespace test;

constexpr double kDt = 0.02, kMaxSpeed = 3.0, kMaxAcceleration = 6.0, kSlowRadius = 2.0, kTau = 0.1;

class Formation {
 public:
  explicit Formation(const std::vector<PatternSlot>& slots) : slots_(slots), occupied_(slots.size()) {
    std::iota(occupied_.begin(), occupied_.end(), std::size_t{0});
    for (const PatternSlot& slot : slots)
      positions_.push_back(slot.place);
    velocities_.resize(slots.size());
  }

  std::vector<Vec3>& positions() { return positions_; }
  std::vector<Vec3>& velocities() { return velocities_; }
  Vec3 center() const { return weighted_mean(positions_); }
  Vec3 heading() const { return heading_; }
  double lead_angle = det::kPi / 8;
  std::size_t held = kUnplaced;  // a member that cannot move

  // Distances of the members from slots laid out at their mean; the largest.
  double shape_error() const {
    double largest = 0.0;
    for (std::size_t k = 0; k < slots_.size(); ++k)
      largest = larger(largest, length(positions_[k] - slot_pose({center(), heading_}, slots_[k]).position));
    return largest;
  }

  // A step toward a goal, moderated by `lead`.
  void step(Vec3 goal) {
    const Vec3 mean = center();
    const Vec3 wanted = slot_arrival_velocity(goal - mean, {}, kArrival);
    const Vec3 wanted_heading = length(wanted) > 1e-4 ? direction(wanted) : heading_;
    std::vector<Vec3> members;
    for (const Vec3 position : positions_)
      members.push_back(position - mean);
    const Vec3 mean_heading = heading_by_geometry(slots_, {occupied_}, members, wanted_heading);
    heading_ = lead_heading(mean_heading, wanted_heading, lead_angle);
    follow({mean + lead(wanted, kSlowRadius / kMaxSpeed, kSlowRadius), heading_});
  }

  // A step of the members toward the slots of an anchor.
  void follow(const Anchor& anchor) {
    for (std::size_t k = 0; k < slots_.size(); ++k) {
      const Vec3 offset = slot_pose(anchor, slots_[k]).position - positions_[k];
      const Vec3 wanted = slot_arrival_velocity(offset, {}, kArrival);
      velocities_[k] += clip((wanted - velocities_[k]) / kTau, kMaxAcceleration) * kDt;
      if (k == held) velocities_[k] = {};
      positions_[k] += velocities_[k] * kDt;
    }
  }

 private:
  static constexpr SlotArrival kArrival{
      .max_speed = kMaxSpeed, .slow_radius = kSlowRadius, .feed_forward = 0.0};

  std::vector<PatternSlot> slots_;
  std::vector<std::size_t> occupied_;
  std::vector<Vec3> positions_, velocities_;
  Vec3 heading_{1, 0, 0};
};

std::vector<PatternSlot> drift_free(const std::vector<PatternSlot>& slots) {
  std::vector<std::size_t> occupied(slots.size());
  std::iota(occupied.begin(), occupied.end(), std::size_t{0});
  std::vector<PatternSlot> out;
  remove_drift(slots, {occupied}, out);
  return out;
}

TEST(FormationInMotion, AStandingFormationStands) {
  for (const char* pattern : {"v", "finger_four", "defensive_circle", "box"}) {
    Formation formation(drift_free(slots_of(pattern, 4)));
    const std::vector<Vec3> start = formation.positions();
    for (int k = 0; k < 1000; ++k)
      formation.step(formation.center());
    for (std::size_t k = 0; k < start.size(); ++k)
      EXPECT_LT(length(formation.positions()[k] - start[k]), 1e-9) << pattern;
  }
}

// With slots that do not average to the anchor it would be 59.3 m away after 20 s.
TEST(FormationInMotion, SlotsWithDriftWalkAway) {
  Formation formation(slots_of("finger_four", 4));
  const Vec3 start = formation.center();
  for (int k = 0; k < 1000; ++k)
    formation.follow({formation.center(), {1, 0, 0}});
  EXPECT_NEAR(length(formation.center() - start), 59.3, 0.02 * 59.3);
}

TEST(FormationInMotion, AVTurnsToItsGoalAndStopsThere) {
  Formation formation(drift_free(slots_of("v", 5)));
  const Vec3 goal{0, 30, 0};
  double arrived = -1.0, largest_error = 0.0;
  for (int k = 1; k <= 2000; ++k) {
    formation.step(goal);
    largest_error = larger(largest_error, formation.shape_error());
    if (arrived < 0.0 && length(goal - formation.center()) < 0.05) {
      arrived = k * kDt;
      EXPECT_NEAR(angle_of(formation.heading()), 1.566, 0.02 * 1.566);
    }
  }
  EXPECT_NEAR(arrived, 12.4, 0.02 * 12.4);
  EXPECT_NEAR(largest_error, 1.21, 0.05);
  EXPECT_LT(formation.shape_error(), 1e-6);
}

// The published form takes the members' heading as it is; by geometry it never turns.
TEST(FormationInMotion, WithoutALeadAngleItDoesNotTurn) {
  Formation formation(drift_free(slots_of("v", 5)));
  formation.lead_angle = 0.0;
  for (int k = 0; k < 500; ++k)
    formation.step({0, 30, 0});
  EXPECT_NEAR(angle_of(formation.heading()), 0.0, 0.05);
}

TEST(FormationInMotion, EveryShapeClosesFromAnyStart) {
  Draw draw;
  for (int k = 0; k < 60; ++k) {
    Formation formation(drift_free(slots_of("v", 2 + draw(7))));
    for (Vec3& position : formation.positions())
      position = {draw.fraction() * 10, draw.fraction() * 10, 0};
    for (int step = 0; step < 3000; ++step)
      formation.step({20, 30, 0});
    EXPECT_LT(formation.shape_error(), 1e-6) << k;
  }
}

TEST(FormationInMotion, OneHeldMemberStopsTheOthers) {
  Formation formation(drift_free(slots_of("line", 5)));
  formation.held = 2;
  formation.lead_angle = 0.0;
  for (int k = 0; k < 5000; ++k)
    formation.step({500, 0, 0});
  const Vec3 held = formation.positions()[2];
  EXPECT_NEAR(formation.shape_error(), 10.0 - 2.0,
              0.2);  // from the slots about the mean, behind those of the anchor
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_NEAR(length(formation.velocities()[k]), 0.0, 1e-3);
  EXPECT_NEAR(formation.center().x + 2.0 - held.x, 10.0, 0.2);
}

// A slot on a circle, with feed-forward: the error is about tau (R / v_max) v^2 / radius.
TEST(FormationInMotion, AMemberFollowsASlotAroundACircle) {
  constexpr double kSpeed = 1.5, kRadius = 10.0;
  const SlotArrival arrival{.max_speed = kMaxSpeed, .slow_radius = kSlowRadius, .feed_forward = 1.0};
  Vec3 position{kRadius, 0, 0}, velocity{0, kSpeed, 0};
  double error = 0.0;
  for (int k = 0; k < 3000; ++k) {
    const Anchor anchor{{}, unit_vector(kSpeed / kRadius * kDt * k), {}, kSpeed / kRadius};
    const SlotPose slot = slot_pose(anchor, {{kRadius, 0, 0}, 0, {}});
    error = length(slot.position - position);
    const Vec3 wanted = slot_arrival_velocity(slot.position - position, slot.velocity, arrival);
    velocity += clip((wanted - velocity) / kTau, kMaxAcceleration) * kDt;
    position += velocity * kDt;
  }
  EXPECT_NEAR(error, kTau * (kSlowRadius / kMaxSpeed) * kSpeed * kSpeed / kRadius, 0.002);
}

// Members of a circle of five close up to four: who goes where, by optimal assignment.
TEST(FormationInMotion, ACircleClosesUpAfterALoss) {
  const std::vector<Vec3> five = places_of(slots_of("defensive_circle", 5));
  const std::vector<Vec3> left{five[0], five[1], five[3], five[4]};
  const Vec3 mean = weighted_mean(left);
  expect_near(mean, {0.1720, -0.125, 0});
  const std::vector<Vec3> kept = places_of(slots_of("defensive_circle", 4));
  const std::vector<Vec3> moved = changed(kept, [&](Vec3 v) { return v + mean; });
  const auto expect_moves = [&](const std::vector<Vec3>& slots, const std::vector<double>& moves,
                                double sum) {
    const Assignment out = assigned(AssignmentMethod::optimal, distances(left, slots));
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(out.slot_of[k], k);
      EXPECT_NEAR(length(slots[k] - left[k]), moves[k], 1e-4);
    }
    EXPECT_NEAR(to_double(out.cost), sum, 1e-4);
  };
  expect_moves(kept, {0.1435, 0.2819, 0.5004, 0.2819}, 1.2078);
  expect_moves(moved, {0.1282, 0.2444, 0.4051, 0.0937}, 0.8714);
}

}  // namespace
}  // namespace drover::motion_test
