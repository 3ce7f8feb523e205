// When requests are clipped: the key that arbiters share. Buckland and Yuka weigh what behaviors ask for and
// clip afterwards; here a request keeps to the limits before it is weighed, unless the stack says otherwise.
#pragma once

#include "core/field.h"

namespace drover {

DROVER_ENUM(ClipTime, before_weights, after_weights)

struct ClipRule {
  ClipTime clip = ClipTime::before_weights;
};

inline constexpr auto kClipFields = fields(field<&ClipRule::clip>(
    {.key = "clip",
     .doc =
         "before_weights: a behavior asks for no more than the body can do, and its weight counts from "
         "there. after_weights: what it asks for is weighed in full length and clipped afterwards, so that "
         "a behavior that is far from what it wants outweighs the others.",
     .original_default = "after_weights (Buckland)",
     .unwritten = R"("before_weights")"}));

template <class Def>
bool clips_after_weights(const Def& def) {
  return def.rule.clip == ClipTime::after_weights;
}

}  // namespace drover
