// A replay of a run, from a simulator.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "observe/record/columns.h"
#include "observe/replay/chart_recorder.h"
#include "observe/replay/detail_recorder.h"
#include "observe/replay/flight_times.h"
#include "observe/replay/frame_table.h"
#include "observe/replay/mark_recorder.h"
#include "observe/replay/replay.h"
#include "sim/step/simulator.h"

namespace drover {

struct ReplayOptions {
  FrameLimits limits = {};
  std::vector<std::string> columns = {};  // valid names, for colors
  DetailChoice details = {};
};

// Watches a run from before its first step on. The simulator and the scenario outlive it.
class ReplayRecorder {
 public:
  ReplayRecorder(const ScenarioDef& scenario, Simulator& simulator, const ReplayOptions& options = {});

  // Call it before the first step and after every step.
  void observe();
  // The replay so far. Its texts about the run, such as the command, are for the caller to fill in. A state
  // that a step was stopped in is not looked at: `is_whole`.
  Replay finish(bool is_whole);

 private:
  void sample(ReplayFrame& frame);
  void sample_agents(ReplayFrame& frame);
  void sample_columns(ReplayFrame& frame);
  void note_changes(std::int64_t step);
  void note_formations(std::int64_t step);
  bool came_by_jump(AgentIndex i, const FrameSample& now) const;

  Simulator& simulator_;
  Replay replay_;
  MarkRecorder marks_;
  ChartRecorder charts_;
  FlightTimes flights_;
  DetailRecorder details_;
  std::vector<Column> columns_;
  std::optional<TraceHistory> history_;    // where columns need it
  std::vector<FrameSample> before_;        // by agent, in the frame before
  std::int64_t step_before_ = -1;          // of that
  std::vector<std::uint32_t> first_mode_;  // by agent type: index into Replay::modes
  std::vector<std::uint32_t> mode_;        // by agent, as noted last
  std::vector<double> radius_;             // by agent, as noted last [m]
  std::vector<std::uint8_t> doors_;        // as noted last
};

// What to call the events of a scenario, in their order: their ids and kinds.
std::vector<std::string> event_names(const ScenarioDef& scenario);

}  // namespace drover
