// What it costs a member to fill a slot: Millington & Funge 3.7.8.
#pragma once

#include "formations/cost.h"

namespace drover {

// How much the terms of the cost count; all at least zero. Agent types can have weights of their own.
struct SlotCostWeights {
  double distance = 1.0;  // [1/m]
  double cover = 1000.0;  // of a slot without cover: full cover comes before distance
  double change = 0.0;    // of a slot other than the present one
};

struct SlotCostTerms {
  Cost role = 0;
  double distance = 0.0;  // from the member to the slot [m]
  double cover = 1.0;     // 0 to 1
  bool is_present = true;
  double custom = 0.0;
};

// Rounded once.
inline Cost slot_cost(const SlotCostTerms& terms, const SlotCostWeights& weights = {}) {
  if (terms.role == kForbidden) return kForbidden;
  const double change = terms.is_present ? 0.0 : weights.change;
  return to_cost(to_double(terms.role) + weights.distance * terms.distance +
                 weights.cover * (1.0 - terms.cover) + change + terms.custom);
}

}  // namespace drover
