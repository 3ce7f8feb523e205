// latin_hypercube: the range of every path is cut into as many equal parts as there are samples, and each
// part holds one sample. McKay, Beckman and Conover, "A comparison of three methods for selecting values of
// input variables in the analysis of output from a computer code", 1979.
#include <numeric>
#include <utility>

#include "batch/sweeps/sample_space.h"
#include "core/random.h"

namespace drover {
namespace {

// One coordinate of all samples: a shuffled order of the parts (Fisher and Yates), and a place in each.
std::vector<double> coordinates(Draws draws, std::size_t count) {
  std::vector<std::uint32_t> parts(count);
  std::iota(parts.begin(), parts.end(), 0u);
  for (std::size_t k = count; k > 1; --k)
    std::swap(parts[k - 1], parts[draws.below(static_cast<std::uint32_t>(k))]);
  std::vector<double> out;
  out.reserve(count);
  for (const std::uint32_t part : parts)
    out.push_back((part + draws.uniform()) / static_cast<double>(count));
  return out;
}

void append_latin_hypercube_points(const SampleSpaceDef& def, std::uint64_t seed, std::vector<Point>& out) {
  std::vector<std::vector<double>> columns;
  for (const RangeDef& range : def.ranges)
    columns.push_back(coordinates(
        Draws({.seed = seed, .agent = 1, .purpose = Purpose::sweep, .stream = stream_of(range.path)}),
        sample_count(def)));
  std::vector<double> place(def.ranges.size());
  for (std::size_t k = 0; k < sample_count(def); ++k) {
    for (std::size_t d = 0; d < place.size(); ++d)
      place[d] = columns[d][k];
    out.push_back(point_at(def, place));
  }
}

constexpr TypedSweep<SampleSpaceDef> kTypedLatinHypercube = {
    .info = {.name = "latin_hypercube",
             .summary =
                 "Samples that spread evenly over the range of every path; more of them are other ones.",
             .source = "McKay, Beckman and Conover 1979",
             .example = R"({"type": "latin_hypercube", "samples": 50, "ranges": )"
                        R"([{"path": "simulation.dt", "min": 0.005, "max": 0.05, "scale": "log"}]})",
             .related = "random, sobol"},
    .fields = kSampleSpaceFields,
    .check = check_sample_space,
    .count = sample_count,
    .points = append_latin_hypercube_points,
};

}  // namespace

extern constexpr SweepKind kLatinHypercubeSweep = make_sweep<kTypedLatinHypercube>();

}  // namespace drover
