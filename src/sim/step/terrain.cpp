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
  for (std::uint32_t k = 0; k < model.platforms.size(); ++k) {
    const PlatformPose pose = pose_of(k);
    if (model.regions[model.platforms[k].region()].shape.encloses(p - pose.shift))
      visit(Footing{.height = pose.top, .platform = k}, model.platforms[k].is_solid());
  }
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
  bool is_on_something = false;
  bool is_blocked = false;
  visit_at(p, [&](const Footing& footing, bool solid) {
    const bool is_ramp_below = footing.top != kNoIndex && shape_of(footing).encloses(from) &&
                               world_.model().statics->ground.tops()[footing.top].height_at(from) <= reach;
    if (footing.height <= reach || is_ramp_below)
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
  const double reach = body.feet + body.step + kFeetTouch;
  Vec3 normal;
  visit_at(blocked, [&](const Footing& footing, bool solid) {
    if (footing.height <= reach || !(solid || footing.height < body.head)) return;
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
