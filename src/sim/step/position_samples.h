// Where all agents were a while ago, for behaviors that look again only from time to time.
#pragma once

#include <cstdint>
#include <span>

#include "sim/state/world.h"

namespace drover {

// Takes the samples of the model that are due in the present state.
void take_position_samples(World& world);

// What a sample holds.
class SampledPositions {
 public:
  // `index` in Model::position_samples.
  SampledPositions(const World& world, std::uint32_t index)
      : sample_(world.model().position_samples[index]),
        numbers_(world.state.columns.values(sample_.memory)),
        number_(world.state.tick / sample_.period) {}

  // How many were taken before it.
  std::uint64_t number() const { return number_; }
  // Whether the agent was present. A snapshot may hold anything: a position that is none does not count.
  bool holds(AgentIndex i) const {
    return numbers_[i * PositionSample::kWidth + 2] != 0.0 && is_finite(position(i));
  }
  Vec3 position(AgentIndex i) const {
    return {numbers_[i * PositionSample::kWidth], numbers_[i * PositionSample::kWidth + 1], 0.0};
  }
  // How many agents there will ever be.
  std::size_t size() const { return numbers_.size() / PositionSample::kWidth; }

 private:
  const PositionSample& sample_;
  std::span<const double> numbers_;
  std::uint64_t number_;
};

}  // namespace drover
