#include "sim/definitions/event_times.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/kind.h"
#include "core/random.h"
#include "sim/definitions/drawn_number.h"

namespace drover {
namespace {

inline constexpr double kTimeSlack = 1e-12;  // of a time: more than rounding makes of at + k * every

const SpawnDef* source_of(const EventDef& event) {
  const bool spawns = event.event.kind != nullptr && event.event.kind->name == kSpawnName;
  return spawns ? &event.event.as<SpawnDef>() : nullptr;
}

std::optional<std::int64_t> agent_limit(const EventDef& event) {
  const SpawnDef* source = source_of(event);
  return source != nullptr ? source->up_to : std::nullopt;
}

std::size_t max_repetitions(const EventDef& event) {
  std::size_t most = kMaxRepetitions + 1;
  const bool is_counted = event.at.size() == 1 && event.times && (!is_repeated(event) || *event.times > 1);
  if (is_counted) most = std::min(most, static_cast<std::size_t>(*event.times));
  if (const auto limit = agent_limit(event)) {
    const std::int64_t batch = source_of(event)->agents ? source_of(event)->agents->count : 1;
    most = std::min(most, static_cast<std::size_t>((*limit + batch - 1) / batch));
  }
  return most;
}

}  // namespace

bool is_repeated(const EventDef& event) {
  return event.until.is_present() || agent_limit(event).has_value() || !event.times;
}

bool is_endless(const EventDef& event) {
  return !event.times && !event.until.is_present() && !agent_limit(event);
}

bool is_endless_source(const EventDef& event) {
  return is_endless(event) && source_of(event) != nullptr;
}

std::vector<double> event_times(const ScenarioDef& scenario, std::size_t index) {
  const EventDef& event = scenario.events[index];
  if (event.at.empty()) return {};
  std::vector<double> times;
  if (event.at.size() > 1) {
    times = event.at;
    std::ranges::sort(times);
    times.resize(std::min(times.size(), max_repetitions(event)));
    return times;
  }
  const std::string stream = event.id.empty() ? fmt::format("#{}", index) : event.id;
  Draws draws({static_cast<std::uint64_t>(scenario.seed), 0, 0, Purpose::source, stream_of(stream)});
  double end = is_endless(event) ? scenario.simulation.duration : kInfinity;
  if (event.until.is_present()) end = event.until.constant();
  const std::size_t most = max_repetitions(event);
  double time = event.at.front();
  for (std::size_t k = 0; k < most; ++k) {
    if (event.every.is_drawn()) {
      time += draw_parameter(event.every, draws);
    } else {
      time = event.at.front() + static_cast<double>(k) * event.every.constant();
    }
    // A time that is above the last one by rounding only counts as that.
    if (time > end + kTimeSlack * (1.0 + end)) break;
    times.push_back(time);
  }
  return times;
}

std::int64_t source_size(const SpawnDef& source, std::size_t repetitions) {
  if (!source.agents) return 0;
  const std::int64_t all = source.agents->count * static_cast<std::int64_t>(repetitions);
  return source.up_to ? std::min(*source.up_to, all) : all;
}

}  // namespace drover
