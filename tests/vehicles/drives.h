// Vehicles that are driven to goals, for tests.
#pragma once

#include <algorithm>
#include <vector>

#include "ballistics/vectors.h"
#include "vehicles/drive_controls.h"
#include "vehicles/tracked_driver.h"
#include "vehicles/unicycle.h"
#include "vehicles/wheeled_driver.h"

namespace drover::test {

inline constexpr double kNotReached = 1e9;

inline double angle_of(Vec3 heading) {
  return std::atan2(heading.y, heading.x);
}
inline PlanarPose pose_of(double x, double y, double angle) {
  return {{x, y, 0.0}, {std::cos(angle), std::sin(angle), 0.0}};
}

struct Drive {
  double time = kNotReached;  // until the goal is within the radius [s]
  int gear_changes = 0;
  double lateral = 0.0;  // greatest acceleration [m/s^2]
};

struct Errand {
  Vec3 goal{};
  double start_speed = 0.0;
  double wanted_speed = 15.0;
  double radius = 1.0;
  double dt = 0.02;
  double patience = 60.0;
};

// By decide() of the limits, on a unicycle.
template <class Limits>
Drive drive_to(const Limits& limits, const Errand& errand) {
  UnicycleState state{.speed = errand.start_speed};
  Drive drive{};
  Gear gear = Gear::drive;
  for (int tick = 0; tick * errand.dt <= errand.patience; ++tick) {
    const DriveGoal goal = drive_goal(state.pose, errand.goal);
    if (goal.distance <= errand.radius) {
      drive.time = tick * errand.dt;
      break;
    }
    const DriveOrder order = decide(limits, gear, goal, errand.wanted_speed, state.speed);
    if (order.gear != gear) ++drive.gear_changes;
    gear = order.gear;
    state = step_unicycle(limits, state, order, errand.dt);
    drive.lateral = std::max(drive.lateral, std::fabs(state.speed * state.turn_rate));
  }
  return drive;
}

struct Summary {
  int missed = 0;
  int slow = 0;  // slower than `slow_time`
  double mean = 0.0;
  double longest = 0.0;
  double lateral = 0.0;
  int gear_changes = 0;
};

inline Summary summary_of(const std::vector<Drive>& drives, double slow_time) {
  Summary sum;
  for (const Drive& drive : drives) {
    sum.lateral = std::max(sum.lateral, drive.lateral);
    sum.gear_changes = std::max(sum.gear_changes, drive.gear_changes);
    if (drive.time == kNotReached) {
      ++sum.missed;
      continue;
    }
    sum.mean += drive.time;
    sum.longest = std::max(sum.longest, drive.time);
    sum.slow += drive.time > slow_time ? 1 : 0;
  }
  sum.mean /= static_cast<double>(drives.size()) - sum.missed;
  return sum;
}

// Goals anywhere in a square of 80 m about the start.
inline Vec3 random_goal(Draws& draws) {
  const double x = uniform(draws, -40.0, 40.0);
  return {x, uniform(draws, -40.0, 40.0), 0.0};
}

}  // namespace drover::test
