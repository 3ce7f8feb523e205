// points: agent k stands on the k-th point of a list.
#include "sim/definitions/kinds.h"

namespace drover {
namespace {

struct PointsDef {
  std::vector<Vec3> points;
};

constexpr auto kFields = fields(field<&PointsDef::points>(
    {.key = "points", .unit = "m", .doc = "One point for each agent.", .required = true}));

Vec3 place(const PointsDef& def, std::size_t index, std::size_t, Draws&) {
  return def.points[index];
}

std::size_t capacity(const void* params) {
  return static_cast<const PointsDef*>(params)->points.size();
}

std::vector<Table::Problem> check(const void* params) {
  if (!static_cast<const PointsDef*>(params)->points.empty()) return {};
  return {{"points", "the list of points is empty"}};
}

}  // namespace

extern const PlacementKind kPointsPlacement;
constexpr PlacementKind kPointsPlacement =
    with_capacity(capacity, placement<PointsDef, place>({
                                .name = "points",
                                .summary = "Stands the agents on the points of a list, in order.",
                                .source = "drover",
                                .table = {.name = "points", .fields = kFields, .check = check},
                                .example = R"({"type": "points", "points": [[0, 0], [2, 0], [4, 1]]})",
                                .related = "line, grid",
                            }));

}  // namespace drover
