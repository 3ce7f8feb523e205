// Watches a run for agents that turn back and forth while they hardly move: what no trace with an even stride
// shows, and what asks for other parameters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "observe/metrics/turning_back.h"
#include "sim/step/simulator.h"

namespace drover {

class TremblingWatch {
 public:
  // For a run from the simulator's present state to `last_tick`. Bodies that nothing steers are left out:
  // they are meant to move as they do.
  TremblingWatch(const Simulator& simulator, std::uint64_t last_tick);

  // Call it for every state, in order. It costs a few operations per agent and allocates nothing.
  void observe(const Simulator& simulator);

  // A sentence about each of the worst agents and one about how many more there are; none for a run of less
  // than 20 s.
  std::vector<std::string> sentences(const World& world) const;

 private:
  // What is remembered of an agent on its way since an event put it somewhere.
  struct Way {
    TurningPoints heading = {}, nodding = {};
    Reversals velocity = {};
    Spot turn_spot = {}, velocity_spot = {};
    std::uint64_t turns = 0, reversals = 0;  // since the window began
    std::uint64_t first = 0, last = 0;  // ticks of the first and the last of those that follow each other
    Vec3 start = {};                    // position when the window began [m]
    double farthest2 = 0.0;             // from there, where it turned back [m^2]
  };
  struct Agent {
    AgentIndex index;
    Vec3 heading, up;  // in the state before
    Way way;
  };

  bool turned_back(const World& world, Agent& agent) const;
  void observe_step(const World& world, Agent& agent, bool is_counted);
  void note(const World& world, Agent& agent, bool turned, bool reversed, bool is_counted);
  std::uint64_t count(const Agent& agent) const;
  std::string sentence(const World& world, const Agent& agent, double seconds) const;

  double dt_;                  // s
  std::uint64_t window_;       // the tick from which on turns count
  std::uint64_t tick_;         // of the last state observed
  std::uint64_t pause_;        // ticks without a reversal that end a series of them
  std::vector<Agent> agents_;  // ascending
};

}  // namespace drover
