// Frames per second and strides of the time step.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace drover {

// The rate of states every `stride` steps of `dt` [s]; a whole number where it is one but for rounding.
double frame_rate(double dt, std::int64_t stride);

// How many steps there are between two frames at this rate [1/s], or why there is no such number: a rate is
// possible where 1 / rate is a multiple of the time between two states, `every` steps, within one part in
// 1e9.
std::variant<std::int64_t, std::string> frame_stride(double rate, double dt, std::int64_t every = 1);

}  // namespace drover
