// The samples of a run as bytes: see FORMAT.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "observe/replay/replay.h"

namespace drover {

// Of a position in a replay: 1 cm, less where the smallest body is smaller than 10 cm, and more where the
// coordinates need it [m].
double position_unit(const Replay& replay);

// How many directions a heading can have: enough for the eye, few where there are many agents.
int heading_levels(const Replay& replay);

// How the values of a column become bytes.
struct ColumnScale {
  double min = 0.0, max = 0.0;
  bool is_of_names = false;

  std::uint8_t code(double value) const;
};
ColumnScale scale_of(const Replay& replay, std::size_t column);

struct SampleBytes {
  std::vector<std::uint8_t> bytes;
  std::size_t escapes = 0;
};
SampleBytes sample_bytes(const Replay& replay, double unit);

}  // namespace drover
