// What a scenario file says about agents that catch and hold balls.
#pragma once

#include <optional>

#include "core/field.h"

namespace drover {

struct HandsDef {
  std::optional<Vec3> hold_offset;
  std::optional<double> reach;
  double max_catch_speed = 20.0;
  double catch_probability = 1.0;
  double handling_time = 0.3;
  static const Table& table();
};

}  // namespace drover
