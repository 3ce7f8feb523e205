// Hands: where agents hold balls, and which balls come within their reach. Own rules.
#pragma once

#include <array>
#include <span>

#include "sim/step/pushes.h"

namespace drover {

// Where agents hold balls, let shots begin and are aimed at, as a share of their height.
inline constexpr double kShareOfHeight = 2.0 / 3.0;

// Where the arms of an agent are unless its keys say otherwise, where it holds balls and lets shots begin,
// seen from its position: ahead at the border of the body, on ground with heights two thirds of its height up
// [m].
Vec3 default_arm(const World& world, AgentIndex agent);

// Where an agent holds a ball or would hold one, and how that place moves.
struct Hold {
  Vec3 point;     // m
  Vec3 velocity;  // m/s
};
// Of an agent in one state. Its turning moves the place, too.
Hold hold_of(const World& world, const AgentMotion& motion, const ElevationColumns& elevation,
             AgentIndex agent);

// The row of the projectile with this number, which is in flight or held.
std::size_t row_of_ball(const World& world, std::uint32_t number);
// Whether an agent has hands, and holds nothing.
bool has_free_hands(const World& world, AgentIndex agent);
// How near the center of a ball has to come to where an agent holds it [m].
double hand_reach(const World& world, AgentIndex agent);
// No hands of the world reach farther from the position of their agent, in the plane [m].
double longest_reach(const World& world);

// Puts balls in hands where these are in a state.
void place_held_balls(World& world, const AgentMotion& motion, const ElevationColumns& elevation);

// A free ball on a part of its way through a step, along a chord.
struct BallWay {
  std::uint32_t number;
  std::array<AgentIndex, 2> barred;  // who cannot catch it: who let it go, who missed it
  double radius;                     // m
  Vec3 from, to;                     // m
  Vec3 velocity;                     // m/s
  double begin, end;                 // fractions of the step
  bool lies;                         // at rest on the ground
};

struct Catch {
  double t = 2.0;  // fraction of the step; above 1: nobody reaches it
  AgentIndex agent = kNoIndex;
  bool holds = false;      // else the agent misses it: it is too fast, or the draw says so
  double distance2 = 0.0;  // from where it would be held [m^2]

  bool exists() const { return agent != kNoIndex; }
};
// The first of these agents, ascending, within whose reach the ball comes, the nearest of several at once.
// The state S(n + 1) of the agents is complete.
Catch first_catch(const World& world, const BallWay& way, std::span<const AgentIndex> agents);

// Whether a place is within the reach of an agent in S(n), who has hands.
bool can_reach(const World& world, AgentIndex agent, Vec3 place);
// Whether a ball in S(n + 1) is out of the reach of an agent.
bool is_out_of_reach(const World& world, AgentIndex agent, Vec3 ball);

}  // namespace drover
