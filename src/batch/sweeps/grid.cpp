// grid: one path takes its values one after the other. Several of them are crossed, as all sweeps are.
#include "batch/sweeps/axis.h"
#include "batch/sweeps/sweep.h"

namespace drover {
namespace {

struct GridSweepDef {
  AxisDef axis;
};

constexpr auto kGridFields = embed<&GridSweepDef::axis>(kAxisFields);

std::vector<Problem> check_grid(const GridSweepDef& def) {
  return check_axis(def.axis);
}

std::size_t count_grid(const GridSweepDef& def) {
  return values_of(def.axis).size();
}

void append_grid_points(const GridSweepDef& def, std::uint64_t, std::vector<Point>& out) {
  const std::vector<std::string> values = values_of(def.axis);
  for (std::size_t k = 0; k < values.size(); ++k)
    out.push_back({{def.axis.path, values[k], place_of(def.axis.values, k)}});
}

constexpr TypedSweep<GridSweepDef> kTypedGrid = {
    .info = {.name = "grid",
             .summary = "One path takes each of its values; sweeps are crossed with each other.",
             .source = "drover's own",
             .example = R"({"type": "grid", "path": "agents.0.count", "from": 10, "to": 100, "step": 10})",
             .related = "zip, list"},
    .fields = kGridFields,
    .check = check_grid,
    .count = count_grid,
    .points = append_grid_points,
};

}  // namespace

extern constexpr SweepKind kGridSweep = make_sweep<kTypedGrid>();

}  // namespace drover
