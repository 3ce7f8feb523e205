#include "observe/picture/picture_solids.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/det_math.h"

namespace drover {
namespace {

// A direction of the picture plane as a unit vector of the world.
Vec3 in_world(Vec2 direction, Viewpoint view) {
  const auto part = [&](Vec3 axis) {
    const Vec2 seen = seen_from(view, axis);
    return direction.x * seen.x + direction.y * seen.y;
  };
  return {part({1.0, 0.0, 0.0}), part({0.0, 1.0, 0.0}), part({0.0, 0.0, 1.0})};
}

// The outline of a convex shape: where the lines that touch it in neighboring directions meet.
PathData outline_of(const SpaceShape& shape, const Projection& projection) {
  constexpr int kDirections = 72;
  std::array<Vec2, kDirections + 1> direction;
  std::array<double, kDirections + 1> reach;  // m
  for (int k = 0; k <= kDirections; ++k) {
    const auto turn = det::sin_cos(det::kTwoPi * (k % kDirections) / kDirections);
    const auto i = static_cast<std::size_t>(k);
    direction[i] = {turn.cos, turn.sin};
    reach[i] = shape.extent(in_world(direction[i], projection.view()));
  }
  PathData path;
  for (std::size_t i = 0; i < kDirections; ++i) {
    const Vec2 a = direction[i], b = direction[i + 1];
    const double sine = a.x * b.y - a.y * b.x;
    const Vec2 meeting{(reach[i] * b.y - reach[i + 1] * a.y) / sine,
                       (reach[i + 1] * a.x - reach[i] * b.x) / sine};
    if (i == 0)
      path.move_to(projection(meeting));
    else
      path.line_to(projection(meeting));
  }
  path.close();
  return path;
}

struct Solid {
  const SpaceShape* shape;
  bool is_present;
  bool is_triangle;
};

std::vector<Solid> solids_of(const SpaceGeometry& geometry, Viewpoint view) {
  std::vector<Solid> solids;
  for (std::uint32_t k = 0; k < geometry.obstacles().size(); ++k)
    solids.push_back({&geometry.obstacles()[k], geometry.is_obstacle_present(k), false});
  for (std::uint32_t k = 0; k < geometry.triangles().size(); ++k)
    solids.push_back({&geometry.triangles()[k], geometry.is_wall_present(geometry.wall_of(k)), true});
  std::ranges::stable_sort(solids, {},
                           [view](const Solid& solid) { return nearness(view, solid.shape->center()); });
  return solids;
}

}  // namespace

void draw_space_solids(SvgDocument& svg, const World& scene, const Projection& projection) {
  const StaticGeometry geometry = scene.geometry();
  if (!geometry.is_spatial()) return;
  svg.open("g", R"(class="obstacles" fill="#dadada" fill-opacity=".75" stroke="#a8a8a8")");
  for (const Solid& solid : solids_of(geometry.in_space(), projection.view())) {
    std::string style;
    if (solid.is_triangle) style = R"( fill-opacity=".35" stroke-opacity=".6")";
    if (solid.shape->is_hollow() || !solid.is_present) style = R"( fill="none")";
    if (!solid.is_present) style += R"( stroke-dasharray="6 5")";
    svg.element("path", fmt::format(R"(d="{}"{})", outline_of(*solid.shape, projection).text(), style));
  }
  svg.close("g");
}

}  // namespace drover
