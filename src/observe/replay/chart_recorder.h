// The curves below a replay: speeds, how many agents there are, metrics over time, and the rows of metrics.
#pragma once

#include <array>
#include <vector>

#include "observe/metrics/metric_set.h"
#include "observe/replay/replay.h"
#include "sim/step/simulator.h"

namespace drover {

class ChartRecorder {
 public:
  // The metrics are those that the run measures.
  ChartRecorder(const ScenarioDef& scenario, const Simulator& simulator);

  // Metrics look at every state; call it before the first step and after every step.
  void observe(Simulator& simulator);
  // Notes the values of the state observed last, which is a frame. The steps ascend.
  void sample(const Simulator& simulator);

  // Adds the charts, and a mark for each expectation that the run broke: at the time from which on it was
  // broken to the end.
  void finish(Replay& replay) const;

 private:
  // The samples of the frames that were kept, evenly few.
  struct Choice {
    std::size_t every = 1;  // frames
    std::vector<std::size_t> samples = {};
  };
  Choice chosen_samples(const FrameTable& frames) const;
  void add_speeds(const Choice& choice, Replay& replay) const;
  void add_rows(Replay& replay) const;
  void add_metrics(const Choice& choice, Replay& replay) const;
  void add_broken(Replay& replay) const;

  std::vector<ExpectDef> expectations_;
  MetricSet metrics_;
  std::vector<std::int64_t> steps_;
  std::vector<double> times_;                  // s
  std::vector<std::array<double, 3>> speeds_;  // m/s: a tenth, half, nine tenths are not faster
  std::vector<double> counts_;                 // agents that are there
  std::vector<MetricResults> results_;         // so far, at each time
  std::vector<WorkCounters> counters_;         // likewise
  std::vector<double> sorted_;                 // room for speeds
};

}  // namespace drover
