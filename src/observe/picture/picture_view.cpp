#include "observe/picture/picture_view.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "observe/picture/picture_heights.h"

namespace drover {
namespace {

// Coordinates beyond this are not shown: they are of no use in a picture, and pixels would lose their
// precision [m].
constexpr double kFarthest = 1e12;

// The rectangle that holds one point of the picture plane and nothing else.
Rectangle box_at(Vec2 point) {
  return {point, point};
}

// The smallest and the greatest of the values without the half percent at either end. Sorts them.
std::pair<double, double> middle_of(std::vector<double>& values) {
  std::ranges::sort(values);
  const std::size_t cut = values.size() / 200;
  return {values[cut], values[values.size() - 1 - cut]};
}

// How far an agent went from a point, along the farther axis [m].
double reach(const Trail& trail, Viewpoint view, Vec2 from) {
  double farthest = 0.0;
  for (const TrailPoint& point : trail.points) {
    const Vec2 away = seen_from(view, point.position) - from;
    farthest = larger(farthest, larger(std::fabs(away.x), std::fabs(away.y)));
  }
  return farthest;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// The reach from the middle of the crowd beyond which an agent has run away: where a few went more than
// kMuchFarther times as far as all others, those few. A handful of agents is no crowd; there, every
// agent counts.
double runaway_reach(const Trails& trails, Viewpoint view, Vec2 middle) {
  constexpr std::size_t kSmallestCrowd = 10;
  constexpr double kMuchFarther = 10.0;
  if (trails.agents.size() < kSmallestCrowd) return kFarthest;
  std::vector<double> reaches;
  for (const Trail& trail : trails.agents)
    reaches.push_back(reach(trail, view, middle));
  std::ranges::sort(reaches);
  for (std::size_t k = reaches.size() - reaches.size() / 5; k < reaches.size(); ++k) {
    if (reaches[k] > kMuchFarther * larger(reaches[k - 1], 1.0)) return reaches[k - 1];
  }
  return kFarthest;
}

std::optional<Rectangle> middle_of_trails(const Trails& trails, Viewpoint view) {
  if (trails.agents.empty()) return std::nullopt;
  std::vector<double> x, y;
  for (const Trail& trail : trails.agents) {
    const Vec2 start = seen_from(view, trail.points.front().position);
    x.push_back(start.x);
    y.push_back(start.y);
  }
  const Vec2 middle{median(std::move(x)), median(std::move(y))};  // of the starts
  const double limit = runaway_reach(trails, view, middle);
  x.clear();
  y.clear();
  for (const Trail& trail : trails.agents) {
    if (reach(trail, view, middle) > limit) continue;
    for (const TrailPoint& point : trail.points) {
      const Vec2 seen = seen_from(view, point.position);
      if (std::fabs(seen.x) >= kFarthest || std::fabs(seen.y) >= kFarthest) continue;
      x.push_back(seen.x);
      y.push_back(seen.y);
    }
  }
  if (x.empty()) return std::nullopt;
  const auto [low_x, high_x] = middle_of(x);
  const auto [low_y, high_y] = middle_of(y);
  return Rectangle{{low_x, low_y}, {high_x, high_y}};
}

// The extent of things: of those inside of `whole` all, and of larger ones what lies inside of `near`.
class Surroundings {
 public:
  Surroundings(const Rectangle& near, const Rectangle& whole, Viewpoint view)
      : near_(near), whole_(whole), view_(view) {}

  void add(const Rectangle& thing) {
    const bool is_whole = whole_.contains(thing.min) && whole_.contains(thing.max);
    if (!is_whole && !near_.overlaps(thing)) return;
    const Rectangle& limits = is_whole ? whole_ : near_;
    const Vec2 low{larger(thing.min.x, limits.min.x), larger(thing.min.y, limits.min.y)};
    const Vec2 high{smaller(thing.max.x, limits.max.x), smaller(thing.max.y, limits.max.y)};
    if (!all_) all_ = Rectangle{low, high};
    all_->include(low);
    all_->include(high);
  }
  void add(const World& scene) {
    for (const Shape& shape : scene.model().statics->shapes.obstacles)
      add(extent_of(shape, view_));
    if (scene.geometry().is_spatial())
      for (const SpaceShape& shape : scene.geometry().in_space().obstacles())
        add(extent_of(SceneBox{shape.low(), shape.high()}, view_));
    // The segments of one wall follow each other.
    const std::vector<Segment>& segments = scene.model().statics->shapes.segments;
    for (std::size_t k = 0; k < segments.size();) {
      Rectangle box = box_at(seen_from(view_, segments[k].a));
      const std::uint32_t wall = segments[k].wall;
      for (; k < segments.size() && segments[k].wall == wall; ++k) {
        box.include(seen_from(view_, segments[k].a));
        box.include(seen_from(view_, segments[k].b));
      }
      add(box);
    }
    for (const Path& path : scene.model().paths) {
      for (const Vec3 point : path.points())
        add(box_at(seen_from(view_, point)));
    }
    for (const Region& region : scene.model().regions)
      add(extent_of(region, view_));
    const SceneBox heights = box_of_heights(scene);
    if (view_ != Viewpoint::top && heights.low.z <= heights.high.z) add(extent_of(heights, view_));
  }
  void add(const Trails& trails) {
    for (const Trail& trail : trails.agents) {
      for (const TrailPoint& point : trail.points)
        add(box_at(seen_from(view_, point.position)));
      add(box_at(seen_from(view_, trail.points.back().position)).grown(trail.radius, trail.radius));
    }
  }
  const std::optional<Rectangle>& all() const { return all_; }

 private:
  Rectangle near_, whole_;
  Viewpoint view_;
  std::optional<Rectangle> all_;
};

// Of a view along an axis.
Rectangle extent(const World& scene, const Trails& trails, Viewpoint view) {
  const bool bounded = scene.model().bounds.is_bounded();
  const std::optional<Rectangle> middle = middle_of_trails(trails, view);
  std::optional<Rectangle> core = bounded ? extent_of(scene.model().bounds, view) : middle;
  // A world without edges along z is as high as what happens there.
  if (bounded && middle && view != Viewpoint::top && core->height() == 0.0) {
    core->min.y = middle->min.y;
    core->max.y = middle->max.y;
  }
  if (!core) {
    const Rectangle anywhere = Rectangle{}.grown(kFarthest, kFarthest);
    Surroundings all(anywhere, anywhere, view);
    all.add(scene);
    return all.all().value_or(Rectangle{{0.0, 0.0}, {10.0, 10.0}});
  }
  const double size = larger(larger(core->width(), core->height()), 4.0);
  const double close_by = !bounded || scene.model().bounds.edge() == Edge::open ? 0.25 * size : 0.1 * size;
  Surroundings still(core->grown(0.5 * size, 0.5 * size), core->grown(size, size), view);
  if (!bounded) still.add(scene);
  const Rectangle around = core->grown(close_by, close_by);
  Surroundings close(around, around, view);
  if (bounded) close.add(scene);
  close.add(trails);
  Rectangle part = *core;
  for (const Surroundings* more : {&still, &close}) {
    if (!more->all()) continue;
    part.include(more->all()->min);
    part.include(more->all()->max);
  }
  return part;
}

}  // namespace

Vec2 seen_from(Viewpoint view, Vec3 p) {
  const double kHalfRoot = std::sqrt(0.5);     // of a step along x and y, to the right
  const double kSixth = std::sqrt(1.0 / 6.0);  // up
  switch (view) {
    case Viewpoint::side:
      return {p.x, p.z};
    case Viewpoint::front:
      return {p.y, p.z};
    case Viewpoint::isometric:
      return {kHalfRoot * (p.x + p.y), kSixth * (p.y - p.x + 2.0 * p.z)};
    default:
      return plan_view(p);
  }
}

double nearness(Viewpoint view, Vec3 p) {
  switch (view) {
    case Viewpoint::side:
      return -p.y;
    case Viewpoint::front:
      return p.x;
    case Viewpoint::isometric:
      return std::sqrt(1.0 / 3.0) * (p.x - p.y + p.z);
    default:
      return p.z;
  }
}

SceneBox visible_box(const World& scene, const Trails& trails) {
  const Rectangle plan = visible_part(scene, trails, Viewpoint::top);
  const Rectangle side = visible_part(scene, trails, Viewpoint::side);
  return {{plan.min.x, plan.min.y, side.min.y}, {plan.max.x, plan.max.y, side.max.y}};
}

namespace {

// The ground, the upright axis at its left corner, and what is above and below it within the box: of a wide
// box the upper corners are mostly empty.
Rectangle isometric_part(const World& scene, const Trails& trails) {
  const SceneBox box = visible_box(scene, trails);
  const auto seen = [](Vec3 p) { return seen_from(Viewpoint::isometric, p); };
  Rectangle part = box_at(seen(box.corner(0)));
  for (const unsigned corner : {1u, 2u, 3u, 4u})
    part.include(seen(box.corner(corner)));
  const auto include = [&](const SceneBox& thing) {
    for (unsigned corner = 0; corner < 8; ++corner)
      if (box.contains(thing.corner(corner))) part.include(seen(thing.corner(corner)));
  };
  if (scene.model().bounds.is_bounded()) include({scene.model().bounds.min(), scene.model().bounds.max()});
  for (const Shape& shape : scene.model().statics->shapes.obstacles)
    include({shape.low(), shape.high()});
  if (const SceneBox heights = box_of_heights(scene); heights.low.z <= heights.high.z) include(heights);
  for (const Trail& trail : trails.agents) {
    const Vec3 body{trail.radius, trail.radius, trail.radius};
    for (const TrailPoint& point : trail.points)
      include({point.position, point.position});
    include({trail.points.back().position - body, trail.points.back().position + body});
  }
  constexpr double kRoomForNames = 0.07;  // of the view and the upright axis
  part.max.y += kRoomForNames * part.height();
  return part;
}

}  // namespace

Rectangle visible_part(const World& scene, const Trails& trails, Viewpoint view) {
  if (view == Viewpoint::isometric) return isometric_part(scene, trails);
  Rectangle part = extent(scene, trails, view);
  // A single point, a line, or bodies that hardly moved get some room around them.
  constexpr double kSmallest = 1e-3;
  constexpr double kFlattest = 0.08;
  constexpr double kSmallestInRadii = 16.0;
  double size = larger(larger(part.width(), part.height()), kSmallest);
  if (!scene.model().bounds.is_bounded()) {
    double radius = 0.1;
    for (const Trail& trail : trails.agents)
      radius = larger(radius, trail.radius);
    const double missing = larger(0.0, 0.5 * (kSmallestInRadii * radius - size));
    part = part.grown(missing, missing);
    size += 2.0 * missing;
  }
  part = part.grown(larger(0.0, 0.5 * (kFlattest * size - part.width())),
                    larger(0.0, 0.5 * (kFlattest * size - part.height())));
  const double margin = 0.03 * larger(part.width(), part.height());
  return part.grown(margin, margin);
}

Rectangle extent_of(const SceneBox& box, Viewpoint view) {
  Rectangle around = box_at(seen_from(view, box.low));
  for (unsigned corner = 1; corner < 8; ++corner)
    around.include(seen_from(view, box.corner(corner)));
  return around;
}

Rectangle extent_of(const Region& region, Viewpoint view) {
  if (!region.space || !is_finite(region.low()) || !is_finite(region.high()))
    return extent_of(region.shape, view);
  return extent_of(SceneBox{region.low(), region.high()}, view);
}

std::int64_t count_outside(const Trails& trails, const Rectangle& part, Viewpoint view) {
  return std::ranges::count_if(trails.agents, [&](const Trail& trail) {
    return !trail.gone && !part.contains(seen_from(view, trail.points.back().position));
  });
}

double RoundNumber::multiple(std::int64_t factor) const {
  double power = 1.0;
  for (int k = 0; k < std::abs(exponent); ++k)
    power *= 10.0;
  const double units = static_cast<double>(factor) * static_cast<double>(mantissa);
  return exponent < 0 ? units / power : units * power;
}

std::string RoundNumber::multiple_text(std::int64_t factor) const {
  return fmt::format("{}", multiple(factor));
}

RoundNumber round_up(double value) {
  RoundNumber number{1, -9};
  while (number.value() < value && number.exponent < 300) {
    number.exponent += number.mantissa == 5 ? 1 : 0;
    number.mantissa = number.mantissa == 1 ? 2 : (number.mantissa == 2 ? 5 : 1);
  }
  return number;
}

}  // namespace drover
