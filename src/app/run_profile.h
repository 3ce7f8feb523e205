// Where the time of a run went, phase by phase: drover run --profile.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/metrics/step_timer.h"
#include "sim/step/simulator.h"

namespace drover {

// Adds the time it lives to a sum [s].
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() { sum_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  double& sum_;
  Clock::time_point start_ = Clock::now();
};

struct RunProfile {
  StepTimer steps;
  double metrics = 0.0;  // s
  double trace = 0.0;    // s; what the run waits for its trace, which a thread writes

  // {"seconds", "parts": {"sense": {"seconds", "share", "ns_per_agent_step"}, ..., "metrics", "trace"}}. The
  // seconds are those of all parts.
  nlohmann::ordered_json to_json(const WorkCounters& counters) const;
  // A table of the same for people, and what was counted; lines without their ends.
  std::vector<std::string> table(const WorkCounters& counters) const;

 private:
  struct Part {
    std::string_view name;
    double seconds = 0.0;
  };
  std::vector<Part> parts() const;
  double seconds() const;  // of all parts
};

}  // namespace drover
