// points: agent k stands on the k-th point of a list.
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct PointsDef {
  std::vector<Vec3> points;
};

constexpr auto kPointsFields = fields(field<&PointsDef::points>(
    {.key = "points", .unit = "m", .doc = "One point for each agent.", .required = true}));

Vec3 place(const PointsDef& def, std::size_t index, std::size_t, Draws&) {
  return def.points[index];
}

std::size_t capacity(const PointsDef& def) {
  return def.points.size();
}

std::vector<Problem> check(const PointsDef& def) {
  if (!def.points.empty()) return {};
  return {{"/points", "the list of points is empty"}};
}

constexpr TypedPlacement<PointsDef> kTypedPoints = {
    .info = {.name = "points",
             .summary = "Stands the agents on the points of a list, in order.",
             .source = "drover's own",
             .example = R"({"type": "points", "points": [[0, 0], [2, 0], [4, 1]]})",
             .related = "line, grid",
             .in_space = true},
    .fields = kPointsFields,
    .check = check,
    .capacity = capacity,
    .place = place,
};

}  // namespace

extern constexpr PlacementKind kPointsPlacement = make_placement<kTypedPoints>();

}  // namespace drover
