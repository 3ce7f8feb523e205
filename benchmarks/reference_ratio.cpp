// How many times as long as the reference kernel a step of drover takes, by the number of agents. The three
// are timed in turns, since the clock of a machine drifts, and each column is the median over the rounds; the
// ratio is the median of the rounds' ratios.
#include <cstdio>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench_scenes.h"
#include "observe/metrics/metric_set.h"
#include "reference_flock.h"
#include "rounds.h"

namespace drover::bench {
namespace {

struct Options : RoundOptions {
  bool cpu = false;  // counts processor time instead of the time that passes
};

// Nanoseconds per agent and step of one round.
struct Round {
  double kernel = 0.0, step = 0.0, observed = 0.0;
};

class Comparison {
 public:
  Comparison(std::int64_t count, Clock clock)
      : count_(count),
        clock_(clock),
        scenario_(load_flock(count)),
        simulator_(make_simulator(scenario_)),
        kernel_(reference_flock(simulator_.world()), flock_side(count)) {}

  Round round(std::int64_t steps) {
    Round result;
    result.kernel = time(steps, [&] { kernel_.step(); });
    result.step = time(steps, [&] { simulator_.step(); });
    MetricSet metrics(possible_metrics(scenario_.def.record), simulator_);
    metrics.observe(simulator_);
    result.observed = time(steps, [&] {
      simulator_.step();
      metrics.observe(simulator_);
    });
    return result;
  }

 private:
  // Of one agent in one step.
  template <class Step>
  double time(std::int64_t steps, const Step& step) const {
    const double start = clock_();
    for (std::int64_t k = 0; k < steps; ++k)
      step();
    return (clock_() - start) / static_cast<double>(steps * count_);
  }

  std::int64_t count_;
  Clock clock_;
  LoadedScenario scenario_;
  Simulator simulator_;
  reference::Kernel kernel_;
};

void compare(std::int64_t count, const Options& options) {
  Comparison comparison(count, options.cpu ? processor_time : passed_time);
  const std::vector<Round> rounds = measured_rounds(comparison, count, options);
  fmt::print("{:>9} {:>10.1f} {:>10.1f} {:>14.1f} {:>8.2f} {:>14.2f}\n", count,
             median_of(rounds, [](const Round& r) { return r.kernel; }),
             median_of(rounds, [](const Round& r) { return r.step; }),
             median_of(rounds, [](const Round& r) { return r.observed; }),
             median_of(rounds, [](const Round& r) { return r.step / r.kernel; }),
             median_of(rounds, [](const Round& r) { return r.observed / r.kernel; }));
  std::fflush(stdout);
}

}  // namespace
}  // namespace drover::bench

int main(int argc, char** argv) {
  using namespace drover::bench;
  Options options;
  options.sizes = {300, 1000, 10'000, 100'000, 1'000'000};
  CLI::App app("Compares a step of drover with the reference kernel, in nanoseconds per agent and step");
  add_size_option(app, options);
  add_round_options(app, options);
  app.add_flag("--cpu", options.cpu, "Count processor time: on a machine that does other things as well");
  CLI11_PARSE(app, argc, argv);
  fmt::print("reference kernel: {}; {} rounds\n", name_of(drover::reference::best_registers()),
             options.rounds);
  fmt::print("{:>9} {:>10} {:>10} {:>14} {:>8} {:>14}\n", "agents", "kernel ns", "step ns", "with metrics",
             "ratio", "with metrics");
  for (const std::int64_t count : options.sizes)
    compare(count, options);
  return 0;
}
