#include "sim/definitions/drawn_number.h"

#include "core/normal_law.h"

namespace drover {
namespace {

double draw(const Distribution& d, const StreamKey& key, std::size_t place) {
  Draws draws(key);
  switch (d.type) {
    case Distribution::Type::uniform:
      return d.low + (d.high - d.low) * draws.uniform();
    case Distribution::Type::normal:
      return truncated_normal(draws, {d.mean, d.deviation, d.low, d.high});
    case Distribution::Type::choice:
      return d.values[draws.below(static_cast<std::uint32_t>(d.values.size()))];
    case Distribution::Type::each:
      return draw(d.items[place], key, 0);
  }
  return 0.0;
}

}  // namespace

double draw_parameter(const Parameter& parameter, const StreamKey& key, std::size_t place) {
  return parameter.is_drawn() ? draw(parameter.distribution(), key, place) : parameter.constant();
}

}  // namespace drover
