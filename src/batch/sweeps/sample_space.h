// What sweeps draw samples from: the unit cube, and what its coordinates stand for.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "batch/sweeps/axis.h"
#include "batch/sweeps/sweep.h"

namespace drover {

struct RangeDef {
  std::string path;
  std::vector<JsonText> values;  // or min and max
  Parameter min, max;
  Scale scale = Scale::linear;
  bool whole = false;
  static const Table& table();
};

struct SampleSpaceDef {
  std::int64_t samples = 1;
  std::vector<RangeDef> ranges;
};

inline constexpr auto kSampleSpaceFields = fields(
    field<&SampleSpaceDef::samples>({.key = "samples",
                                     .range = closed(1, kMostValues),
                                     .doc = "How many points there are.",
                                     .required = true}),
    field<&SampleSpaceDef::ranges>(
        {.key = "ranges", .doc = "The paths that change, and between which limits.", .required = true}));

inline std::size_t sample_count(const SampleSpaceDef& space) {
  return static_cast<std::size_t>(space.samples);
}

std::vector<Problem> check_sample_space(const SampleSpaceDef& space);

// The point of a place in the unit cube, a coordinate in [0, 1) for each range.
Point point_at(const SampleSpaceDef& space, std::span<const double> place);

}  // namespace drover
