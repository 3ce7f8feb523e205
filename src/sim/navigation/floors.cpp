#include "sim/navigation/floors.h"

#include <cmath>

namespace drover {

// Feet on a ramp rise and sink as far as it leads on the way; a ramp is entered where the way gets into its
// region.
Floors::Place Floors::place_at(Vec3 from, Vec3 p, double feet) const {
  constexpr double kTouch = 1e-9;  // m
  double low = feet, high = feet;
  ground_.visit_tops_at(regions_, from, [&](const GroundTop& top) {
    if (std::fabs(top.height_at(from) - feet) > kTouch) return;
    const double end = height_towards(top, regions_[top.region].shape, from, p);
    low = smaller(low, end);
    high = larger(high, end);
  });
  const double reach = high + heights_.step + kTouch;
  Place place;
  double entry = 0.0;
  ground_.visit_tops_at(regions_, p, [&](const GroundTop& top) {
    const double height = top.height_at(p);
    const double enters = height_towards(top, regions_[top.region].shape, p, from);
    if (smaller(height, enters) > reach) {
      place.is_blocked = place.is_blocked || top.solid || height < feet + heights_.body;
    } else if (!place.floor || height > *place.floor) {
      place.floor = height;
      entry = enters;
    }
  });
  if (!place.floor && reach >= 0.0) place.floor = 0.0;
  place.is_blocked = place.is_blocked || !place.floor;
  place.is_drop = place.floor && larger(*place.floor, entry) < low - heights_.step - kTouch;
  return place;
}

const LiftSpan* Floors::lift_at(Vec3 p) const {
  for (const LiftSpan& lift : heights_.lifts) {
    if (regions_[lift.region].shape.encloses(p)) return &lift;
  }
  return nullptr;
}

// From point k of the line on, where the feet come from this height.
bool Floors::lead_on(const Line& line, int k, double feet) const {
  for (; k <= line.pieces; ++k) {
    const LiftSpan* const lift = lift_at(line.point(k));
    if (lift != nullptr && lift->low <= feet + heights_.step) return lead_out_of(*lift, line, k);
    const Place place = place_at(line.point(k > 0 ? k - 1 : 0), line.point(k), feet);
    if (place.is_blocked || (place.is_drop && !heights_.falls)) return false;
    feet = *place.floor;
  }
  return !line.end || std::fabs(feet - *line.end) <= heights_.step;
}

// Out of it feet go at the height of any floor that it comes to.
bool Floors::lead_out_of(const LiftSpan& lift, const Line& line, int k) const {
  while (k <= line.pieces && lift_at(line.point(k)) == &lift)
    ++k;
  if (k > line.pieces) return true;
  bool leads = lead_on(line, k, lift.low) || lead_on(line, k, lift.high);
  ground_.visit_tops_at(regions_, line.point(k), [&](const GroundTop& top) {
    const double height = top.height_at(line.point(k));
    leads = leads || (lift.low <= height && height <= lift.high && lead_on(line, k, height));
  });
  return leads;
}

// Looked at every tenth of a meter.
int Floors::pieces_of(Vec3 way) {
  constexpr double kPiece = 0.1;  // m
  return static_cast<int>(clamp(std::ceil(length(way) / kPiece), 1.0, 1e6));
}

std::optional<double> Floors::floor_under(Vec3 p, double feet) const {
  const Place place = place_at(p, p, feet);
  return place.is_blocked ? std::nullopt : place.floor;
}

bool Floors::lead_along(Vec3 from, double feet, Vec3 way, std::optional<double> end) const {
  const Line line{from, way, pieces_of(way), end};
  if (const LiftSpan* const lift = lift_at(from); lift != nullptr && lead_out_of(*lift, line, 0)) return true;
  const std::optional<double> floor = floor_under(from, feet);
  return floor && lead_on(line, 1, *floor);
}

bool Floors::lead_along(Vec3 from, Vec3 way) const {
  const Line line{from, way, pieces_of(way)};
  if (const LiftSpan* const lift = lift_at(from); lift != nullptr && lead_out_of(*lift, line, 0)) return true;
  bool leads = false;
  const auto look = [&](double height) {
    const Place place = place_at(from, from, height);
    leads = leads || (!place.is_blocked && *place.floor == height && lead_on(line, 1, height));
  };
  look(0.0);
  ground_.visit_tops_at(regions_, from, [&](const GroundTop& top) { look(top.height_at(from)); });
  return leads;
}

}  // namespace drover
