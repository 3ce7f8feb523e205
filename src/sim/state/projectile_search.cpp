#include "sim/state/projectile_search.h"

namespace drover {
namespace {

// Up to so many projectiles are looked at one by one.
constexpr std::uint32_t kFewProjectiles = 16;

// The nearest of those that are offered, in any order.
class NearestRow {
 public:
  NearestRow(const ProjectileState& projectiles, Vec3 p, std::uint32_t except)
      : projectiles_(projectiles), p_(p), except_(except) {}

  PointTree::Cut offer(std::uint32_t row) {
    Vec3 away = projectiles_.bounds.displacement(p_, projectiles_.columns.position(row));
    if (!projectiles_.is_spatial) away.z = 0.0;
    const double d2 = length2(away);
    const bool precedes = d2 < best_.distance2 || (d2 == best_.distance2 && row < best_.agent);
    if (row != except_ && precedes) best_ = {d2, row};
    return best_;
  }
  std::uint32_t row() const { return best_.distance2 < kInfinity ? best_.agent : kNoIndex; }

 private:
  const ProjectileState& projectiles_;
  Vec3 p_;
  std::uint32_t except_;
  PointTree::Cut best_;
};

void list_rows(std::uint32_t type, const ProjectileState& projectiles, std::vector<std::uint32_t>& rows) {
  rows.clear();
  for (std::uint32_t row = 0; row < projectiles.count; ++row)
    if (projectiles.columns.type[row] == type) rows.push_back(row);
}

}  // namespace

std::uint32_t ProjectileSearch::nearest(std::uint32_t type, const ProjectileState& projectiles, Vec3 p,
                                        std::uint32_t except) const {
  NearestRow nearest(projectiles, p, except);
  if (!shares_ || type >= count_ || projectiles.count <= kFewProjectiles) {
    for (std::uint32_t row = 0; row < projectiles.count; ++row)
      if (projectiles.columns.type[row] == type) nearest.offer(row);
    return nearest.row();
  }
  OfType& of_type = types_[type];
  of_type.once.make(state_, [&] {
    list_rows(type, projectiles, of_type.rows);
    of_type.tree.fit(of_type.rows, projectiles.columns.x, projectiles.columns.y, projectiles.bounds);
  });
  // The tree is that of the plane: no distance in space is less than that in the plane.
  of_type.tree.visit_outward(p, kInfinity,
                             [&](std::uint32_t row, double, double, double) { return nearest.offer(row); });
  return nearest.row();
}

}  // namespace drover
