// What chosen agents want and see: aims, feelers, contributions, slots, planned ways, goals.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "observe/replay/neighbor_lists.h"
#include "observe/replay/replay.h"
#include "sim/step/simulator.h"

namespace drover {

struct DetailChoice {
  std::vector<AgentIndex> agents = {};
  bool aims = false;
  bool contributions = false;
  bool ways = false;
  bool neighbors = false;
};

class DetailRecorder {
 public:
  // The simulator begins to record what is asked for.
  DetailRecorder(Simulator& simulator, DetailChoice choice);

  // Notes the present state.
  void sample(const Simulator& simulator, Replay& replay);

 private:
  void add_aims(const Simulator& simulator, AgentIndex agent, ReplayDetail& detail) const;
  void add_contributions(const Simulator& simulator, AgentIndex agent, ReplayDetail& detail) const;

  void add_neighbors(const World& world, AgentIndex agent, ReplayDetail& detail) const;

  DetailChoice choice_;
  std::optional<NeighborLists> neighbors_;
};

}  // namespace drover
