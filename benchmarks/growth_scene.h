// Ten thousand agents at one density, for benchmarks in which something else grows.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench_scenes.h"

namespace drover::bench {

inline constexpr std::int64_t kAgents = 10000;
inline constexpr double kSide = 360.0;  // of the square they are in: some 24 of them within 9 m [m]

// The parts of a scenario.
struct Scene {
  std::string types;          // members of "agent_types"
  std::string agents;         // entries of "agents"
  std::string world;          // members of "world", each behind a comma
  std::string scenario = {};  // members of the scenario, each behind a comma
};

inline std::string text_of(const Scene& scene) {
  return fmt::format(R"({{"format": 1, "seed": 1,
      "world": {{"bounds": {{"min": [0, 0], "max": [{0}, {0}], "edge": "wrap"}}{1}}},
      "agent_types": {{{2}}}, "agents": [{3}]{4}}})",
                     kSide, scene.world, scene.types, scene.agents, scene.scenario);
}

inline std::string type(std::string_view name, std::string_view behaviors, std::string_view keys = "") {
  return fmt::format(R"("{}": {{"max_speed": 2, "steering": {{"behaviors": [{}]}}{}}})", name, behaviors,
                     keys);
}

// Anywhere in a square, also on each other unless `overlap` is false.
inline std::string agents(std::string_view name, std::int64_t count, std::string_view keys = "",
                          double side = kSide, bool overlap = true) {
  return fmt::format(
      R"({{"type": "{0}", "count": {1}, "overlap": {4}, "speed": 1, "heading": {{"uniform": [-3.14, 3.14]}},
          "placement": {{"type": "rectangle", "min": [0, 0], "max": [{3}, {3}]}}{2}}})",
      name, count, keys, side, overlap);
}

inline void measure(benchmark::State& state, const Scene& scene) {
  measure_steps(state, make_simulator(text_of(scene)), {.warm_up = 3, .steps = 3});
}

inline void in_steps(benchmark::internal::Benchmark* bench, const char* name,
                     std::initializer_list<std::int64_t> sizes) {
  bench->ArgName(name)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(3);
  for (const std::int64_t size : sizes)
    bench->Arg(size);
}
inline void tenfold(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "count", {10, 100, 1000, 10000});
}

}  // namespace drover::bench
