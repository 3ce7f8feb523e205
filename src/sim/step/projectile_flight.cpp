#include "sim/step/projectile_flight.h"

#include "core/det_math.h"

namespace drover {
namespace {

// The factor of a table of (place, factor): straight lines between the rows, the ends held; 1 without rows.
double factor_at(const Rows<2>& rows, double place) {
  if (rows.empty()) return 1.0;
  if (place <= rows.front()[0]) return rows.front()[1];
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const auto& [end, factor] = rows[k];
    if (place > end) continue;
    const auto& [begin, before] = rows[k - 1];
    return before + (factor - before) * ((place - begin) / (end - begin));
  }
  return rows.back()[1];
}

double swing(const std::optional<SineDef>& sine, double time) {
  return sine ? det::sin(det::kTwoPi * (time / sine->period) + sine->phase) : 1.0;
}

}  // namespace

FlightLaw::FlightLaw(const World& world, const ProjectileType& type)
    : world_(world),
      type_(type),
      is_exact_(type.drag_quadratic == 0.0 && type.spin == Vec3{} && world.model().projectiles.is_even()),
      even_law_{
          .gravity = type.gravity, .k = type.drag_linear, .wind = world.model().projectiles.constant_wind()} {
}

FlightState FlightLaw::advanced(const FlightState& from, double duration) const {
  if (is_exact_) {
    return {position_under_drag(even_law_, from.position, from.velocity, duration),
            velocity_under_drag(even_law_, from.velocity, duration), from.time + duration};
  }
  Air air{.gravity = type_.gravity,
          .drag_linear = type_.drag_linear,
          .drag_quadratic = type_.drag_quadratic,
          .spin = type_.spin};
  return rk4_step(from, duration, [&](double time, Vec3 p, Vec3 velocity) {
    air.wind = wind(p, time);
    return air.acceleration(velocity) + pull(p, time);
  });
}

// Newton's method: the chord is off by |a| dt^2 / 8 at most, so two rounds do.
double FlightLaw::time_to(const Plane& plane, const FlightState& from, double duration,
                          double longest) const {
  double time = duration;
  for (int round = 0; round < 3; ++round) {
    const FlightState at = advanced(from, time);
    const Vec3 touch = plane.touch + plane.velocity * (time - duration);
    const double approach = -dot(at.velocity - plane.velocity, plane.normal);
    if (!(approach > 0.0)) return duration;
    time = clamp(time + dot(at.position - touch, plane.normal) / approach, 0.0, longest);
  }
  return time;
}

Vec3 FlightLaw::wind(Vec3 p, double time) const {
  const Model& model = world_.model();
  const ProjectileModel& projectiles = model.projectiles;
  Vec3 sum;
  const auto add = [&](const Wind& wind) {
    sum += wind.velocity * (factor_at(wind.by, time) * swing(wind.sine, time) * factor_at(wind.height, p.z));
  };
  for (std::size_t k = 0; k < projectiles.everywhere; ++k)
    add(projectiles.winds[k]);
  PresentItems(projectiles.wind_grid).visit_in_order(StaticGrid::box(p, 0.0), [&](std::uint32_t k) {
    const Wind& wind = projectiles.winds[projectiles.everywhere + k];
    if (model.regions[wind.region].encloses(p)) add(wind);
  });
  return sum;
}

// a = mu r / (r^2 + eps^2)^(3/2), Plummer's softened potential ("On the problem of distribution in globular
// star clusters", 1911). A well at an agent goes on as that does in S(t).
Vec3 FlightLaw::pull(Vec3 p, double time) const {
  Vec3 sum;
  for (const Well& well : world_.model().projectiles.wells) {
    Vec3 place = well.at.point;
    if (well.at.type == TargetType::agent) {
      if (!world_.is_present(well.at.index)) continue;
      const AgentMotion& motion = world_.state.motion;
      place = motion.position(well.at.index) + motion.velocity(well.at.index) * (time - world_.time());
    }
    const Vec3 away = world_.model().bounds.displacement(p, place);
    const double distance2 = length2(away);
    if (distance2 > well.range * well.range) continue;
    const double softened = distance2 + well.softening * well.softening;
    sum += away * (well.strength / (softened * std::sqrt(softened)));
  }
  return sum;
}

}  // namespace drover
