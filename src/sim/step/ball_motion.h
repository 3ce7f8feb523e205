// Balls in one step: they fly or roll, bounce off bodies, shapes, ground and each other, come to rest, and
// are caught. What happens first in the step happens first, of several things at the same time the one with
// the lowest number, so the result depends on no order.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/perception/neighbor_grid.h"
#include "sim/step/hands.h"
#include "sim/step/projectile_flight.h"
#include "sim/step/projectile_hits.h"
#include "sim/step/projectile_impact.h"

namespace drover {

class BallMotion {
 public:
  // Makes room for the balls and agents of a world.
  void reserve(const World& world);

  // What a step knows of what happens to balls.
  struct Events {
    std::vector<Impact>& impacts;
    std::vector<Handling>& handlings;
  };
  // A free ball, and the fraction of the step at which its lifetime or its fuse ends.
  struct FreeBall {
    std::uint32_t row;
    double last = 1.0;
  };
  // Moves balls, by ascending rows, from S(n) to S(n + 1), or to where they end; adds what happens to them.
  void move(World& world, const HitFinder& hits, std::span<const FreeBall> free_balls, const Events& events);

 private:
  // A ball on the rest of its way: from a state at a fraction of the step along a chord to its end.
  struct Ball {
    std::uint32_t row;
    const ProjectileType* type;
    ProjectilePhase phase;
    double begin;        // fraction of the step
    double last;         // likewise, when it ends
    FlightState state;   // at the begin
    FlightState end;     // at the end, if nothing happens
    ProjectileHit next;  // fractions of the step, with what is no ball
    ProjectileHit pair;  // likewise, with another ball: the index in balls_
    Catch caught;        // likewise, by an agent
    std::int64_t impacts;
  };

  // That something happens to a ball at a fraction of the step; earlier ones first, then lower balls.
  struct Due {
    double t;
    std::uint32_t ball;
    auto operator<=>(const Due&) const = default;
  };

  // What acts on a ball along the ground.
  struct Grip {
    Vec3 pull;   // m/s^2
    bool holds;  // its drag holds a ball that does not roll
  };

  Ball begun(const FreeBall& free) const;
  void plan(Ball& ball);
  void find_catch(Ball& ball);
  AgentIndex immune_agent(const Ball& ball) const;
  FlightState advanced(const Ball& ball, double duration) const;
  FlightState rolled(const Ball& ball, double duration) const;
  Grip grip_at(const Ball& ball, Vec3 center) const;
  void sort_by_place();
  // Calls visit(other) for the balls that a ball may touch in this step, and others, in no order.
  template <class Visit>
  void visit_near(std::size_t k, Visit&& visit) const {
    grid_.visit_near(world_->state.projectiles.position(balls_[k].row), 2.0 * reach_,
                     [&](std::uint32_t begin, std::uint32_t end) {
                       for (const SortedAgent& sorted : grid_.sorted_agents().subspan(begin, end - begin))
                         if (sorted.agent != k) visit(sorted.agent);
                     });
  }
  void find_pair(std::size_t k);
  std::optional<double> contact(const Ball& a, const Ball& b) const;
  static Vec3 chord(const Ball& ball);
  static double next_time(const Ball& ball);
  void note_next(std::size_t k);
  std::size_t first_ball();
  void happen(std::size_t k, const Events& events);
  void go_to(Ball& ball, double t) const;
  void be_caught(std::size_t k, std::vector<Handling>& handlings);
  void bounce_off(std::size_t k, std::vector<Impact>& impacts);
  void recoil(const Ball& ball, AgentIndex agent, Vec3 before);
  void settle(Ball& ball, const ProjectileHit& hit) const;
  void bounce_together(std::size_t first, std::size_t second, std::vector<Impact>& impacts);
  void replan(std::size_t k);
  void note(const Ball& ball, const ProjectileHit& hit, Vec3 before, std::vector<Impact>& impacts) const;
  ProjectilePhase phase_at_end(const Ball& ball) const;
  void finish(const Ball& ball) const;

  World* world_ = nullptr;
  const HitFinder* hits_ = nullptr;
  std::vector<Ball> balls_;
  std::vector<double> start_x_, start_y_, start_z_;  // where they are at the begin of the step [m]
  NeighborGrid grid_;                                // of these places
  double reach_ = 0.0;            // no ball gets farther from where it began, with its radius [m]
  double hands_ = 0.0;            // no hands reach farther; 0 where nobody has any [m]
  std::vector<Due> due_;          // a heap of what happens, some of it out of date
  std::vector<AgentIndex> near_;  // agents that may catch a ball
};

}  // namespace drover
