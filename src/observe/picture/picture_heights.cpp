#include "observe/picture/picture_heights.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"
#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

// A top as it is seen from a side: the corners of its surface, and down to where its sides reach.
struct SeenTop {
  std::vector<Vec3> surface;
  double bottom = 0.0;  // m
  bool has_sides = false;
  bool is_platform = false;
  double near = 0.0;  // to the viewer [m]
};

// The corners of a surface, with those where a ramp begins and ends.
std::vector<Vec3> surface_of(const GroundTop& top, const Shape& region) {
  constexpr int kCornersToATurn = 64;
  const std::vector<Vec3> border = outline(region, kCornersToATurn);
  std::vector<Vec3> surface;
  const auto add = [&](Vec3 p) { surface.push_back({p.x, p.y, top.height_at(p)}); };
  for (std::size_t k = 0; k < border.size(); ++k) {
    const Vec3 a = border[k], b = border[(k + 1) % border.size()];
    add(a);
    const double begin = dot(a - top.from, top.along), end = dot(b - top.from, top.along);
    const bool is_up = begin < end;
    for (const double bend : {is_up ? 0.0 : top.length, is_up ? top.length : 0.0})
      if ((begin - bend) * (end - bend) < 0.0) add(a + (b - a) * ((bend - begin) / (end - begin)));
  }
  return surface;
}

SeenTop seen_platform(const World& scene, std::size_t index) {
  constexpr int kCornersToATurn = 64;
  const Model& model = scene.model();
  const Platform& platform = model.platforms[index];
  const std::vector<std::uint64_t>& ticks = scene.state.platforms.ticks;
  const double clock = ticks.empty() ? 0.0 : static_cast<double>(ticks[index]) * model.dt;
  SeenTop seen{.surface = outline(model.regions[platform.region()].shape, kCornersToATurn),
               .has_sides = platform.is_solid(),
               .is_platform = true};
  for (Vec3& corner : seen.surface) {
    corner += platform.shift_at(clock);
    corner.z = platform.top_at(clock);
  }
  return seen;
}

// From the farthest to the nearest.
std::vector<SeenTop> seen_tops(const World& scene, Viewpoint view) {
  const Model& model = scene.model();
  std::vector<SeenTop> tops;
  for (const GroundTop& top : model.statics->ground.tops())
    tops.push_back({.surface = surface_of(top, model.regions[top.region].shape), .has_sides = top.solid});
  for (std::size_t k = 0; k < model.platforms.size(); ++k)
    tops.push_back(seen_platform(scene, k));
  for (SeenTop& top : tops) {
    Vec3 sum;
    for (const Vec3 corner : top.surface) {
      sum += corner;
      top.has_sides = top.has_sides || corner.z < 0.0;  // a pit
    }
    top.near = nearness(view, sum / static_cast<double>(top.surface.size()));
  }
  std::ranges::stable_sort(tops, {}, &SeenTop::near);
  return tops;
}

// A face of a block, its corners always in the same turn: of faces that overlap none cuts a hole into
// another.
std::string face_through(std::array<Vec3, 4> corners, const Projection& projection) {
  double area = 0.0;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec2 a = projection(corners[k]), b = projection(corners[(k + 1) % corners.size()]);
    area += a.x * b.y - a.y * b.x;
  }
  if (area < 0.0) std::ranges::reverse(corners);
  PathData face = path_through(corners, projection);
  face.close();
  return face.text();
}

void draw_top(SvgDocument& svg, const SeenTop& top, const Projection& projection) {
  std::string sides;
  for (std::size_t k = 0; k < top.surface.size() && top.has_sides; ++k) {
    const Vec3 a = top.surface[k], b = top.surface[(k + 1) % top.surface.size()];
    sides += face_through({a, b, Vec3{b.x, b.y, top.bottom}, Vec3{a.x, a.y, top.bottom}}, projection);
  }
  if (!sides.empty()) {
    svg.element("path",
                fmt::format(R"(class="sides" fill="#c3ced6" fill-opacity=".6" stroke="none" d="{}")", sides));
  }
  PathData surface = path_through(top.surface, projection);
  surface.close();
  svg.element("path",
              fmt::format(R"(class="top" fill="#e6edf1" fill-opacity=".7" stroke="{}"{} d="{}")", "#5f7f95",
                          top.is_platform ? R"( stroke-dasharray="4 3")" : "", surface.text()));
}

}  // namespace

SceneBox box_of_heights(const World& scene) {
  SceneBox box{Vec3{kInfinity, kInfinity, kInfinity}, Vec3{-kInfinity, -kInfinity, -kInfinity}};
  for (const SeenTop& top : seen_tops(scene, Viewpoint::top)) {
    for (const Vec3 corner : top.surface) {
      box.low = {smaller(box.low.x, corner.x), smaller(box.low.y, corner.y), smaller(box.low.z, corner.z)};
      box.high = {larger(box.high.x, corner.x), larger(box.high.y, corner.y), larger(box.high.z, corner.z)};
    }
  }
  for (const Platform& platform : scene.model().platforms) {
    box.low.z = smaller(box.low.z, platform.lowest());
    box.high.z = larger(box.high.z, platform.highest());
  }
  return box;
}

void draw_tops(SvgDocument& svg, const World& scene, const Projection& projection) {
  const std::vector<SeenTop> tops = seen_tops(scene, projection.view());
  if (tops.empty()) return;
  svg.open("g", R"(class="heights" stroke-linejoin="round")");
  for (const SeenTop& top : tops)
    draw_top(svg, top, projection);
  svg.close("g");
}

}  // namespace drover
