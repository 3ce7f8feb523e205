// What a scenario file says about agents that others know by reports only.
#pragma once

#include <cstdint>
#include <optional>

#include "ballistics/dead_reckoning.h"
#include "core/field.h"

namespace drover {

struct DeadReckoningDef {
  std::optional<double> interval;
  std::optional<double> threshold;
  double delay = 0.0;
  std::int64_t order = 1;
  CorrectionCurve correction = CorrectionCurve::linear;
  double correction_time = 0.3;
  double snap_distance = 5.0;
  CorrectionRule rule() const { return {correction, correction_time, snap_distance}; }
  static const Table& table();
};

}  // namespace drover
