// Nanoseconds per agent and step of whole steps: flocking at constant density, by number of agents.
#include <cmath>
#include <stdexcept>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"
#include "sim/simulator.h"

namespace drover {
namespace {

// A square torus with about 24 neighbors within 1 m of each agent.
std::string flock(std::int64_t count, std::string_view arbiter) {
  const double side = std::sqrt(static_cast<double>(count) * 3.14159265358979 / 24.0);
  return fmt::format(
      R"({{"format": 1, "seed": 1,
          "world": {{"bounds": {{"min": [0, 0], "max": [{0}, {0}], "edge": "wrap"}}}},
          "agent_types": {{"bird": {{"radius": 0.01, "max_speed": 1, "max_acceleration": 4, "steering": {{
            "arbiter": {{"type": "{1}"}},
            "behaviors": [{{"type": "separation", "radius": 1, "add_other_radius": false, "weight": 0.25}},
                          {{"type": "alignment", "radius": 1, "add_other_radius": false}},
                          {{"type": "cohesion", "radius": 1, "add_other_radius": false, "weight": 0.5}}]}}}}}},
          "agents": [{{"type": "bird", "count": {2}, "heading": {{"uniform": [-3.14, 3.14]}}, "speed": 0.5,
                      "placement": {{"type": "rectangle", "min": [0, 0], "max": [{0}, {0}]}}}}]}})",
      side, arbiter, count);
}

Simulator make_simulator(std::string text) {
  JsonSources sources;
  Diagnostics diagnostics;
  const auto loaded = read_scenario_text({"bench", std::move(text)}, {}, catalog(), sources, diagnostics);
  if (!loaded) throw std::runtime_error(format_human(diagnostics, sources, false));
  return Simulator(build_world(loaded->def));
}

void flock_step(benchmark::State& state, const char* arbiter) {
  Simulator simulator = make_simulator(flock(state.range(0), arbiter));
  for (int k = 0; k < 20; ++k)
    simulator.step();
  const WorkCounters before = simulator.counters();
  for (auto _ : state)
    simulator.step();
  const double agent_steps = static_cast<double>(simulator.counters().agent_steps - before.agent_steps);
  state.counters["agent_steps"] = benchmark::Counter(agent_steps, benchmark::Counter::kIsRate);
  state.counters["ns_per_agent"] =
      benchmark::Counter(agent_steps * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["pairs_per_agent"] =
      static_cast<double>(simulator.counters().pairs_tested - before.pairs_tested) / agent_steps;
}

BENCHMARK_CAPTURE(flock_step, weighted_sum, "weighted_sum")->Arg(300)->Arg(1000)->Arg(10000)->Arg(100000);
BENCHMARK_CAPTURE(flock_step, prioritized_sum, "prioritized_sum")->Arg(10000);

}  // namespace
}  // namespace drover
