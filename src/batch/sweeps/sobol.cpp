// sobol: a sequence that fills the space ever more evenly. Sobol 1967 with the direction numbers of Joe and
// Kuo 2008, from Boost.Random.
#include <limits>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

#include "batch/sweeps/sample_space.h"

namespace drover {
namespace {

constexpr std::size_t kMostDimensions = 3667;  // that Boost.Random has direction numbers for

std::vector<Problem> check_sobol(const SampleSpaceDef& def) {
  if (def.ranges.size() > kMostDimensions)
    return {{.pointer = "/ranges",
             .message = "a Sobol sequence has no more dimensions than this",
             .found = fmt::format("{}", def.ranges.size()),
             .allowed = {fmt::format("up to {}", kMostDimensions)}}};
  return check_sample_space(def);
}

void append_sobol_points(const SampleSpaceDef& def, std::uint64_t, std::vector<Point>& out) {
  boost::random::sobol sequence(def.ranges.size());
  // 53 bits, so that no coordinate becomes 1.
  constexpr int kShift = 11;
  constexpr double kUnit = 0x1p-53;
  static_assert(std::numeric_limits<boost::random::sobol::result_type>::digits == 64);
  // Boost leaves out the first point, the origin. Without it 2^k samples are no net: of as many equal
  // intervals one has none (Owen 2020, On dropping the first Sobol' point).
  std::vector<double> place(def.ranges.size(), 0.0);
  out.push_back(point_at(def, place));
  for (std::size_t k = 1; k < sample_count(def); ++k) {
    for (double& coordinate : place)
      coordinate = static_cast<double>(sequence() >> kShift) * kUnit;
    out.push_back(point_at(def, place));
  }
}

constexpr TypedSweep<SampleSpaceDef> kTypedSobol = {
    .info = {.name = "sobol",
             .summary = "Samples of a Sobol sequence: evenly spread, and more of them fill the gaps.",
             .source = "Sobol 1967; Joe and Kuo 2008",
             .example = R"({"type": "sobol", "samples": 64, "ranges": )"
                        R"([{"path": "agents.0.count", "min": 10, "max": 100, "whole": true}]})",
             .related = "latin_hypercube, random"},
    .fields = kSampleSpaceFields,
    .check = check_sobol,
    .count = sample_count,
    .points = append_sobol_points,
};

}  // namespace

extern constexpr SweepKind kSobolSweep = make_sweep<kTypedSobol>();

}  // namespace drover
