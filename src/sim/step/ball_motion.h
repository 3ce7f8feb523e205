// Balls in one step: they fly or roll, bounce off bodies, shapes, ground and each other, and come to rest.
// What happens first in the step happens first, of several things at the same time the one with the lowest
// number, so the result depends on no order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/step/projectile_flight.h"
#include "sim/step/projectile_impact.h"

namespace drover {

class BallMotion {
 public:
  void reserve(std::size_t balls);

  // Moves the balls in these rows, ascending, from S(n) to S(n + 1); adds their bounces to `impacts`.
  void move(World& world, const HitFinder& hits, std::span<const std::uint32_t> rows,
            std::vector<Impact>& impacts);

 private:
  // A ball on the rest of its way: from a state at a fraction of the step along a chord to its end.
  struct Ball {
    std::uint32_t row;
    const ProjectileType* type;
    ProjectilePhase phase;
    double begin;        // fraction of the step
    FlightState state;   // at that time
    FlightState end;     // of the step, if nothing happens
    ProjectileHit next;  // fractions of the step, with what is no ball
    ProjectileHit pair;  // likewise, with another ball: the index in balls_
    std::int64_t impacts;
  };

  // What acts on a ball along the ground.
  struct Grip {
    Vec3 pull;   // m/s^2
    bool holds;  // its drag holds a ball that does not roll
  };

  void plan(Ball& ball);
  AgentIndex immune_agent(const Ball& ball) const;
  FlightState advanced(const Ball& ball, double duration) const;
  FlightState rolled(const Ball& ball, double duration) const;
  Grip grip_at(const Ball& ball, Vec3 center) const;
  void sort_by_place();
  void find_pair(std::size_t k);
  std::optional<double> contact(const Ball& a, const Ball& b) const;
  static Vec3 chord(const Ball& ball);
  std::size_t first_ball() const;
  void go_to(Ball& ball, double t) const;
  void bounce_off(std::size_t k, std::vector<Impact>& impacts);
  void settle(Ball& ball, const ProjectileHit& hit) const;
  void bounce_together(std::size_t first, std::size_t second, std::vector<Impact>& impacts);
  void replan(std::size_t k);
  void note(const Ball& ball, const ProjectileHit& hit, Vec3 before, std::vector<Impact>& impacts) const;
  ProjectilePhase phase_at_end(const Ball& ball) const;
  void finish(const Ball& ball) const;

  World* world_ = nullptr;
  const HitFinder* hits_ = nullptr;
  std::vector<Ball> balls_;
  std::vector<std::uint32_t> by_x_;  // balls by their places at the begin of the step
  std::vector<double> start_x_;      // in that order [m]
  double reach_ = 0.0;               // no ball gets farther from where it began, with its radius [m]
};

}  // namespace drover
