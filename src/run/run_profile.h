// The time a run spent in each of its parts.
#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/metrics/step_timer.h"
#include "sim/step/simulator.h"

namespace drover {

// The time since then [s].
inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// a / b, and 0 where b is 0: shares of what took no time.
double ratio(double a, double b);

// Adds the time between its construction and its destruction to a sum [s].
class Stopwatch {
 public:
  // `sum` outlives the stopwatch; nullptr: no time is taken.
  explicit Stopwatch(double* sum) : sum_(sum) {
    if (sum_ != nullptr) start_ = Clock::now();
  }
  ~Stopwatch() {
    if (sum_ != nullptr) *sum_ += seconds_since(start_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  double* sum_;
  Clock::time_point start_;
};

struct RunProfile {
  StepTimer steps;
  double metrics = 0.0;  // s
  double trace = 0.0;    // s; that the run waits for the thread that writes the trace

  struct Part {
    std::string_view name;
    double seconds = 0.0;
  };
  // The phases of a step, metrics and trace.
  std::vector<Part> parts() const;
  double seconds() const;  // of all parts

  // {"seconds", "parts": {"sense": {"seconds", "share", "ns_per_agent_step"}, ..., "metrics", "trace"}}.
  nlohmann::ordered_json to_json(const WorkCounters& counters) const;
};

}  // namespace drover
