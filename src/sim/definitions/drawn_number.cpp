#include "sim/definitions/drawn_number.h"

#include <cstdint>

#include "core/det_math.h"
#include "core/normal_law.h"

namespace drover {
namespace {

double draw(const Distribution& d, Draws& draws, std::size_t place) {
  switch (d.type) {
    case Distribution::Type::uniform:
      return d.low + (d.high - d.low) * draws.uniform();
    case Distribution::Type::normal:
      return truncated_normal(draws, {d.mean, d.deviation, d.low, d.high});
    case Distribution::Type::choice:
      return d.values[draws.below(static_cast<std::uint32_t>(d.values.size()))];
    case Distribution::Type::exponential:
      return -d.mean * det::log(draws.open_uniform());
    case Distribution::Type::each:
      return draw(d.items[place], draws, 0);
  }
  return 0.0;
}

}  // namespace

double draw_parameter(const Parameter& parameter, Draws& draws, std::size_t place) {
  return parameter.is_drawn() ? draw(parameter.distribution(), draws, place) : parameter.constant();
}

double draw_parameter(const Parameter& parameter, const StreamKey& key, std::size_t place) {
  if (!parameter.is_drawn()) return parameter.constant();
  Draws draws(key);
  return draw_parameter(parameter, draws, place);
}

}  // namespace drover
