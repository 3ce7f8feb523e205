#include "sim/definitions/path_definitions.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/text.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

constexpr double kEqualRadii = 1e-6;     // greatest difference of the radii at both ends [m]
constexpr double kGreatestRadius = 1e6;  // beyond, three points count as on one line [m]
constexpr std::string_view kPlaces[] = {"at", "arc_to"};

constexpr auto kPathPointFields = fields(
    field<&PathPointDef::at>(
        {.key = "at", .unit = "m", .doc = "A point of the path.", .otherwise = "given by arc_to"}),
    field<&PathPointDef::corner>(
        {.key = "corner",
         .doc = "Of a curve catmull_rom: one curve ends at this point and the next one begins there.",
         .read_when = when("at", kGiven)}),
    field<&PathPointDef::arc_to>({.key = "arc_to",
                                  .unit = "m",
                                  .doc = "The end of an arc of a circle that begins at the point before. At "
                                         "that point again: the whole circle.",
                                  .otherwise = "given by at"}),
    field<&PathPointDef::center>({.key = "center",
                                  .unit = "m",
                                  .doc = "The center of the arc, as far from its end as from its beginning.",
                                  .otherwise = "given by through",
                                  .in_space = false,
                                  .read_when = when("arc_to", kGiven)}),
    field<&PathPointDef::cw>({.key = "cw",
                              .doc = "With a center: the arc goes clockwise.",
                              .in_space = false,
                              .read_when = when("center", kGiven)}),
    field<&PathPointDef::through>({.key = "through",
                                   .unit = "m",
                                   .doc = "Instead of a center: a point that the arc passes.",
                                   .otherwise = "given by center",
                                   .read_when = when("arc_to", kGiven)}));

std::vector<Problem> check_path_point(const PathPointDef& point) {
  if (!point.is_arc() || point.center.has_value() != point.through.has_value()) return {};
  return {{"", "an arc has either a \"center\" or a point that it goes \"through\""}};
}

constexpr auto kPathFields = fields(
    field<&PathDef::points>(
        {.key = "points",
         .unit = "m",
         .doc = "Waypoints in order, and arcs between them: points, {\"arc_to\": [x, y], \"center\": [x, y], "
                "\"cw\": true} or {\"arc_to\": [x, y], \"through\": [x, y]}, and {\"at\": [x, y], "
                "\"corner\": true}.",
         .required = true}),
    field<&PathDef::closed>({.key = "closed", .doc = "After the last waypoint the first one follows."}),
    field<&PathDef::curve>(
        {.key = "curve",
         .doc = "How the path leads from point to point: straight, or as a Catmull-Rom spline, a curve "
                "through all of them without kinks."}),
    field<&PathDef::alpha>({.key = "alpha",
                            .range = closed(0, 1),
                            .doc = "How the distance of two points counts for the spline: 0 not at all "
                                   "(uniform), 0.5 by its root (centripetal, without loops and cusps), 1 "
                                   "wholly (chordal).",
                            .read_when = when("curve", "catmull_rom")}),
    field<&PathDef::fillet>({.key = "fillet",
                             .unit = "m",
                             .range = closed(0, 1e4),
                             .doc = "Radius of the arcs that round its corners, for bodies with a turning "
                                    "circle; smaller where legs are short. 0: corners stay.",
                             .in_space = false,
                             .read_when = when("curve", "polyline")}),
    field<&PathDef::tolerance>({.key = "tolerance",
                                .unit = "m",
                                .range = closed(1e-4, 1e3),
                                .doc = "Curves are followed as polylines whose points lie on them. No "
                                       "segment is farther from its curve than this."}));

bool coincide(Vec3 a, Vec3 b) {
  return length(a - b) < kLengthEpsilon;
}

// By a center: in the plane.
std::vector<Problem> check_center(Vec3 start, const PathPointDef& end, const std::string& pointer) {
  const double from = length(start - *end.center);
  const double to = length(*end.arc_to - *end.center);
  if (smaller(from, to) < kLengthEpsilon)
    return {{pointer + "/center", "the center of an arc is no point of it"}};
  if (std::fabs(from - to) <= kEqualRadii) return {};
  return {{.pointer = pointer + "/center",
           .message = "the center is not as far from the end of the arc as from its beginning",
           .found =
               fmt::format("{} m from its beginning ({}, {}), {} m from its end", from, start.x, start.y, to),
           .allowed = {fmt::format("distances that differ by at most {} m", kEqualRadii)}}};
}

// By a point between the ends.
std::vector<Problem> check_through(Vec3 start, const PathPointDef& end, const std::string& pointer) {
  if (coincide(start, *end.arc_to) || coincide(start, *end.through) || coincide(*end.through, *end.arc_to))
    return {{.pointer = pointer,
             .message = "where an arc begins, passes and ends are three points",
             .hint = "A whole circle is two arcs, or one with a \"center\"."}};
  if (arc_from(start, end).radius() <= kGreatestRadius) return {};
  return {{pointer + "/through", "the points at which the arc begins, passes and ends lie on one line"}};
}

std::vector<Problem> check_path(const PathDef& path) {
  for (std::size_t k = 0; k < path.points.size(); ++k) {
    const PathPointDef& point = path.points[k];
    const std::string pointer = fmt::format("/points/{}", k);
    if (point.corner && path.curve != PathCurve::catmull_rom)
      return {{pointer + "/corner", "\"corner\" is for a path with \"curve\": \"catmull_rom\""}};
    if (!point.is_arc()) continue;
    if (k == 0) return {{pointer, "a path begins with a point: an arc leads from the one before it"}};
    const Vec3 start = path.points[k - 1].place();
    std::vector<Problem> problems =
        point.center ? check_center(start, point, pointer) : check_through(start, point, pointer);
    if (!problems.empty()) return problems;
  }
  return {};
}

// Counter-clockwise from its beginning, or clockwise; half a turn and more count.
double turned_angle(double angle) {
  return angle > 0.0 ? angle : angle + det::kTwoPi;
}

}  // namespace

bool PathDef::is_curved() const {
  return curve == PathCurve::catmull_rom || fillet > 0.0 ||
         std::ranges::any_of(points, &PathPointDef::is_arc);
}

std::vector<PathPointDef> path_points(std::span<const Vec3> points) {
  std::vector<PathPointDef> defs;
  for (const Vec3 point : points)
    defs.emplace_back().at = point;
  return defs;
}

Vec3 CircularArc::point_at(double t) const {
  const det::SinCos turn = det::sin_cos(t);
  return center + outward * turn.cos + onward * turn.sin;
}

CircularArc arc_from(Vec3 start, const PathPointDef& end) {
  CircularArc arc;
  if (end.center) {
    arc.center = *end.center;
    arc.outward = start - arc.center;
    const Vec3 left{-arc.outward.y, arc.outward.x, 0.0};
    arc.onward = end.cw ? -left : left;
  } else {
    // The center of the circle through three points, from the first of them.
    const Vec3 to_middle = *end.through - start;
    const Vec3 to_end = *end.arc_to - start;
    const Vec3 normal = cross(to_middle, to_end);
    const Vec3 weighed =
        cross(normal, to_middle) * length2(to_end) + cross(to_end, normal) * length2(to_middle);
    arc.outward = -weighed / (2.0 * length2(normal));
    arc.center = start - arc.outward;
    arc.onward = cross(normal / length(normal), arc.outward);
  }
  const Vec3 last = *end.arc_to - arc.center;
  arc.angle = coincide(start, *end.arc_to)
                  ? det::kTwoPi
                  : turned_angle(det::atan2(dot(last, arc.onward), dot(last, arc.outward)));
  return arc;
}

const Table& PathPointDef::table() {
  static constexpr Table kTable = [] {
    Table table = with_short_keys(
        plain_table("path point", kPathPointFields, erased<check_path_point>, kPlaces), {.of_list = "at"});
    table.is_list = [](const void* object) {
      const auto& point = *static_cast<const PathPointDef*>(object);
      return !point.is_arc() && !point.corner;
    };
    return table;
  }();
  return kTable;
}

const Table& PathDef::table() {
  static constexpr Table kTable = plain_table("path", kPathFields, erased<check_path>);
  return kTable;
}

}  // namespace drover
