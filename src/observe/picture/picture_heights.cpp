#include "observe/picture/picture_heights.h"

#include <algorithm>

#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

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

HeightTop platform_top(const World& scene, std::size_t index) {
  constexpr int kCornersToATurn = 64;
  const Model& model = scene.model();
  const Platform& platform = model.platforms[index];
  const std::vector<std::uint64_t>& ticks = scene.state.platforms.ticks;
  const double clock = ticks.empty() ? 0.0 : static_cast<double>(ticks[index]) * model.dt;
  HeightTop top{.surface = outline(model.regions[platform.region()].shape, kCornersToATurn),
                .has_sides = platform.is_solid(),
                .is_platform = true};
  for (Vec3& corner : top.surface) {
    corner += platform.shift_at(clock);
    corner.z = platform.top_at(clock);
  }
  return top;
}

}  // namespace

Vec3 HeightTop::middle() const {
  Vec3 sum;
  for (const Vec3 corner : surface)
    sum += corner;
  return sum / static_cast<double>(surface.size());
}

std::vector<HeightTop> height_tops(const World& scene) {
  const Model& model = scene.model();
  std::vector<HeightTop> tops;
  for (const GroundTop& top : model.statics->ground.tops())
    tops.push_back({.surface = surface_of(top, model.regions[top.region].shape), .has_sides = top.solid});
  for (std::size_t k = 0; k < model.platforms.size(); ++k)
    tops.push_back(platform_top(scene, k));
  for (HeightTop& top : tops) {
    const auto is_pit = [](Vec3 corner) { return corner.z < 0.0; };
    top.has_sides = top.has_sides || std::ranges::any_of(top.surface, is_pit);
  }
  return tops;
}

SceneBox box_of_heights(const World& scene) {
  SceneBox box{Vec3{kInfinity, kInfinity, kInfinity}, Vec3{-kInfinity, -kInfinity, -kInfinity}};
  for (const HeightTop& top : height_tops(scene)) {
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

}  // namespace drover
