// What a step costs a member of a formation that gets ever larger: a box on its own way, a column in the
// steps of its first, and a box that looks for room between walls.
#include "growth_scene.h"

namespace drover::bench {
namespace {

// In their slots, under way on a path. The wall is ahead, beyond where a box brakes.
void formation(benchmark::State& state, const char* pattern, const char* keys) {
  const std::int64_t members = state.range(0);
  const std::string text = fmt::format(
      R"({{"format": 1,
          "world": {{"paths": {{"p": {{"points": [[0, 0], [500, 100], [5000, 0]]}}}},
                     "walls": [{{"points": [[4000, 1], [4000, 900]]}}, {{"points": [[4000, -900], [4000, -1]]}}]}},
          "agent_types": {{"a": {{"max_speed": 2, "radius": 0.3, "steering": {{"behaviors": [{{"type": "slot_arrive"}}]}}}}}},
          "agents": [{{"type": "a", "count": {}, "group": "g", "placement": {{"type": "in_slot"}}}}],
          "formations": {{"f": {{"pattern": {{"type": "{}", "spacing": 1.5}}, "members": [{{"group": "g"}}],
            "assignment": "sequential", "anchor": {{"position": [0, 0], "heading": 0.2,
              "steering": {{"behaviors": [{{"type": "follow_path", "path": "p"}}]}}}}{}}}}}}})",
      members, pattern, keys);
  measure_steps(state, make_simulator(text), {.warm_up = 100, .steps = 20});
}

void by_five_to_five_thousand(benchmark::internal::Benchmark* bench) {
  in_steps(bench, "members", {5, 50, 500, 5000});
}

constexpr const char* kWithFallback =
    R"(, "patterns": {"column": {"type": "column"}}, "pattern_fallback": ["base", "column"])";

BENCHMARK_CAPTURE(formation, box, "box", "")->Apply(by_five_to_five_thousand);
BENCHMARK_CAPTURE(formation, column, "column", R"(, "moderation": "lead")")->Apply(by_five_to_five_thousand);
BENCHMARK_CAPTURE(formation, passages, "box", kWithFallback)->Apply(by_five_to_five_thousand);

}  // namespace
}  // namespace drover::bench
