#include "observe/read/trace_reader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "observe/read/motion_rows.h"

namespace drover {
namespace {

class Reader {
 public:
  Reader(std::istream& input, const World& scene, const TrailLimits& limits, const TraceWindow& window);

  TraceReading read(std::span<const TrailCut> cuts) {
    while (rows_.next() && add_row()) {
    }
    for (const TrailCut& cut : cuts) {
      const auto agent = records_.find(cut.number);
      if (agent != records_.end()) agent->second.builder.cut(cut.step);
    }
    note_leftovers();
    result_.rows = rows_.count();
    result_.problem = rows_.problem();
    collect();
    return std::move(result_);
  }

 private:
  struct Record {
    TrailBuilder builder;
    Trail trail;
  };

  bool add_row() {
    const MotionRow& row = rows_.row();
    result_.end_step = std::max(result_.end_step, row.step);
    if (row.step > window_.last) return true;
    if (row.has_step) result_.last_step = std::max(result_.last_step, row.step);
    if (row.time) result_.last_time = std::max(result_.last_time.value_or(*row.time), *row.time);
    if (row.step < window_.first) return true;
    Record& agent = record(row);
    if (row.step > latest_step_) step_before_latest_ = std::exchange(latest_step_, row.step);
    const bool latest = agent.builder.empty() || row.step > agent.builder.last_step();
    if (!agent.builder.add(row.step, row.position))
      return rows_.fail("step", second_row(row.number, row.step));
    if (latest) agent.trail.heading = row.heading;
    return true;
  }

  // Which of the two is the state cannot be told.
  static std::string second_row(std::uint32_t agent, std::int64_t step) {
    return fmt::format("a second row of agent {} in step {}", agent, step);
  }

  Record& record(const MotionRow& row) {
    const std::uint32_t number = row.number;
    const auto found = records_.find(number);
    if (found != records_.end()) return found->second;
    if (records_.size() >= planned_agents_) {
      planned_agents_ *= 2;
      for (auto& [other, known] : records_)
        known.builder.shrink(limits_.per_agent(planned_agents_));
    }
    Record fresh{TrailBuilder(limits_.per_agent(planned_agents_), scene_.model().bounds), {}};
    fresh.trail.number = number;
    const auto& numbers = scene_.model().agents.number;
    const auto at = std::ranges::lower_bound(numbers, number);
    if (at != numbers.end() && *at == number) {
      const auto index = static_cast<AgentIndex>(at - numbers.begin());
      fresh.trail.type = scene_.model().agents.type[index];
      fresh.trail.radius = scene_.state.limits.radius[index];
      const auto named = std::ranges::find(scene_.model().names, index, &AgentName::agent);
      if (named != scene_.model().names.end()) fresh.trail.name = named->name;
    } else {
      ++strangers_;
      fresh.trail.type = type_index(row.type.empty() ? "agent" : row.type);
    }
    return records_.emplace(number, std::move(fresh)).first->second;
  }

  std::uint32_t type_index(const std::string& name) {
    auto& types = result_.trails.types;
    const auto found = std::ranges::find(types, name, &TrailType::name);
    const auto index = static_cast<std::uint32_t>(found - types.begin());
    if (found == types.end()) types.push_back({name, {}});
    return index;
  }

  void collect() {
    // Of a trace that was cut off, the last step may lack agents that were there.
    const std::int64_t last_whole_step = is_cut_off_ ? step_before_latest_ : latest_step_;
    for (auto& [number, agent] : records_) {
      Trail& trail = agent.trail;
      trail.points = agent.builder.points();
      const std::optional<std::int64_t> repeated = agent.builder.repeated_step();
      if (repeated && !result_.problem) {
        rows_.fail("step", second_row(number, *repeated));
        result_.problem = rows_.problem();
      }
      const std::size_t n = trail.points.size();
      trail.gone = agent.builder.last_step() < last_whole_step;
      if (length2(trail.heading) == 0.0 && n > 1 && !trail.points[n - 1].jump && !trail.points[n - 1].cut) {
        trail.heading = direction(trail.points[n - 1].position - trail.points[n - 2].position);
      }
      result_.trails.agents.push_back(std::move(trail));
    }
  }

  void note_leftovers() {
    if (std::optional<std::string> note = rows_.forgive_unfinished_line()) {
      is_cut_off_ = true;
      result_.notes.push_back(std::move(*note));
    }
    if (strangers_ > 0 && scene_.model().agents.size() > 0) {
      result_.notes.push_back(fmt::format("{} agents of the trace are not in the scenario", strangers_));
    }
  }

  const World& scene_;
  TrailLimits limits_;
  TraceWindow window_;
  MotionRows rows_;
  std::map<std::uint32_t, Record> records_;  // by number, so that the trails come out ascending
  // Of all rows.
  std::int64_t latest_step_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t step_before_latest_ = std::numeric_limits<std::int64_t>::min();
  bool is_cut_off_ = false;
  std::size_t planned_agents_;  // the capacity of the trails allows for so many
  std::int64_t strangers_ = 0;
  TraceReading result_;
};

Reader::Reader(std::istream& input, const World& scene, const TrailLimits& limits, const TraceWindow& window)
    : scene_(scene),
      limits_(limits),
      window_(window),
      rows_(input, scene),
      planned_agents_(std::max<std::size_t>(scene.model().agents.size(), 64)) {
  result_.trails.types = trail_types(scene);
}

}  // namespace

TraceReading read_trace(std::istream& input, const World& scene, const TrailLimits& limits,
                        std::span<const TrailCut> cuts, const TraceWindow& window) {
  return Reader(input, scene, limits, window).read(cuts);
}

}  // namespace drover
