// Where to aim so that a ball gets somewhere by bouncing off walls or a disc: pool, ice hockey (named by
// Millington, AI for Games, 3rd ed., 3.5.5) and Pong (3.5). The mirror method for bounces with losses is our
// own.
//
// All of it is seen from above: z of the vectors is ignored. A ball that rolls under a drag along its way, or
// flies without gravity, goes straight between its bounces, and a bounce turns it by an angle that does not
// depend on its speed. So the way is the same at any speed, as long as the ball gets there.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "ballistics/bounce.h"
#include "ballistics/function_ref.h"
#include "ballistics/rolling.h"
#include "core/vec3.h"

namespace drover {

struct ReboundWall {
  Vec3 start;
  Vec3 end;
  Vec3 normal;  // of unit length, across the wall to the side that balls are on
};

inline constexpr std::size_t kMostRebounds = 3;

struct ReboundShot {
  Vec3 start;
  Vec3 target;
  double radius = 0.0;  // of the ball [m]
  BounceLaw law;
  std::size_t min_bounces = 0;
  std::size_t max_bounces = 1;  // at most kMostRebounds
};

struct Rebound {
  Vec3 direction;                                      // to aim at, of unit length
  std::size_t bounces = 0;                             // as many of the arrays below count
  std::array<std::size_t, kMostRebounds> walls = {};   // numbers in the list
  std::array<Vec3, kMostRebounds> contacts = {};       // where the center of the ball is then
  std::array<double, kMostRebounds> speed_share = {};  // what a bounce leaves of the speed
  std::array<double, kMostRebounds + 1> legs = {};     // lengths of the ways between them [m]; one more
  double unfolded_way = 0.0;                           // to the image of the target [m]
};

// The mirror method. A wall drawn in by the radius of the ball is a line; a target at the depth d before it
// has an image behind it, straight through which a ball aims that bounces to the target. Let a bounce
// multiply the normal speed by e and the tangential one by f (1 without friction, 1 - beta where it grips).
// From the contact the target is reached after tau = d / (e w_n), f w_t tau along the wall. The straight way
// covers that, w_t tau', in tau' = f tau, and is at the depth w_n f tau = d f / e then:
//   grip   image = q - n (d + d f / e)
// Where it slips, friction takes mu (1 + e) w_n of w_t, whatever w_t is. The straight way takes tau, and gets
// mu (1 + e) w_n tau further along the way it slides:
//   slip   image = q - n (d + d / e) + dir(w_t) mu (1 + e) d / e
// Of several walls, the image of the last is the target of the one before. Which of the images counts at a
// wall is known from the angle there only: all are tried, and the way is followed by the law of the bounce.
//
// Valid is what meets each wall within its segment, with no other of the walls in between, and with all legs
// free by `leg_is_free(from, to)`. All sequences of walls without repetition are tried: the fewest bounces
// count, then the shortest unfolded way, then the sequence first in order of its numbers. The effort grows
// with the number of walls to the power of the bounces, times up to 3 images for each.
std::optional<Rebound> predict_rebound(const ReboundShot& shot, std::span<const ReboundWall> walls,
                                       FunctionRef<bool(Vec3, Vec3)> leg_is_free);
std::optional<Rebound> predict_rebound(const ReboundShot& shot, std::span<const ReboundWall> walls);

// The speed at which to start for one that is left at the target [m/s], backwards along the way.
double rebound_launch_speed(const Rebound& rebound, const RollingLaw& rolling, double arrival_speed);

struct DiscRebound {
  Vec3 contact;    // where the center of the ball is then
  Vec3 direction;  // to aim at, of unit length
};

// Off a disc that stands, an agent or another ball; `radius` is the sum of both radii [m]. As the contact
// moves from the side of the disc that faces the start to the side that faces the target, the way after the
// bounce swings across the target once, and bisection finds it. None where the disc is in no such position.
std::optional<DiscRebound> predict_disc_rebound(Vec3 start, Vec3 target, Vec3 center, double radius,
                                                const BounceLaw& law);

struct PongArrival {
  double y = 0.0;  // [m]
  std::size_t bounces = 0;
};

// Where between two walls, already drawn in by the radius, a ball is after a time that moves across at a
// velocity from y between them. Without loss the straight way is folded up between them, with the period 2
// (high - low).
PongArrival pong_arrival(double y, double velocity, double low, double high, double time,
                         double restitution = 1.0);

}  // namespace drover
