// When requests are shortened to what the body can do: the key that arbiters share. Buckland and Yuka weigh
// what behaviors ask for and clip afterwards. See README.md.
#pragma once

#include "sim/definitions/kinds.h"

namespace drover {

struct ClipRule {
  ClipTime clip = ClipTime::before_damping;
};

inline constexpr auto kClipFields = fields(field<&ClipRule::clip>(
    {.key = "clip",
     .doc =
         "before_damping: what a body at rest would be asked is shortened to what the body can do, weighed "
         "and added; the damping of all requests for velocities comes on top in full, so that a body comes "
         "to rest where requests balance. before_weights: whole requests are shortened, damping included, "
         "and their weights count from there. after_weights: requests are weighed in full length and "
         "clipped afterwards, so that a behavior that is far from what it wants outweighs the others.",
     .original_default = "after_weights (Buckland)"}));

template <class Def>
ClipTime clip_time(const Def& def) {
  return def.rule.clip;
}

}  // namespace drover
