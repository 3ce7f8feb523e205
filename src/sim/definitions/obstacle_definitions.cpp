#include "sim/definitions/obstacle_definitions.h"

#include <cmath>

#include <fmt/format.h>

#include "core/erased.h"
#include "core/text.h"
#include "sim/definitions/kinds.h"
#include "sim/definitions/plain_table.h"
#include "sim/definitions/simple_polygon.h"

namespace drover {
namespace {

inline constexpr Range kExtent = closed(1e-3, 1e4);
inline constexpr Range kAngle = closed(-1e3, 1e3);

constexpr auto kBoxFields = fields(
    field<&BoxDef::center>({.key = "center",
                            .unit = "m",
                            .doc = "Center of the rectangle, or box.",
                            .otherwise = "given by placement"}),
    field<&BoxDef::size>({.key = "size",
                          .unit = "m",
                          .doc = "Lengths of the sides along x and y, in space along z too, before it is "
                                 "turned.",
                          .required = true}),
    field<&BoxDef::angle>({.key = "angle",
                           .unit = "rad",
                           .range = kAngle,
                           .doc = "Turn about the center, counter-clockwise seen from above."}),
    field<&BoxDef::orientation>(
        {.key = "orientation",
         .range = closed(-1, 1),
         .doc = "Turn about the center instead of angle: a unit quaternion [w, x, y, z].",
         .otherwise = "given by angle",
         .in_plane = false}));

std::vector<Problem> check_box(const BoxDef& box) {
  const bool is_flat = box.size.z == 0.0;  // which is looked at where boxes have heights
  if (!kExtent.contains(box.size.x) || !kExtent.contains(box.size.y) ||
      (!is_flat && !kExtent.contains(box.size.z))) {
    return {{"/size",
             fmt::format("the sides of a box must be between {} and {} m long", kExtent.low, kExtent.high)}};
  }
  if (!box.orientation) return {};
  if (box.angle != 0.0) return {{"/orientation", "give either \"orientation\" or \"angle\", not both"}};
  constexpr double kLargestError = 1e-3;
  const auto& [w, x, y, z] = *box.orientation;
  const double size = std::sqrt(w * w + x * x + y * y + z * z);
  if (std::fabs(size - 1.0) <= kLargestError) return {};
  return {{.pointer = "/orientation",
           .message = "an orientation is a quaternion of length 1",
           .found = fmt::format("length {:.6g}", size)}};
}

constexpr auto kCapsuleFields = fields(
    field<&CapsuleDef::from>({.key = "from", .unit = "m", .doc = "One end of the axis.", .required = true}),
    field<&CapsuleDef::to>({.key = "to", .unit = "m", .doc = "The other end of the axis.", .required = true}),
    field<&CapsuleDef::radius>({.key = "radius",
                                .unit = "m",
                                .range = kExtent,
                                .doc = "Distance of the border from the axis, round the ends too.",
                                .required = true}));

constexpr auto kObstaclePlacementFields = fields(
    field<&ObstaclePlacementDef::jitter>(
        {.key = "jitter",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "Each obstacle is moved by up to this much along x and along y."}),
    field<&ObstaclePlacementDef::gap>(
        {.key = "gap",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "Least distance between the border of an obstacle at a drawn place and the borders of others "
                "and walls; places are drawn again until it holds."}));

constexpr auto kObstacleFields = fields(
    field<&ObstacleDef::id>({.key = "id",
                             .doc =
                                 "Name for targets, pictures and messages. With count > 1 the obstacles are "
                                 "called id.0, id.1, ...",
                             .otherwise = "no name"}),
    field<&ObstacleDef::center>({.key = "center",
                                 .unit = "m",
                                 .doc = "Center of the circle, in space of the ball.",
                                 .otherwise = "given by placement, or not a circle"}),
    field<&ObstacleDef::radius>({.key = "radius",
                                 .unit = "m",
                                 .range = kExtent,
                                 .doc = "Radius of a circle, in space of a ball.",
                                 .otherwise = "not a circle"}),
    field<&ObstacleDef::box>(
        {.key = "box", .doc = "A rectangle, in space a box, turned too.", .otherwise = "not a box"}),
    field<&ObstacleDef::capsule>(
        {.key = "capsule", .doc = "All points near a segment.", .otherwise = "not a capsule"}),
    field<&ObstacleDef::polygon>(
        {.key = "polygon",
         .unit = "m",
         .doc = "Corners of a polygon in either order, convex or not; its edges must not cross or touch.",
         .otherwise = "not a polygon",
         .in_space = false}),
    field<&ObstacleDef::hollow>({.key = "hollow",
                                 .doc =
                                     "The border alone is the obstacle, as the walls of a room: agents live "
                                     "inside and outside. false: its inside belongs to it."}),
    field<&ObstacleDef::present>({.key = "present", .doc = "Whether it is there when the run begins."}),
    field<&ObstacleDef::count>({.key = "count",
                                .range = closed(1, 100000),
                                .doc = "How many obstacles the entry makes, at places given by placement."}),
    field<&ObstacleDef::placement>(
        {.key = "placement",
         .doc = "Where obstacles stand: a circle or a box with its center there, the others with their "
                "point (0, 0).",
         .otherwise = "it stands where its shape says"}),
    field<&ObstacleDef::scale>({.key = "scale",
                                .range = closed(1e-3, 1e3),
                                .doc = "Factor on all lengths of an obstacle that is placed.",
                                .otherwise = "1"}),
    field<&ObstacleDef::turn>({.key = "turn",
                               .unit = "rad",
                               .range = kAngle,
                               .doc = "Turn of an obstacle that is placed, about its place; in space about "
                                      "the vertical there.",
                               .otherwise = "0"}));

std::vector<Problem> check_polygon(const std::vector<Vec3>& corners) {
  const std::vector<std::size_t> distinct = distinct_corners(corners);
  const std::vector<Vec3> polygon = without_repeats(corners);
  if (polygon.size() < 3) {
    return {{.pointer = "/polygon",
             .message = "a polygon needs at least three different corners",
             .found = counted(polygon.size(), "corner")}};
  }
  if (lie_on_one_line(polygon)) return {{"/polygon", "the corners of the polygon lie on one line"}};
  const std::optional<EdgePair> crossing = find_crossing(polygon);
  if (!crossing) return {};
  const auto text = [&](std::size_t edge) {
    const Vec3 a = polygon[edge];
    const Vec3 b = polygon[(edge + 1) % polygon.size()];
    return fmt::format("{} from ({}, {}) to ({}, {})", distinct[edge], a.x, a.y, b.x, b.y);
  };
  return {{.pointer = "/polygon",
           .message = fmt::format("edges {} and {} of the polygon cross or touch", distinct[crossing->first],
                                  distinct[crossing->second]),
           .found = fmt::format("edge {}, edge {}", text(crossing->first), text(crossing->second)),
           .hint = "Only neighbors may share a point, their corner."}};
}

// What stands at a place of its own, and what is placed.
std::vector<Problem> check_place(const ObstacleDef& obstacle) {
  const bool is_circle = obstacle.radius.is_present();
  if (obstacle.placement) {
    const KindBox& kind = obstacle.placement->placement;
    if (kind.kind != nullptr && kind.kind->name == "in_slot")
      return {{"/placement/type", "obstacles have no slots to stand in"}};
    if (obstacle.center) return {{"/center", "\"placement\" says where the obstacles stand, not \"center\""}};
    if (obstacle.box && obstacle.box->center)
      return {{"/box/center", "\"placement\" says where the boxes stand, not \"center\""}};
    return {};
  }
  if (obstacle.count > 1) return {{"/count", "several obstacles need a \"placement\""}};
  for (const auto& [key, parameter] :
       {std::pair("scale", &obstacle.scale), std::pair("turn", &obstacle.turn)}) {
    if (parameter->is_present())
      return {{fmt::format("/{}", key), fmt::format("\"{}\" is for obstacles with a \"placement\"", key)}};
  }
  if (is_circle && !obstacle.center) return {{"", "\"center\" is missing in obstacle"}};
  if (obstacle.box && !obstacle.box->center) return {{"/box", "\"center\" is missing in box"}};
  return {};
}

std::vector<Problem> check_obstacle(const ObstacleDef& obstacle) {
  const int shapes = int{obstacle.radius.is_present()} + int{obstacle.box.has_value()} +
                     int{obstacle.capsule.has_value()} + int{!obstacle.polygon.empty()};
  if (shapes == 0 && obstacle.center) return {{"", "\"radius\" is missing in obstacle"}};
  if (shapes != 1) {
    return {{.pointer = "",
             .message = shapes == 0 ? "the obstacle has no shape" : "the obstacle has several shapes",
             .allowed = {"\"center\" and \"radius\" (a circle)", "\"box\"", "\"capsule\"", "\"polygon\""},
             .hint = shapes == 0 ? "An empty list counts as none." : ""}};
  }
  if (obstacle.center && !obstacle.radius.is_present())
    return {{"/center", "\"center\" is for circles: a box has its own, the others have none"}};
  if (!obstacle.polygon.empty()) {
    if (std::vector<Problem> problems = check_polygon(obstacle.polygon); !problems.empty()) return problems;
  }
  return check_place(obstacle);
}

}  // namespace

// clang-format off
const Table& BoxDef::table() { static constexpr Table kTable = plain_table("box", kBoxFields, erased<check_box>); return kTable; }
const Table& CapsuleDef::table() { static constexpr Table kTable = plain_table("capsule", kCapsuleFields); return kTable; }
const Table& ObstacleDef::table() { static constexpr Table kTable = plain_table("obstacle", kObstacleFields, erased<check_obstacle>); return kTable; }
const Table& ObstaclePlacementDef::table() { static constexpr Table kTable = choice_table<&ObstaclePlacementDef::placement>("placement of obstacles", "", kObstaclePlacementFields); return kTable; }
// clang-format on

}  // namespace drover
