// How far a body runs in a time. Own derivation.
#pragma once

#include "core/vec3.h"

namespace drover {

// From a speed along the way, which may be negative, with an acceleration up to a greatest speed; of one that
// is faster already, at that [m].
inline double running_way(double speed, double acceleration, double top, double time) {
  if (!(time > 0.0)) return 0.0;
  const double begin = smaller(speed, top);
  if (!(acceleration > 0.0)) return begin * time;
  const double rising = smaller(time, (top - begin) / acceleration);
  return begin * rising + 0.5 * acceleration * rising * rising + top * (time - rising);
}

}  // namespace drover
