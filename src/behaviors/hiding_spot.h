// Where an obstacle hides an agent: shared by hide and flee_blast. Buckland, Programming Game AI by Example,
// ch. 3.
#pragma once

#include <optional>

#include "core/vec3.h"
#include "sim/geometry/shape.h"

namespace drover {

// Where the line from the hunter through the middle of an obstacle leaves it for good, and farther on until
// the border is so far away; nothing where the hunter can see the place. `Form` is Shape or SpaceShape.
template <class Form>
std::optional<Vec3> hiding_spot(const Form& shape, Vec3 hunter_to_center, double behind_rim) {
  const Vec3 behind = direction(hunter_to_center);
  if (behind == Vec3{}) return std::nullopt;
  if (shape.is_solid_circle()) return shape.center() + behind * (shape.rounding() + behind_rim);
  const Vec3 from = shape.center() + behind * (2.0 * shape.half_extent() + behind_rim + 1.0);
  const std::optional<ShapeHit> hit = shape.first_hit(from, shape.center(), behind_rim);
  if (!hit || !shape.blocks(shape.center() - hunter_to_center, hit->center)) return std::nullopt;
  return hit->center;
}

}  // namespace drover
