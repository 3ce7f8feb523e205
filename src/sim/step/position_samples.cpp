#include "sim/step/position_samples.h"

namespace drover {

void take_position_samples(World& world) {
  for (const PositionSample& sample : world.model().position_samples) {
    if (world.state.tick % sample.period != 0) continue;
    const std::span<double> numbers = world.state.columns.values(sample.memory);
    for (AgentIndex i = 0; i < world.model().body_count(); ++i) {
      const bool is_present = world.is_present(i);
      const Vec3 position = is_present ? world.seen_motion().position(i) : Vec3{};
      numbers[i * PositionSample::kWidth] = position.x;
      numbers[i * PositionSample::kWidth + 1] = position.y;
      numbers[i * PositionSample::kWidth + 2] = is_present ? 1.0 : 0.0;
    }
  }
}

}  // namespace drover
