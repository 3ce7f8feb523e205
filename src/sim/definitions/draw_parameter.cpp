#include "sim/definitions/draw_parameter.h"

#include <cstdint>

#include "core/det_math.h"
#include "core/normal_law.h"
#include "core/random.h"

namespace drover {

double draw_parameter(const Parameter& parameter, Draws& draws) {
  if (!parameter.is_drawn()) return parameter.constant();
  const Distribution& d = parameter.distribution();
  switch (d.type) {
    case Distribution::Type::uniform:
      return d.low + (d.high - d.low) * draws.uniform();
    case Distribution::Type::normal:
      return truncated_normal(draws, {d.mean, d.deviation, d.low, d.high});
    case Distribution::Type::choice:
      return d.values[draws.below(static_cast<std::uint32_t>(d.values.size()))];
    case Distribution::Type::exponential:
      return -d.mean * det::log(draws.open_uniform());
  }
  return 0.0;
}

}  // namespace drover
