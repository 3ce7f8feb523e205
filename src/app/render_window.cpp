#include "app/render_window.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace drover {

Failure find_window(const RenderCommandOptions& options, double dt, std::int64_t end, TraceWindow& window) {
  constexpr double kRounding = 1e-9;  // of a step
  if (options.from && options.tail)
    return std::string("--from and --tail both say where trails begin: one of them is enough");
  if (options.to && options.scenario.changes.steps)
    return std::string("--to and --steps both say where the run ends: one of them is enough");
  const double end_time = static_cast<double>(end) * dt;
  if (options.to && *options.to > end_time * (1.0 + kRounding))
    return fmt::format("--to {}: the run ends at {} s", *options.to, end_time);
  window = {.first = 0, .last = end};
  if (options.to) window.last = static_cast<std::int64_t>(std::floor(*options.to / dt + kRounding));
  if (options.from) window.first = static_cast<std::int64_t>(std::ceil(*options.from / dt - kRounding));
  if (options.tail) {
    const auto steps = static_cast<std::int64_t>(std::ceil(*options.tail / dt - kRounding));
    window.first = std::max<std::int64_t>(0, window.last - steps);
  }
  if (!options.from || window.first < window.last) return std::nullopt;
  return fmt::format("--from {}: what is drawn ends at {} s", *options.from,
                     static_cast<double>(window.last) * dt);
}

Failure shorten_run(const RenderCommandOptions& options, ScenarioDef& def) {
  TraceWindow window;
  if (Failure failure = find_window(options, def.simulation.dt, def.step_count(), window)) return failure;
  if (options.to) def.simulation.duration = static_cast<double>(window.last) * def.simulation.dt;
  return std::nullopt;
}

}  // namespace drover
