#include "sim/step/terrain.h"

namespace drover {

PlatformPose Terrain::pose_of(std::uint32_t platform) const {
  const PlatformMove& move = world_.state.platform_moves[platform];
  return time_ == Time::begin ? move.from : move.to;
}

template <class Visit>
void Terrain::visit_at(Vec3 p, Visit&& visit) const {
  const Model& model = world_.model();
  const Ground& ground = model.statics->ground;
  ground.visit_platforms_near(p, [&](std::uint32_t k) {
    const PlatformPose pose = pose_of(k);
    if (model.regions[model.platforms[k].region()].shape.encloses(p - pose.shift))
      visit(Footing{.height = pose.top, .platform = k}, model.platforms[k].is_solid());
  });
  ground.visit_tops_at(model.regions, p, [&](const GroundTop& top) {
    visit(Footing{.height = top.height_at(p),
                  .slope = top.slope_at(p),
                  .top = static_cast<std::uint32_t>(&top - ground.tops().data())},
          top.solid);
  });
}

Footing Terrain::under(Vec3 p, double highest) const {
  Footing best;
  bool is_found = false;
  visit_at(p, [&](const Footing& footing, bool) {
    if (footing.height > highest || (is_found && footing.height <= best.height)) return;
    best = footing;
    is_found = true;
  });
  return best;
}

Terrain::Span Terrain::led(Vec3 from, Vec3 p, double feet) const {
  const Footing below = under(from, feet + kFeetTouch);
  if (below.top == kNoIndex || below.height < feet - kFeetTouch) return {feet, feet};
  const double end =
      height_towards(world_.model().statics->ground.tops()[below.top], shape_of(below), from, p);
  return {smaller(feet, end), larger(feet, end)};
}

double Terrain::entry_height(const Footing& footing, Vec3 from, Vec3 p) const {
  if (footing.top == kNoIndex) return footing.height;
  return height_towards(world_.model().statics->ground.tops()[footing.top], shape_of(footing), p, from);
}

Stride Terrain::stride(Vec3 from, Vec3 to, double feet, double step) const {
  const Vec3 way = world_.model().bounds.displacement(from, to);
  const Span span = led(from, from + way, feet);
  Stride best;
  double entry = 0.0;
  bool is_found = false;
  visit_at(to, [&](const Footing& footing, bool) {
    const double enters = entry_height(footing, to - way, to);
    if (smaller(enters, footing.height) > span.high + step + kFeetTouch) return;
    if (is_found && footing.height <= best.footing.height) return;
    best.footing = footing;
    entry = enters;
    is_found = true;
  });
  best.falls = larger(entry, best.footing.height) < span.low - step - kFeetTouch;
  return best;
}

Footing Terrain::below_fall(Vec3 from, Vec3 to, double feet) const {
  Footing best;
  bool is_found = false;
  visit_at(to, [&](const Footing& footing, bool) {
    double before = footing.height;
    // Ground that rises may be under the feet at first and above their height later.
    if (footing.top != kNoIndex && shape_of(footing).encloses(from))
      before = smaller(before, world_.model().statics->ground.tops()[footing.top].height_at(from));
    if (footing.platform != kNoIndex)
      before = smaller(before, world_.state.platform_moves[footing.platform].from.top);
    if (before > feet + kFeetTouch || (is_found && footing.height <= best.height)) return;
    best = footing;
    is_found = true;
  });
  return best;
}

double Terrain::ceiling_over(Vec3 p, double feet, std::uint32_t except) const {
  double lowest = kInfinity;
  visit_at(p, [&](const Footing& footing, bool) {
    const bool counts = footing.platform == kNoIndex || footing.platform != except;
    if (counts && footing.height > feet) lowest = smaller(lowest, footing.height);
  });
  return lowest;
}

bool Terrain::blocks(Vec3 from, Vec3 p, const BodyHeights& body) const {
  const double reach = body.feet + body.step + kFeetTouch;
  if (!blocks_feet(from, p, body, reach)) return false;
  const double led_reach = led(from, p, body.feet).high + body.step + kFeetTouch;
  return led_reach == reach || blocks_feet(from, p, body, led_reach);
}

bool Terrain::blocks_feet(Vec3 from, Vec3 p, const BodyHeights& body, double reach) const {
  bool is_on_something = false;
  bool is_blocked = false;
  visit_at(p, [&](const Footing& footing, bool solid) {
    if (footing.height <= reach || entry_height(footing, from, p) <= reach)
      is_on_something = true;
    else if (solid || footing.height < body.head)
      is_blocked = true;
  });
  return is_blocked || (!is_on_something && reach < 0.0);
}

const Shape& Terrain::shape_of(const Footing& footing) const {
  const Model& model = world_.model();
  const std::uint32_t region = footing.platform != kNoIndex
                                   ? model.platforms[footing.platform].region()
                                   : model.statics->ground.tops()[footing.top].region;
  return model.regions[region].shape;
}

// A point in the place where the region of a top is declared.
Vec3 Terrain::in_shape(const Footing& footing, Vec3 p) const {
  return footing.platform != kNoIndex ? p - pose_of(footing.platform).shift : p;
}

Vec3 Terrain::normal_between(Vec3 clear, Vec3 blocked, const BodyHeights& body) const {
  const double reach = led(clear, blocked, body.feet).high + body.step + kFeetTouch;
  Vec3 normal;
  visit_at(blocked, [&](const Footing& footing, bool solid) {
    if (footing.height <= reach || entry_height(footing, clear, blocked) <= reach) return;
    if (!solid && footing.height >= body.head) return;
    const Vec3 outside = in_shape(footing, clear);
    if (!shape_of(footing).encloses(outside))
      normal += shape_of(footing).nearest_border(outside).normal;
    else  // of a ramp from below
      normal += direction(footing.slope) * (dot(footing.slope, blocked - clear) > 0.0 ? -1.0 : 1.0);
  });
  if (!(normal == Vec3{})) return direction(normal);
  const Footing left = under(clear, reach);  // a pit: the ground round it is higher
  if (left.platform == kNoIndex && left.top == kNoIndex) return direction(clear - blocked);
  return -shape_of(left).nearest_border(in_shape(left, clear)).normal;
}

}  // namespace drover
