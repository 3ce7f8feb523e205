#include "formations/drift.h"

#include <cmath>

#include "core/det_math.h"
#include "core/frame.h"

namespace drover {
namespace {

constexpr double kLeastResultant = 1e-6;  // per member
constexpr double kLeastFit = 1e-9;        // [m^2]

double weight_of(std::span<const double> weights, std::size_t k) {
  return weights.empty() ? 1.0 : weights[k];
}

// A sum of weighted vectors in ascending order.
struct WeightedSum {
  Vec3 sum;
  double weight = 0.0;

  void add(Vec3 value, double by) {
    sum += value * by;
    weight += by;
  }
  Vec3 mean() const { return weight > 0.0 ? sum / weight : Vec3{}; }
  Vec3 direction_or(Vec3 otherwise) const {
    return length(sum) < kLeastResultant * weight || weight <= 0.0 ? otherwise : direction(sum);
  }
};

// value(k) of the k-th member.
template <class Value>
WeightedSum sum_over(const Occupancy& occupied, const Value& value) {
  WeightedSum sum;
  for (std::size_t k = 0; k < occupied.slots.size(); ++k)
    sum.add(value(k), weight_of(occupied.weights, k));
  return sum;
}

template <class Value>
WeightedSum sum_over(std::span<const PatternSlot> slots, const Occupancy& occupied,
                     Value PatternSlot::*member) {
  return sum_over(occupied, [&](std::size_t k) { return slots[occupied.slots[k]].*member; });
}

}  // namespace

Vec3 weighted_mean(std::span<const Vec3> values, std::span<const double> weights) {
  WeightedSum sum;
  for (std::size_t k = 0; k < values.size(); ++k)
    sum.add(values[k], weight_of(weights, k));
  return sum.mean();
}

Vec3 circular_mean(std::span<const Vec3> directions, std::span<const double> weights, Vec3 otherwise) {
  WeightedSum sum;
  for (std::size_t k = 0; k < directions.size(); ++k)
    sum.add(directions[k], weight_of(weights, k));
  return sum.direction_or(otherwise);
}

Vec3 centroid(std::span<const PatternSlot> slots, const Occupancy& occupied) {
  return sum_over(slots, occupied, &PatternSlot::place).mean();
}

void remove_drift(std::span<const PatternSlot> slots, const Occupancy& occupied,
                  std::vector<PatternSlot>& out) {
  const Vec3 center = centroid(slots, occupied);
  const Vec3 velocity = sum_over(slots, occupied, &PatternSlot::velocity).mean();
  out.clear();
  for (const PatternSlot& slot : slots)
    out.push_back({slot.place - center, slot.facing, slot.velocity - velocity});
}

std::optional<double> change_frame(std::span<const PatternSlot> slots, const Occupancy& occupied,
                                   std::vector<PatternSlot>& out) {
  const auto facing_of = [&](std::size_t k) { return unit_vector(slots[occupied.slots[k]].facing); };
  const Vec3 forward = sum_over(occupied, facing_of).direction_or({});
  if (forward == Vec3{}) return std::nullopt;
  remove_drift(slots, occupied, out);
  const double turn = det::atan2(forward.y, forward.x);
  const Frame back = upright({forward.x, -forward.y, 0.0});
  for (PatternSlot& slot : out)
    slot = {back.vector(slot.place), det::wrap_angle(slot.facing - turn), back.vector(slot.velocity)};
  return turn;
}

void put_front_at_anchor(std::span<const PatternSlot> slots, const Occupancy& occupied,
                         std::vector<PatternSlot>& out) {
  Vec3 front{-kInfinity, centroid(slots, occupied).y, 0.0};
  for (const PatternSlot& slot : slots)
    front.x = larger(front.x, slot.place.x);
  out.clear();
  for (const PatternSlot& slot : slots)
    out.push_back({slot.place - front, slot.facing, slot.velocity});
}

// The rotation R that maximizes sum w (R s) . q has its cosine and sine in proportion to sum w s . q and
// sum w s x q: the planar case of Kabsch, Acta Crystallographica A32 (1976).
Vec3 heading_by_geometry(std::span<const PatternSlot> slots, const Occupancy& occupied,
                         std::span<const Vec3> members, Vec3 otherwise) {
  const Vec3 fit = sum_over(occupied, [&](std::size_t k) {
                     const Vec3 slot = slots[occupied.slots[k]].place;
                     const Vec3 member = members[k];
                     return Vec3{slot.x * member.x + slot.y * member.y, cross(slot, member).z, 0.0};
                   }).sum;
  if (std::fabs(fit.x) < kLeastFit && std::fabs(fit.y) < kLeastFit) return otherwise;
  return direction(fit);
}

Vec3 heading_by_facing(std::span<const PatternSlot> slots, const Occupancy& occupied,
                       std::span<const Vec3> headings, Vec3 otherwise) {
  return sum_over(occupied,
                  [&](std::size_t k) {
                    const Vec3 facing = unit_vector(slots[occupied.slots[k]].facing);
                    return upright(headings[k]).vector(facing.x, -facing.y);
                  })
      .direction_or(otherwise);
}

Extents extents_of(std::span<const PatternSlot> slots, std::span<const std::size_t> occupied,
                   std::span<const double> radii) {
  Extents extents;
  for (std::size_t k = 0; k < occupied.size(); ++k) {
    const Vec3 place = slots[occupied[k]].place;
    extents.radius = larger(extents.radius, length(place) + radii[k]);
    extents.front = larger(extents.front, place.x + radii[k]);
    extents.back = larger(extents.back, -place.x + radii[k]);
    extents.half_width =
        larger(extents.half_width, std::sqrt(place.y * place.y + place.z * place.z) + radii[k]);
  }
  return extents;
}

}  // namespace drover
