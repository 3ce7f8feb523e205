// What a step does about projectiles: agents fire them, they fly, and what they meet ends their flight.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/worker_pool.h"
#include "sim/step/action_context.h"
#include "sim/step/ball_motion.h"

namespace drover {

// A projectile that was fired in the last step, at its begin.
struct Shot {
  std::uint32_t projectile;  // its number
  Launch launch;
};

class ProjectileSteps {
 public:
  // Makes room for the projectiles and the workers of a world.
  void begin(const World& world, std::size_t workers);

  // Lets the agents of a range act in S(n), those whose conditions hold. What they launch waits for launch().
  void act(World& world, std::span<const PerceptionPass> perceptions, AgentRange range, std::size_t worker);
  // What was launched begins to fly, in the order of the agents' indices.
  void launch(World& world);
  // From S(n) to S(n + 1), which the agents have reached; before the new state is committed.
  void fly(World& world, WorkerPool& workers);

  // Of the last step: what was fired, by number; and what was met: by instant shots and balls first, then by
  // those whose flights ended, by number.
  std::span<const Shot> shots() const { return shots_; }
  std::span<const Impact> impacts() const { return impacts_; }

 private:
  // What one thread needs.
  struct Worker {
    std::vector<AgentIndex> acting;
    std::vector<Launch> launches;
  };

  void add(World& world, const Launch& launch);
  void hit_at_once(World& world, const Shot& shot);
  void advance(World& world, std::size_t row);
  void move_balls(World& world);
  void finish(World& world);

  std::vector<Worker> workers_;
  std::vector<Launch> launches_;
  std::vector<ProjectileHit> hits_;   // that end flights, by row, of this step
  std::vector<std::uint32_t> balls_;  // their rows
  BallMotion ball_motion_;
  std::vector<Shot> shots_;
  std::vector<Impact> impacts_;
  HitFinder finder_;
};

}  // namespace drover
