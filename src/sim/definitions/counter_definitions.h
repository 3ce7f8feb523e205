// What a scenario file says about numbers that agents have, such as health and ammunition, and what changes
// them.
#pragma once

#include <optional>
#include <string>

#include "core/field.h"

namespace drover {

// A number that each agent of a type has.
struct CounterDef {
  double start = 0.0;
  double min = 0.0;
  std::optional<double> max;
  static const Table& table();
};

// A change of a counter; agents whose type has none of this name are left alone.
struct EffectDef {
  Reference counter{ReferenceType::counter, {}, kNoIndex};
  std::optional<double> add;
  std::optional<double> set;
  static const Table& table();
};

}  // namespace drover
