// Obstacles, walls, paths and regions, and the simulation.
#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"
#include "scenario/describe.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/region_placement.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/defined_shape.h"
#include "sim/geometry/path_curve.h"
#include "sim/geometry/path_fillets.h"

namespace drover {
namespace {

// The list at the pointer was read without an error: a list with a wrong element is left empty, which says
// nothing about what the user meant.
bool is_whole(const CheckedScenario& scenario, std::string_view pointer, std::size_t count) {
  const JsonValue& list = nearest_value(scenario.document, pointer);
  return list.is_array() && list.items.size() == count;
}

void check_shape_counts(CheckedScenario& scenario) {
  std::size_t obstacles = 0, segments = 0;
  for (const ObstacleDef& def : scenario.def.world.obstacles)
    obstacles += static_cast<std::size_t>(def.count);
  for (const WallDef& wall : scenario.def.world.walls)
    segments += !wall.triangles.empty() ? wall.triangles.size()
                : wall.points.empty()   ? 0
                                        : wall.points.size() - (wall.closed ? 0 : 1);
  if (obstacles > kMaxObstacles) {
    scenario.fail({.pointer = "/world/obstacles",
                   .message = "there are too many obstacles",
                   .found = fmt::format("{} obstacles", obstacles),
                   .allowed = {fmt::format("at most {} obstacles", kMaxObstacles)}});
  }
  if (segments <= kMaxWalls) return;
  scenario.fail({.pointer = "/world/walls",
                 .message = "there are too many walls",
                 .found = fmt::format("{} segments or triangles", segments),
                 .allowed = {fmt::format("at most {} segments or triangles", kMaxWalls)}});
}

void check_wall(CheckedScenario& scenario, const WallDef& wall, const std::string& pointer) {
  const std::size_t count = wall.points.size();
  if (!is_whole(scenario, pointer, count)) return;
  if (count < 2) {
    return scenario.fail({.pointer = pointer,
                          .message = "a wall needs at least two points",
                          .found = counted(count, "point")});
  }
  for (std::size_t i = 1; i < count; ++i) {
    if (wall.points[i - 1] != wall.points[i]) continue;
    scenario.fail({.pointer = fmt::format("{}/{}", pointer, i),
                   .message = "the wall has a segment of length zero: this point repeats the one before"});
  }
  if (!wall.closed || wall.points.front() != wall.points.back()) return;
  scenario.fail({.pointer = fmt::format("{}/{}", pointer, count - 1),
                 .message = "the last point of the closed wall repeats the first",
                 .hint = "Leave it out: \"closed\" joins the last point to the first."});
}

// A curve is as many points as its tolerance asks for.
void check_curve(CheckedScenario& scenario, const PathDef& path, const std::string& pointer) {
  if (sample_path(path).points.size() <= kMaxPathPoints) return;
  const bool is_given = scenario.is_given(pointer + "/tolerance");
  scenario.fail({.pointer = pointer + (is_given ? "/tolerance" : "/points"),
                 .message = fmt::format("the curve of the path takes too many points at a tolerance of {} m",
                                        number_text(path.tolerance)),
                 .allowed = {fmt::format("at most {} points", kMaxPathPoints)}});
}

// In space, where walls are surfaces and boxes have heights.
void check_shapes_in_space(CheckedScenario& scenario) {
  for (const auto& [wall, pointer] : scenario.parts.walls) {
    if (!wall.triangles.empty() || !is_whole(scenario, pointer + "/points", wall.points.size())) continue;
    scenario.fail({.pointer = pointer,
                   .message = "a wall in space is made of triangles",
                   .hint = "\"triangles\" lists the indices of their corners among the points, such as "
                           "[[0, 1, 2]]."});
  }
  for (const auto& [obstacle, pointer] : scenario.parts.obstacles) {
    if (!obstacle.box || obstacle.box->size.z != 0.0) continue;
    scenario.fail({.pointer = pointer + "/box/size",
                   .message = "a box in space needs three lengths",
                   .hint = "The third one is its height."});
  }
}

// Whether the numbers of an obstacle say how large it is.
bool has_size(const ObstacleDef& def) {
  const Parameter& radius = def.capsule ? def.capsule->radius : def.radius;
  if (def.box) return true;
  if (def.polygon.empty()) return radius.is_present() && !radius.is_drawn();
  return def.polygon.size() >= 3;
}

// An obstacle that met its own image would have no outside.
void check_size(CheckedScenario& scenario, const ObstacleDef& def, const std::string& pointer) {
  const std::optional<BoundsDef>& bounds = scenario.def.world.bounds;
  if (!bounds || bounds->edge != Edge::wrap || !has_size(def)) return;
  const bool is_spatial = scenario.def.world.space() == Dimensions::space;
  const auto extent = [](const auto& shape) { return shape.high() - shape.low(); };
  const Vec3 size = is_spatial ? extent(space_shape_of(def)) : extent(shape_of(def));
  const Vec3 world = bounds->max - bounds->min;
  const bool fits_upwards = !is_spatial || world.z == 0.0 || size.z <= world.z;
  if (size.x <= world.x && size.y <= world.y && fits_upwards) return;
  if (!fits_upwards) {
    return scenario.fail({.pointer = pointer,
                          .message = "the obstacle is higher than the world, which wraps",
                          .found = fmt::format("{} m", number_text(size.z)),
                          .allowed = {fmt::format("at most {} m", number_text(world.z))}});
  }
  scenario.fail(
      {.pointer = pointer,
       .message = "the obstacle is larger than the world, which wraps",
       .found = fmt::format("{} m x {} m", number_text(size.x), number_text(size.y)),
       .allowed = {fmt::format("at most {} m x {} m", number_text(world.x), number_text(world.y))}});
}

void warn_about_obstacle(CheckedScenario& scenario, const ObstacleDef& def, const std::string& pointer) {
  if (!def.placement) return;
  if (!is_random(*def.placement) && def.placement->gap > 0.0) {
    scenario.warn(
        {.pointer = pointer + "/placement/gap", .message = "\"gap\" has no effect: the places are fixed"});
  }
  if (def.turn.is_present() && def.radius.is_present()) {
    scenario.warn({.pointer = pointer + "/turn",
                   .message = "\"turn\" has no effect: a circle looks the same however it is turned"});
  }
}

// Only obstacles are seen through the edges, and regions where agents want to go.
void warn_about_outside(CheckedScenario& scenario) {
  if (!scenario.def.world.bounds || scenario.def.world.bounds->edge != Edge::wrap) return;
  const Bounds bounds(*scenario.def.world.bounds);
  constexpr std::string_view kUnseen = ", and is not seen through the edge";
  const auto check = [&](std::span<const Vec3> points, std::string_view what, const std::string& pointer,
                         std::string_view effect) {
    if (std::ranges::all_of(points, [&](Vec3 p) { return bounds.contains(p); })) return;
    scenario.warn(
        {.pointer = pointer,
         .message = fmt::format("the {} reaches beyond the edge of a world that wraps{}", what, effect)});
  };
  for (const auto& [wall, pointer] : scenario.parts.walls)
    check(wall.points, "wall", pointer + "/points", kUnseen);
  for (const auto& [path, pointer] : scenario.parts.paths)
    check(sample_path(path.value).points, "path", pointer + "/points", kUnseen);
  for (const auto& [region, pointer] : scenario.parts.regions) {
    const Shape shape = shape_of(region.value);
    check(std::vector{shape.low(), shape.high()}, "region", pointer,
          ": targets and goals reach it through the edge, all else does not");
  }
}

// The likeliest mistake of all: it is off unless asked for.
void warn_about_non_penetration(CheckedScenario& scenario) {
  const std::string pointer = "/simulation/non_penetration";
  if (!scenario.is_given(pointer) || scenario.is_given(pointer + "/enabled")) return;
  scenario.warn_of_own({.pointer = pointer,
                        .message = "non_penetration has no effect: it is not enabled",
                        .hint = "Give it \"enabled\": true, or false where that is meant."});
}

// Every "walls_hide" that is true below a value of the document, in a world without walls.
void warn_about_hiding(CheckedScenario& scenario, const JsonValue& value, const std::string& pointer) {
  for (std::size_t k = 0; k < value.items.size(); ++k)
    warn_about_hiding(scenario, value.items[k], fmt::format("{}/{}", pointer, k));
  for (const JsonMember& member : value.members) {
    const std::string below = joined_pointer(pointer, member.key);
    if (pointer == "/agent_types" && !scenario.has_agents(member.key)) continue;
    if (member.key == "walls_hide" && member.value.boolean && !scenario.is_included(below)) {
      scenario.warn({.pointer = below,
                     .message = "\"walls_hide\" of a neighborhood has no effect: there are no walls"});
    }
    if (!is_note(member.key)) warn_about_hiding(scenario, member.value, below);
  }
}

}  // namespace

void check_world(CheckedScenario& scenario) {
  check_shape_counts(scenario);
  const std::optional<BoundsDef>& bounds = scenario.def.world.bounds;
  if (scenario.def.world.space() == Dimensions::elevated && bounds && bounds->max.z != 0.0)
    scenario.fail({"/world/bounds/max", "bounds have no heights where \"dimensions\" is 2.5"});
  if (scenario.def.world.space() == Dimensions::space) check_shapes_in_space(scenario);
  for (const auto& [wall, pointer] : scenario.parts.walls)
    if (wall.triangles.empty()) check_wall(scenario, wall, pointer + "/points");
  for (const auto& [path, pointer] : scenario.parts.paths) {
    const std::size_t count = path.value.points.size();
    const bool is_closed = path.value.closed;
    if (!is_whole(scenario, pointer + "/points", count)) continue;
    if (count < (is_closed ? 2u : 1u)) {
      scenario.fail({.pointer = pointer + "/points",
                     .message = is_closed ? "a closed path needs at least two points"
                                          : "a path needs at least one point",
                     .found = counted(count, "point")});
    } else if (path.value.is_curved() && !scenario.context.diagnostics.has_errors()) {
      check_curve(scenario, path.value, pointer);
    }
  }
  for (const auto& [obstacle, pointer] : scenario.parts.obstacles)
    check_size(scenario, obstacle, pointer);
}

void warn_about_world(CheckedScenario& scenario) {
  warn_about_non_penetration(scenario);
  warn_about_outside(scenario);
  for (const auto& [obstacle, pointer] : scenario.parts.obstacles)
    warn_about_obstacle(scenario, obstacle, pointer);
  for (const auto& [path, pointer] : scenario.parts.paths) {
    const std::vector<PathPointDef>& points = path.value.points;
    if (path.value.tolerance != PathDef().tolerance && !path.value.is_curved())
      scenario.warn_of_own({.pointer = pointer + "/tolerance",
                            .message = "\"tolerance\" has no effect: the path has no curves"});
    for (const NarrowCorner& corner : with_fillets(path.value).narrow)
      scenario.warn_of_own({.pointer = fmt::format("{}/points/{}", pointer, corner.point),
                            .message = "the legs of this corner are too short for the \"fillet\" of the path",
                            .found = fmt::format("a radius of {:.3g} m has room", corner.radius)});
    const auto differ = [](const PathPointDef& a, const PathPointDef& b) {
      return a.place() != b.place() || b.is_arc();
    };
    if (points.size() < 2 || std::ranges::adjacent_find(points, differ) != points.end()) continue;
    scenario.warn({.pointer = pointer + "/points",
                   .message = fmt::format("all points of the path \"{}\" are the same", path.name)});
  }
  for (const auto& [wall, pointer] : scenario.parts.walls) {
    if (!wall.closed || wall.points.size() != 2) continue;
    scenario.warn_of_own({.pointer = pointer + "/closed",
                          .message = "\"closed\" has no effect: the wall has two points and one segment"});
  }
  if (scenario.def.world.walls.empty()) warn_about_hiding(scenario, scenario.document, "");
}

}  // namespace drover
