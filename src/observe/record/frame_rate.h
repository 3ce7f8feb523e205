// Frames per second and strides of the time step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace drover {

// The rate of states every `stride` steps of `dt` [s]; a whole number where it is one but for rounding.
double frame_rate(double dt, std::int64_t stride);

// How many steps there are between two frames at this rate [1/s], or why there is no such number: a rate is
// possible where 1 / rate is a multiple of the time between two states, `every` steps, within one part in
// 1e9.
std::variant<std::int64_t, std::string> frame_stride(double rate, double dt, std::int64_t every = 1);

// How often there is a frame; at most one is given.
struct FrameChoice {
  std::optional<double> fps = {};          // frames per second
  std::optional<std::int64_t> every = {};  // steps
};
// The steps between two frames of states that are `base` steps of `dt` [s] apart, or what is wrong with the
// choice; without one, the base.
std::variant<std::int64_t, std::string> frame_stride(const FrameChoice& choice, double dt, std::int64_t base);

}  // namespace drover
