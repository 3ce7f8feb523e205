// concentric_rings: a defensive circle of several rings, the outermost full.
#include <algorithm>
#include <cmath>

#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

struct RingsDef {
  double gap = 0.0;
  std::int64_t ring_max = 32;
};

constexpr auto kConcentricRingsFields =
    fields(field<&RingsDef::gap>(kGapInfo),
           field<&RingsDef::ring_max>(
               {.key = "ring_max",
                .range = closed(1, 1e6),
                .doc = "Members of the outermost ring before there is a second one. The outermost "
                       "ring grows where those within it cannot hold the rest."}));

// Calls `use(slots, radius)` for the rings from the outermost inward until one says that it needs no further.
// Inner rings are 2 r + gap = pitch apart and hold as many members as fit at that distance; 1e-9 keeps a ring
// whose last member fits exactly from losing it to rounding. A center too narrow for a ring holds one member.
template <class Use>
void for_rings(std::size_t outermost, double outer_radius, double pitch, const Use& use) {
  if (!use(outermost, outer_radius)) return;
  for (double radius = outer_radius - pitch; radius >= 0.0; radius -= pitch) {
    const bool is_center = radius < pitch / 2.0;
    const auto fitting = is_center ? 1.0 : std::floor(det::kPi / det::asin(pitch / 2.0 / radius) + 1e-9);
    if (!use(static_cast<std::size_t>(fitting), is_center ? 0.0 : radius)) return;
  }
}

bool holds(std::size_t count, std::size_t outermost, double outer_radius, double pitch) {
  std::size_t left = count;
  for_rings(outermost, outer_radius, pitch, [&](std::size_t slots, double) {
    left -= std::min(left, slots);
    return left > 0;
  });
  return left == 0;
}

void append_slots(const RingsDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  const double pitch = 2.0 * request.radius + def.gap;
  std::size_t outermost = std::min(request.count, static_cast<std::size_t>(def.ring_max));
  const auto radius = [&] { return ring_radius(outermost, request.radius, def.gap); };
  // Members without extent and gap all stand in the center.
  if (pitch <= 0.0) outermost = request.count;
  while (!holds(request.count, outermost, radius(), pitch))
    ++outermost;
  std::size_t left = request.count;
  for_rings(outermost, radius(), pitch, [&](std::size_t slots, double ring) {
    const std::size_t used = std::min(left, slots);
    append_ring(used, ring, out);
    left -= used;
    return left > 0;
  });
}

constexpr TypedPattern<RingsDef> kTypedConcentricRings = {
    .info = {.name = "concentric_rings",
             .summary = "Rings around a center, the outermost full, facing outward.",
             .source = "drover's own",
             .example = R"({"type": "concentric_rings", "ring_max": 16})",
             .related = "defensive_circle",
             .in_space = true},
    .fields = kConcentricRingsFields,
    .slots = append_slots,
};

}  // namespace

extern constexpr PatternKind kConcentricRingsPattern = make_pattern<kTypedConcentricRings>();

}  // namespace drover
