// What projectiles meet on their way through a step: bodies, which move too, shapes and ground.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/perception/neighbor_grid.h"
#include "sim/state/world.h"
#include "sim/step/projectile_impact.h"

namespace drover {

// A projectile on its way through a step from S(n) to S(n + 1), or its rest, along a chord: that is |a| dt^2
// / 8 beside the curve at most.
struct ProjectileWay {
  Vec3 from, to;                 // m
  double radius;                 // m
  double begin = 0.0;            // when in the step it begins, as a fraction
  double end = 1.0;              // and ends
  bool takes_no_time = false;    // bodies are where they are in S(n)
  AgentIndex immune = kNoIndex;  // an agent that it does not hit
  bool rolls = false;            // it follows the tops of the ground, and meets sides alone
  bool bounces = false;          // what it touches and moves away from is not met
};

// Finds hits of any number of projectiles in one step. The state S(n + 1) of the agents is complete.
class HitFinder {
 public:
  // Sorts the bodies of S(n) into cells, for projectiles of this radius at most; before the first question of
  // a step.
  void begin_step(const World& world, double largest_radius);
  ProjectileHit first_hit(const ProjectileWay& way) const;
  // Lists, ascending, the agents with bodies that may be within `reach` of p in S(n + 1).
  void list_near(Vec3 p, double reach, std::vector<AgentIndex>& agents) const;
  // Whether a projectile at a place overlaps the body that an agent has in S(n + 1).
  bool overlaps(AgentIndex agent, Vec3 p, double radius) const;

 private:
  // The part of a way, in fractions of it, that may be near bodies.
  struct Part {
    double begin, end;
  };
  Part part_near_agents(const ProjectileWay& way) const;
  void meet_agents(const ProjectileWay& way, ProjectileHit& first) const;
  ProjectileHit entry_into_body(const ProjectileWay& way, AgentIndex agent) const;
  void meet_shapes(const ProjectileWay& way, ProjectileHit& first) const;
  void meet_and_leave_shapes(const ProjectileWay& way, ProjectileHit& first) const;
  void meet_ground(const ProjectileWay& way, ProjectileHit& first) const;

  const World* world_ = nullptr;
  NeighborGrid grid_;
  Vec3 low_, high_;     // of the bodies' places [m]
  double reach_ = 0.0;  // bodies that a projectile may hit begin their step so near to its way [m]
};

}  // namespace drover
