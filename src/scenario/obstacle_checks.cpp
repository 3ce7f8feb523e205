// Checks of obstacles that need more than one of them, or the world they stand in.
#include <fmt/format.h>

#include "scenario/describe.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/kinds.h"
#include "sim/definitions/region_placement.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/obstacle_shape.h"

namespace drover {
namespace {

class ObstacleChecker {
 public:
  ObstacleChecker(const ReadScenario& scenario, ReaderContext& context)
      : scenario_(scenario), world_(scenario.def.world), context_(context) {}

  void run() {
    check_count();
    const bool wraps = world_.bounds && world_.bounds->edge == Edge::wrap;
    for (std::size_t i = 0; i < world_.obstacles.size(); ++i) {
      const ObstacleDef& def = world_.obstacles[i];
      const std::string pointer = fmt::format("/world/obstacles/{}", i);
      if (wraps && is_whole(def)) check_size(def, pointer);
      warn_of_no_effect(def, pointer);
    }
    if (wraps) warn_of_what_lies_outside();
  }

 private:
  void check_count() {
    std::size_t count = 0;
    for (const ObstacleDef& def : world_.obstacles)
      count += static_cast<std::size_t>(def.count);
    if (count <= kMaxObstacles) return;
    report(scenario_.document,
           {.pointer = "/world/obstacles",
            .message = "there are too many obstacles",
            .found = fmt::format("{} obstacles", count),
            .allowed = {fmt::format("at most {} obstacles", kMaxObstacles)}},
           context_.diagnostics);
  }

  // Whether its numbers say how large it is.
  static bool is_whole(const ObstacleDef& def) {
    const Parameter& radius = def.capsule ? def.capsule->radius : def.radius;
    if (def.box) return true;
    if (def.polygon.empty()) return radius.is_present() && !radius.is_drawn();
    return def.polygon.size() >= 3;
  }

  // An obstacle that met its own image would have no outside.
  void check_size(const ObstacleDef& def, const std::string& pointer) {
    const Shape shape = shape_of(def);
    const Vec3 size = shape.high() - shape.low();
    const Vec3 world = world_.bounds->max - world_.bounds->min;
    if (size.x <= world.x && size.y <= world.y) return;
    report(scenario_.document,
           {.pointer = pointer,
            .message = "the obstacle is larger than the world, which wraps",
            .found = fmt::format("{} m x {} m", number_text(size.x), number_text(size.y)),
            .allowed = {fmt::format("at most {} m x {} m", number_text(world.x), number_text(world.y))}},
           context_.diagnostics);
  }

  void warn_of_no_effect(const ObstacleDef& def, const std::string& pointer) {
    const auto warn = [&](std::string_view key, std::string_view why) {
      if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
      report(scenario_.document,
             {.pointer = fmt::format("{}/{}", pointer, key),
              .message = fmt::format("\"{}\" has no effect: {}", key.substr(key.rfind('/') + 1), why),
              .severity = Severity::warning},
             context_.diagnostics);
    };
    if (!def.placement) return;
    const PlacementKind* kind = def.placement->placement.get();
    const bool is_random = kind != nullptr && (has_area(*kind) || def.placement->jitter > 0.0);
    if (kind != nullptr && !is_random && def.placement->gap > 0.0)
      warn("placement/gap", "the places are fixed");
    if (def.turn.is_present() && def.radius.is_present())
      warn("turn", "a circle looks the same however it is turned");
  }

  // Only obstacles are seen through the edges, and regions where agents want to go.
  void warn_of_what_lies_outside() {
    const Bounds bounds(*world_.bounds);
    constexpr std::string_view kUnseen = ", and is not seen through the edge";
    constexpr std::string_view kRegion = ": targets and goals reach it through the edge, all else does not";
    const auto check = [&](std::span<const Vec3> points, std::string_view what, const std::string& pointer,
                           std::string_view effect) {
      for (const Vec3 p : points) {
        if (bounds.contains(p)) continue;
        if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
        report(
            scenario_.document,
            {.pointer = pointer,
             .message = fmt::format("the {} reaches beyond the edge of a world that wraps{}", what, effect),
             .severity = Severity::warning},
            context_.diagnostics);
        return;
      }
    };
    for (std::size_t i = 0; i < world_.walls.size(); ++i)
      check(world_.walls[i].points, "wall", fmt::format("/world/walls/{}/points", i), kUnseen);
    for (const Named<PathDef>& path : world_.paths) {
      std::string pointer = "/world/paths";
      append_pointer_token(pointer, path.name);
      check(path.value.points, "path", pointer + "/points", kUnseen);
    }
    for (const Named<RegionDef>& region : world_.regions) {
      std::string pointer = "/world/regions";
      append_pointer_token(pointer, region.name);
      check(corners_of(region.value), "region", pointer, kRegion);
    }
  }

  static std::vector<Vec3> corners_of(const RegionDef& region) {
    if (region.min && region.max) return {*region.min, *region.max};
    if (!region.center) return region.points;
    const Vec3 out{region.radius, region.radius, 0.0};
    return {*region.center - out, *region.center + out};
  }

  const ReadScenario& scenario_;
  const WorldDef& world_;
  ReaderContext& context_;
};

}  // namespace

void check_obstacles(const ReadScenario& scenario, ReaderContext& context) {
  ObstacleChecker(scenario, context).run();
}

}  // namespace drover
