// What a step does about projectiles: agents fire and throw them, they fly, they are caught, and what they
// meet ends their flight, with an explosion or without.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/worker_pool.h"
#include "sim/step/action_context.h"
#include "sim/step/ball_motion.h"
#include "sim/step/explosions.h"

namespace drover {

class ProjectileSteps {
 public:
  // Makes room for the projectiles and the workers of a world.
  void begin(const World& world, std::size_t workers);

  // Lets the agents of a range act in S(n), those whose conditions hold. What they launch waits for launch().
  void act(World& world, std::span<const PerceptionPass> perceptions, AgentRange range, std::size_t worker);
  // What was launched and thrown begins to fly, in the order of the agents' indices.
  void launch(World& world);
  // From S(n) to S(n + 1), which the agents have reached; before the new state is committed.
  void fly(World& world, WorkerPool& workers);

  // Of the last step: what was fired, by number; and what was met: by instant shots and balls first, then by
  // those whose flights ended, by number.
  std::span<const Shot> shots() const { return shots_; }
  std::span<const Impact> impacts() const { return impacts_; }
  // Likewise what hands did with balls, in the order of time.
  std::span<const Handling> handlings() const { return handlings_; }

 private:
  // What one thread needs.
  struct Worker {
    std::vector<AgentIndex> acting;
    ActionList actions;
  };
  // What a projectile with a fuse hit on its way.
  struct Bounce {
    ProjectileHit hit;
    Vec3 before, after;  // its velocities [m/s]
  };
  // Where one exploded.
  struct Blast {
    double time;               // s
    std::uint32_t projectile;  // its number
    Vec3 center;
    const ExplosionDef* explosion;
  };

  void add(World& world, const Launch& launch);
  void handle(World& world, const HandMove& move);
  void note_handling(const World& world, std::size_t row, AgentIndex agent, Handled what);
  void drop_balls_of_the_absent(World& world);
  void hit_at_once(World& world, const Shot& shot);
  void strike(World& world, const ProjectileType& type, AgentIndex agent);
  void affect(const World& world, const ProjectileType& type, AgentIndex agent);
  void advance(World& world, std::size_t row);
  void bounce_with_fuse(World& world, std::size_t row, const ProjectileHit& hit);
  void move_balls(World& world);
  void finish(World& world);
  void note_bounce(World& world, std::size_t row);
  void note_end(World& world, std::size_t row);
  static Impact impact_at(const World& world, std::size_t row, const ProjectileHit& hit);
  void explode_all(World& world);

  std::vector<Worker> workers_;
  std::vector<Launch> launches_;
  std::vector<HandMove> hand_moves_;
  std::vector<ProjectileHit> hits_;  // that end flights, by row, of this step
  std::vector<Bounce> bounces_;      // by row; of those with a fuse that are no balls
  std::vector<BallMotion::FreeBall> balls_;
  BallMotion ball_motion_;
  std::vector<Blast> blasts_;
  std::vector<AgentIndex> near_;  // a blast
  EffectList effects_;
  std::vector<Shot> shots_;
  std::vector<Impact> impacts_;
  std::vector<Handling> handlings_;
  HitFinder finder_;
};

}  // namespace drover
