// The ways of projectiles and balls with their times.
#pragma once

#include <cstdint>
#include <map>

#include "observe/record/projectile_rows.h"
#include "observe/replay/replay.h"

namespace drover {

class FlightTimes {
 public:
  explicit FlightTimes(const World& world);

  // What happened in a step; call it for every state, in order.
  void observe(const Simulator& simulator);
  // Where they are, for a state that is shown.
  void sample(const World& world);
  // Adds them, and marks for what they hit.
  void finish(Replay& replay) const;

 private:
  void add(const World& world, const ProjectileRow& row);

  bool exist_ = false;
  ProjectileRows rows_;
  std::vector<ReplayFlightType> types_;
  std::map<std::uint32_t, ReplayFlight> flights_;  // by number
  std::uint64_t left_out_ = 0;                     // flights
  std::vector<ReplayBlast> blasts_;
  std::uint64_t blast_count_ = 0;  // shown or not
};

}  // namespace drover
