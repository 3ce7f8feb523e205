// Scenes for benchmarks, and how their steps are timed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover::bench {

// A scenario of the tree, such as "scenarios/behaviors/seek.json". What is wrong with it is thrown.
LoadedScenario load(const std::string& file, const ReadOptions& options = {});
// A scenario as text.
LoadedScenario load_text(std::string text);
Simulator make_simulator(const LoadedScenario& scenario);
// The same for a scenario as text.
Simulator make_simulator(std::string text);

// The flock of scenarios/benchmark/flock_10k.json with another number of agents at the same density.
LoadedScenario load_flock(std::int64_t count);
// The side of its square, in which every agent has about so many others within 1 m [m].
double flock_side(std::int64_t count, double neighbors = 24.0);

// Steps a scene from the same state over and over and reports ns_per_agent_step, so that how long a benchmark
// runs has no say in where its agents are.
struct StepRounds {
  int warm_up = 10;         // steps before the state that rounds start from
  int steps = 10;           // of a round
  bool only_sense = false;  // whether only the search for neighbors counts
};
void measure_steps(benchmark::State& state, Simulator simulator, const StepRounds& rounds);

// The main() of a program with a benchmark for every kind of a family.
int run_for_kinds(std::string_view family, void (*measure)(benchmark::State&, const Kind*), int argc,
                  char** argv);

}  // namespace drover::bench
