// Ground that has no effect, as far as the scenario alone shows it.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/defined_shape.h"

namespace drover {
namespace {

// Of a type without agents that others extend, too: what it forbids is not inherited.
void warn_about_forbidden(CheckedScenario& scenario, const std::string& type, const std::string& pointer) {
  const std::vector<DeclaredAgents>& entries = scenario.parts.agents;
  const bool is_used =
      std::ranges::any_of(entries, [&](const DeclaredAgents& agents) { return may_be(*agents.def, type); });
  if (is_used || entries.empty()) return;
  scenario.warn({.pointer = pointer,
                 .message = fmt::format("no agent has the type \"{}\"", type),
                 .hint = "Types that extend it have to be listed too."});
}

// In a world that wraps, what a region has beyond the edge is not on the other side. Beyond edges that stop
// agents they do not get.
void warn_about_edges(CheckedScenario& scenario, const Named<RegionDef>& region, const std::string& pointer) {
  const BoundsDef& bounds = *scenario.def.world.bounds;
  const Shape shape = shape_of(region.value);
  const Vec3 low = shape.low(), high = shape.high();
  const bool is_inside = Bounds(bounds).contains(low) && Bounds(bounds).contains(high);
  if (bounds.edge == Edge::wrap && !is_inside) {
    scenario.warn(
        {.pointer = pointer,
         .message = fmt::format(
             "the region \"{}\" reaches beyond the edge of a world that wraps, and regions do not wrap",
             region.name),
         .hint = "Declare the part on the other side as a region of its own."});
  }
  const bool is_outside =
      high.x < bounds.min.x || bounds.max.x < low.x || high.y < bounds.min.y || bounds.max.y < low.y;
  if (!is_outside || (bounds.edge != Edge::clamp && bounds.edge != Edge::reflect)) return;
  scenario.warn_of_own({.pointer = pointer,
                        .message = fmt::format("this ground has no effect: the region \"{}\" lies beyond the "
                                               "edges of the world, where no agent gets",
                                               region.name)});
}

// Whether no corner is beyond the line through any side. Corners that are off by rounding are not.
bool is_convex(const Shape& shape) {
  constexpr double kRounding = 1e-12;
  const std::span<const Vec3> corners = shape.corners();
  const double size = shape.half_extent();
  for (const ShapeEdge& edge : shape.edges()) {
    for (const Vec3 corner : corners) {
      const double area = shape.turn() * cross(edge.b - edge.a, corner - edge.a).z;
      if (area < -kRounding * size * size) return false;
    }
  }
  return true;
}

// A gap that nobody jumps over is at most a wall.
void warn_about_gap(CheckedScenario& scenario, const GroundDef& ground, const std::string& pointer) {
  if (!ground.jumpable_gap || ground.jumpable_gap->direction.is_present()) return;
  const auto jumps_gaps = [](const LocatedSteering& steering) {
    return std::ranges::any_of(steering.entries, [](const LocatedEntry& entry) {
      return entry.kind() != nullptr && entry.kind()->name == "jump_gaps";
    });
  };
  if (std::ranges::any_of(scenario.parts.steerings, jumps_gaps)) return;
  scenario.warn({.pointer = pointer + "/jumpable_gap",
                 .message = "it has no effect: no agent has the behavior \"jump_gaps\""});
}

}  // namespace

void check_ground(CheckedScenario& scenario) {
  const NamedList<RegionDef>& regions = scenario.def.world.regions;
  for (const auto& [ground, pointer] : scenario.parts.ground) {
    const auto region = std::ranges::find(regions, ground.region.name, &Named<RegionDef>::name);
    if (!ground.jumpable_gap || region == regions.end() || is_convex(shape_of(region->value))) continue;
    scenario.fail(
        {.pointer = pointer + "/region",
         .message = fmt::format("a jumpable gap is convex, and the region \"{}\" is not", region->name),
         .hint = "Cut it into convex parts, each with a \"jumpable_gap\" of its own."});
  }
}

void warn_about_ground(CheckedScenario& scenario) {
  const NamedList<RegionDef>& regions = scenario.def.world.regions;
  for (const auto& [ground, pointer] : scenario.parts.ground) {
    if (!has_effect(ground)) {
      scenario.warn({.pointer = pointer,
                     .message = "this ground has no effect",
                     .hint = "Give it speed_factor, carries, forbidden_to or one_way, or a height where "
                             "dimensions is 2.5, or a jumpable_gap there."});
      continue;
    }
    warn_about_gap(scenario, ground, pointer);
    for (const auto& [type, at] : located(ground.forbidden_to, pointer + "/forbidden_to"))
      warn_about_forbidden(scenario, type, at);
    const auto region = std::ranges::find(regions, ground.region.name, &Named<RegionDef>::name);
    if (scenario.def.world.bounds && region != regions.end())
      warn_about_edges(scenario, *region, pointer + "/region");
  }
}

}  // namespace drover
