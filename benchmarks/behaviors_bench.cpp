// Nanoseconds per agent and step of every behavior, as its example has it, for a thousand agents that have
// nothing else to do. A behavior that is registered has its benchmark by that.
#include <benchmark/benchmark.h>

#include "bench_scenes.h"
#include "properties/degenerate_scene.h"

namespace drover::bench {
namespace {

// A thousand agents two meters apart around what the example names.
std::vector<Vec3> grid() {
  std::vector<Vec3> points;
  for (int row = -12; row < 13; ++row) {
    for (int column = -20; column < 20; ++column)
      points.push_back({2.0 * column + 0.3, 2.0 * row + 0.7, 0.0});
  }
  return points;
}

void behavior(benchmark::State& state, const Kind* kind) {
  const test::SceneOptions options = {.subjects = grid(), .speed = 0.5, .arbiter = "weighted_sum"};
  measure_steps(state, make_simulator(test::scene_for(*kind, options)), {});
}

}  // namespace
}  // namespace drover::bench

int main(int argc, char** argv) {
  return drover::bench::run_for_kinds("behavior", drover::bench::behavior, argc, argv);
}
