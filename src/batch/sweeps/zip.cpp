// zip: several paths take their values together.
#include <algorithm>

#include <fmt/format.h>

#include "batch/sweeps/axis.h"
#include "batch/sweeps/sweep.h"

namespace drover {
namespace {

struct ZipDef {
  std::vector<AxisDef> axes;
};

constexpr auto kZipFields =
    fields(field<&ZipDef::axes>({.key = "axes",
                                 .doc = "The paths and their values, of each as many as of the others.",
                                 .required = true}));

std::vector<Problem> check_zip(const ZipDef& def) {
  if (def.axes.empty()) return {{.pointer = "/axes", .message = "\"axes\" is empty"}};
  const std::size_t first = values_of(def.axes.front()).size();
  for (std::size_t k = 1; k < def.axes.size(); ++k) {
    const std::size_t count = values_of(def.axes[k]).size();
    if (count == first) continue;
    return {{.pointer = fmt::format("/axes/{}", k),
             .message = "the axes of a zip have as many values as each other",
             .found = fmt::format("{} of \"{}\" and {} of \"{}\"", first, def.axes.front().path, count,
                                  def.axes[k].path)}};
  }
  return {};
}

std::size_t count_zip(const ZipDef& def) {
  return values_of(def.axes.front()).size();
}

void append_zip_points(const ZipDef& def, std::uint64_t, std::vector<Point>& out) {
  const std::size_t begin = out.size();
  out.resize(begin + count_zip(def));
  for (std::size_t a = 0; a < def.axes.size(); ++a) {
    const std::vector<std::string> values = values_of(def.axes[a]);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const std::string place = fmt::format("/axes/{}{}", a, place_of(def.axes[a].values, k));
      out[begin + k].push_back({def.axes[a].path, values[k], place});
    }
  }
}

constexpr TypedSweep<ZipDef> kTypedZip = {
    .info = {.name = "zip",
             .summary = "Several paths take their values together: all first ones, all second ones, ...",
             .source = "drover's own",
             .example = R"({"type": "zip", "axes": [{"path": "agents.0.count", "values": [10, 40]}, )"
                        R"({"path": "world.bounds.max", "values": [[10, 10], [20, 20]]}]})",
             .related = "grid, list"},
    .fields = kZipFields,
    .check = check_zip,
    .count = count_zip,
    .points = append_zip_points,
};

}  // namespace

extern constexpr SweepKind kZipSweep = make_sweep<kTypedZip>();

}  // namespace drover
