// What the files of several patterns share: rows of their tables and the places along an arm.
#pragma once

#include "core/det_math.h"
#include "core/frame.h"
#include "formations/pattern.h"

namespace drover {

inline constexpr FieldInfo kSpacingInfo = {
    .key = "spacing", .unit = "m", .range = left_open(0, 1e5), .doc = "Distance between neighboring slots."};

inline constexpr FieldInfo kArmAngleInfo = {.key = "arm_angle",
                                            .unit = "rad",
                                            .range = left_open(0, det::kPi / 2),
                                            .doc = "Angle of the arms from the axis of the formation."};

// The parameters of patterns that have a spacing only.
struct SpacedDef {
  double spacing = 2.0;
};
inline constexpr auto kSpacedFields = fields(field<&SpacedDef::spacing>(kSpacingInfo));

// The parameters of patterns with arms.
struct ArmsDef {
  double spacing = 2.0;
  double arm_angle = det::kPi / 4;
};
inline constexpr auto kArmsFields =
    fields(field<&ArmsDef::spacing>(kSpacingInfo), field<&ArmsDef::arm_angle>(kArmAngleInfo));

// How far back and how far to the side the k-th place of an arm is from the apex [m].
class Arm {
 public:
  explicit Arm(const ArmsDef& def) : spacing_(def.spacing), turn_(unit_vector(def.arm_angle)) {}

  double back(std::size_t k) const { return static_cast<double>(k) * spacing_ * turn_.x; }
  double side(std::size_t k) const { return static_cast<double>(k) * spacing_ * turn_.y; }

 private:
  double spacing_;
  Vec3 turn_;  // unit
};

// Appends two arms from an apex, filled from the apex, left first; `Back` is 1 where they trail, -1 where
// they reach forward.
template <int Back>
void append_arms(const ArmsDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  const Arm arm(def);
  for (std::size_t i = 0; i < request.count; ++i) {
    const std::size_t k = (i + 1) / 2;
    const double side = arm.side(k);
    out.push_back({{-Back * arm.back(k), i % 2 == 1 ? side : -side, 0.0}, 0.0, {}});
  }
}

// A pattern of N places that are listed in units of the spacing.
template <const auto& Places>
std::size_t number_of_places(const SpacedDef&) {
  return Places.size();
}
template <const auto& Places>
void append_places(const SpacedDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  for (std::size_t k = 0; k < request.count && k < Places.size(); ++k)
    out.push_back({Places[k] * def.spacing, 0.0, {}});
}

// Places 0 to count - 1 of a straight row, centered on zero and descending [m].
inline double row_place(std::size_t index, std::size_t count, double spacing) {
  return ((static_cast<double>(count) - 1.0) / 2.0 - static_cast<double>(index)) * spacing;
}

// Appends `count` slots in equal steps around a circle, counter-clockwise from +x, facing outward. Slots k
// and count - k mirror each other bit for bit.
inline void append_ring(std::size_t count, double radius, std::vector<PatternSlot>& out) {
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_left = 2 * k <= count;
    const double part = static_cast<double>(is_left ? k : count - k) / static_cast<double>(count);
    const double angle = is_left ? det::kTwoPi * part : -(det::kTwoPi * part);
    const det::SinCos turn = det::sin_cos(angle);
    out.push_back({Vec3{turn.cos, turn.sin, 0.0} * radius, angle, {}});
  }
}

// The radius of the circle on which `count` members of this radius stand with gaps between neighbors [m]:
// neighboring centers are 2 radius + gap apart. Zero for a single member.
inline double ring_radius(std::size_t count, double member_radius, double gap) {
  if (count < 2) return 0.0;
  return (member_radius + gap / 2.0) / det::sin(det::kPi / static_cast<double>(count));
}

// The parameters of patterns of slots that are a gap apart.
inline constexpr FieldInfo kGapInfo = {
    .key = "gap",
    .unit = "m",
    .range = closed(0, 1e5),
    .doc = "Free space between the bodies of neighbors of the largest size."};

}  // namespace drover
