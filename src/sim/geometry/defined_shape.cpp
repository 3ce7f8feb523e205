#include "sim/geometry/defined_shape.h"

#include "core/frame.h"
#include "core/quaternion.h"
#include "sim/definitions/simple_polygon.h"

namespace drover {
namespace {

double radius_of(const ObstacleDef& def) {
  if (def.capsule) return def.capsule->radius.constant();
  return def.radius.is_present() ? def.radius.constant() : 0.0;
}

Frame axes_of(const BoxDef& box) {
  if (!box.orientation) return upright(unit_vector(box.angle));
  const auto& [w, x, y, z] = *box.orientation;
  return frame_of(normalized({w, x, y, z}));
}

}  // namespace

Shape shape_of(const ObstacleDef& def) {
  if (def.box) return Shape::box(def.box->center.value_or(Vec3{}), def.box->size, def.box->angle, def.hollow);
  if (def.capsule) return Shape::capsule(def.capsule->from, def.capsule->to, radius_of(def), def.hollow);
  if (!def.polygon.empty()) return Shape::polygon(without_repeats(def.polygon), def.hollow);
  return Shape::circle(def.center.value_or(Vec3{}), radius_of(def), def.hollow);
}

Shape shape_of(const ObstacleDef& def, const ShapePose& pose, double radius) {
  const Frame frame = upright(unit_vector(pose.turn) * pose.scale);
  const auto placed = [&](Vec3 p) { return pose.place + frame.vector(p.x, p.y); };
  if (def.box)
    return Shape::box(pose.place, def.box->size * pose.scale, def.box->angle + pose.turn, def.hollow);
  if (def.capsule)
    return Shape::capsule(placed(def.capsule->from), placed(def.capsule->to), radius * pose.scale,
                          def.hollow);
  if (def.polygon.empty()) return Shape::circle(pose.place, radius * pose.scale, def.hollow);
  std::vector<Vec3> corners = without_repeats(def.polygon);
  for (Vec3& corner : corners)
    corner = placed(corner);
  return Shape::polygon(std::move(corners), def.hollow);
}

SpaceShape space_shape_of(const ObstacleDef& def) {
  if (def.box)
    return SpaceShape::box(def.box->center.value_or(Vec3{}), def.box->size, axes_of(*def.box), def.hollow);
  if (def.capsule) return SpaceShape::capsule(def.capsule->from, def.capsule->to, radius_of(def), def.hollow);
  return SpaceShape::ball(def.center.value_or(Vec3{}), radius_of(def), def.hollow);
}

SpaceShape space_shape_of(const ObstacleDef& def, const ShapePose& pose, double radius) {
  const Frame turn = upright(unit_vector(pose.turn));
  const auto placed = [&](Vec3 p) { return pose.place + turn.vector(p) * pose.scale; };
  if (def.box) {
    const Frame axes = axes_of(*def.box);
    const Frame turned{turn.vector(axes.forward), turn.vector(axes.left), turn.vector(axes.up)};
    return SpaceShape::box(pose.place, def.box->size * pose.scale, turned, def.hollow);
  }
  if (!def.capsule) return SpaceShape::ball(pose.place, radius * pose.scale, def.hollow);
  return SpaceShape::capsule(placed(def.capsule->from), placed(def.capsule->to), radius * pose.scale,
                             def.hollow);
}

Shape shape_of(const RegionDef& def) {
  if (def.center) return Shape::circle(*def.center, def.radius);
  return def.min && def.max ? Shape::rectangle(*def.min, *def.max) : Shape::polygon(def.points);
}

}  // namespace drover
