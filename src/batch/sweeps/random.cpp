// random: independent samples. More of them leave the first ones as they are.
#include "core/random.h"

#include "batch/sweeps/sample_space.h"

namespace drover {
namespace {

void append_random_points(const SampleSpaceDef& def, std::uint64_t seed, std::vector<Point>& out) {
  std::vector<double> place(def.ranges.size());
  for (std::uint64_t k = 0; k < sample_count(def); ++k) {
    for (std::size_t d = 0; d < place.size(); ++d)
      place[d] =
          Draws({.seed = seed, .tick = k, .purpose = Purpose::sweep, .stream = stream_of(def.ranges[d].path)})
              .uniform();
    out.push_back(point_at(def, place));
  }
}

constexpr TypedSweep<SampleSpaceDef> kTypedRandom = {
    .info = {.name = "random",
             .summary = "Samples that are drawn independently of each other.",
             .source = "drover's own",
             .example = R"({"type": "random", "samples": 50, "ranges": )"
                        R"([{"path": "agents.0.count", "min": 10, "max": 100, "whole": true}]})",
             .related = "latin_hypercube, sobol"},
    .fields = kSampleSpaceFields,
    .check = check_sample_space,
    .count = sample_count,
    .points = append_random_points,
};

}  // namespace

extern constexpr SweepKind kRandomSweep = make_sweep<kTypedRandom>();

}  // namespace drover
