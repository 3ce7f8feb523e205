#include "sim/definitions/drawn_number.h"

#include "core/normal_law.h"

namespace drover {

double draw_parameter(const Parameter& parameter, const StreamKey& key) {
  if (!parameter.is_drawn()) return parameter.constant();
  const Distribution& d = parameter.distribution();
  Draws draws(key);
  switch (d.type) {
    case Distribution::Type::uniform:
      return d.low + (d.high - d.low) * draws.uniform();
    case Distribution::Type::normal:
      return truncated_normal(draws, {d.mean, d.deviation, d.low, d.high});
    case Distribution::Type::choice:
      return d.values[draws.below(static_cast<std::uint32_t>(d.values.size()))];
  }
  return 0.0;
}

}  // namespace drover
