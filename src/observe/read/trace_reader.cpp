#include "observe/read/trace_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/exact_integers.h"
#include "core/quaternion.h"

namespace drover {
namespace {

// The columns a picture can use; all others are passed over.
enum class ReadColumn { step, time, agent, type, x, y, z, heading, hx, hy, hz, vx, vy, vz, qw, qx, qy, qz };
constexpr auto kReadColumnNames =
    std::to_array<std::string_view>({"step", "time", "agent", "type", "x", "y", "z", "heading", "hx", "hy",
                                     "hz", "vx", "vy", "vz", "qw", "qx", "qy", "qz"});

std::string_view name_of(ReadColumn column) {
  return kReadColumnNames[static_cast<std::size_t>(column)];
}

class Reader {
 public:
  Reader(std::istream& input, const World& scene, const TrailLimits& limits, const TraceWindow& window);

  TraceReading read(std::span<const TrailCut> cuts) {
    if (check_header()) {
      while (rows_.next() && add_row()) {
      }
    }
    for (const TrailCut& cut : cuts) {
      const auto agent = records_.find(cut.number);
      if (agent != records_.end()) agent->second.builder.cut(cut.step);
    }
    if (rows_.problem()) result_.problem = rows_.problem();
    if (!result_.problem && rows_.line() <= 1 && result_.rows == 0) {
      result_.problem = TraceProblem{1, {}, "the trace is empty"};
    }
    note_leftovers();
    collect();
    return std::move(result_);
  }

 private:
  struct Record {
    TrailBuilder builder;
    Trail trail;
  };

  // JSON Lines have no header to check.
  bool check_header() {
    if (!rows_.start() || !rows_.is_csv()) return true;
    const auto count = [this](std::string_view name) { return std::ranges::count(rows_.header(), name); };
    for (const std::string& name : rows_.header()) {
      const bool is_read = std::ranges::find(kReadColumnNames, name) != kReadColumnNames.end();
      if (is_read && count(name) > 1) return fail(name, "the header names it twice");
    }
    for (const std::string_view name : {"agent", "x", "y"}) {
      if (count(name) == 0)
        return fail(name, "missing in the header; a trace needs agent, x, y, and step or time");
    }
    if (count("step") + count("time") > 0) return true;
    return fail("step", "missing in the header; a trace needs agent, x, y, and step or time");
  }

  bool add_row() {
    std::int64_t step = 0;
    std::uint32_t number = 0;
    Vec3 position;
    double time = 0.0;
    if (!get_step(step, time) || !get_agent(number)) return false;
    if (!get_number(ReadColumn::x, position.x) || !get_number(ReadColumn::y, position.y)) return false;
    if (cell(ReadColumn::z).present() && !get_number(ReadColumn::z, position.z)) return false;
    ++result_.rows;
    result_.end_step = std::max(result_.end_step, step);
    if (step > window_.last) return true;
    if (cell(ReadColumn::step).present()) result_.last_step = std::max(result_.last_step, step);
    if (cell(ReadColumn::time).present() && (!result_.last_time || time > *result_.last_time))
      result_.last_time = time;
    if (step < window_.first) return true;
    Record& agent = record(number);
    if (step > latest_step_) step_before_latest_ = std::exchange(latest_step_, step);
    const bool latest = agent.builder.empty() || step > agent.builder.last_step();
    if (!agent.builder.add(step, position)) return fail("step", second_row(number, step));
    if (latest) agent.trail.heading = heading_of_row();
    return true;
  }

  // Which of the two is the state cannot be told.
  static std::string second_row(std::uint32_t agent, std::int64_t step) {
    return fmt::format("a second row of agent {} in step {}", agent, step);
  }

  bool get_number(ReadColumn column, double& value) {
    const TraceCell& given = cell(column);
    if (!given.present()) return fail(name_of(column), "missing");
    const auto number = number_of(given);
    if (!number) return fail(name_of(column), quoted_or_this(given.text) + " is not a number");
    if (!is_finite(*number)) return fail(name_of(column), "must be finite");
    value = *number;
    return true;
  }

  bool get_step(std::int64_t& step, double& time) {
    const bool by_step = cell(ReadColumn::step).present();
    if ((!by_step || cell(ReadColumn::time).present()) && !get_number(ReadColumn::time, time)) return false;
    // Without steps, any whole number that grows with the time will do to order the rows.
    constexpr double kMicroseconds = 1e6;
    double value =
        std::floor(scene_.model().dt > 0.0 ? time / scene_.model().dt + 0.5 : time * kMicroseconds + 0.5);
    if (by_step && !get_number(ReadColumn::step, value)) return false;
    const ReadColumn column = by_step ? ReadColumn::step : ReadColumn::time;
    if (std::fabs(value) > kLargestExactInteger) return fail(name_of(column), "too large");
    if (std::floor(value) != value) return fail(name_of(column), "must be a whole number");
    step = static_cast<std::int64_t>(value);
    return true;
  }

  bool get_agent(std::uint32_t& number) {
    const TraceCell& given = cell(ReadColumn::agent);
    if (!given.number) {
      if (const auto agent = scene_.model().find_agent(given.text)) {
        number = scene_.model().agents.number[*agent];
        return true;
      }
    }
    double value = 0.0;
    if (!get_number(ReadColumn::agent, value)) return false;
    if (value < 0.0 || value > 4294967295.0 || std::floor(value) != value) {
      return fail("agent", "must be the number of an agent");
    }
    number = static_cast<std::uint32_t>(value);
    return true;
  }

  // Values that make no sense count as absent: a picture does without a heading.
  Vec3 heading_of_row() const {
    const auto number = [this](ReadColumn column) { return number_of(cell(column)).value_or(0.0); };
    const auto vector = [&number](ReadColumn x, ReadColumn y, ReadColumn z) {
      const Vec3 v{number(x), number(y), number(z)};
      return is_finite(v) ? direction(v) : Vec3{};
    };
    const Vec3 given = vector(ReadColumn::hx, ReadColumn::hy, ReadColumn::hz);
    if (length2(given) > 0.0) return given;
    const Quaternion q{number(ReadColumn::qw), number(ReadColumn::qx), number(ReadColumn::qy),
                       number(ReadColumn::qz)};
    if (dot(q, q) > 0.0 && is_finite(dot(q, q))) return rotated(normalized(q), {1.0, 0.0, 0.0});
    const auto angle = number_of(cell(ReadColumn::heading));
    if (angle && is_finite(*angle)) return {det::cos(*angle), det::sin(*angle), 0.0};
    return vector(ReadColumn::vx, ReadColumn::vy, ReadColumn::vz);
  }

  Record& record(std::uint32_t number) {
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
      const TraceCell& type = cell(ReadColumn::type);
      fresh.trail.type = type_index(type.text.empty() ? "agent" : type.text);
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

  bool fail(std::string_view column, std::string message) {
    result_.problem = TraceProblem{rows_.line(), std::string(column), std::move(message)};
    return false;
  }

  const TraceCell& cell(ReadColumn column) const { return rows_.cells()[static_cast<std::size_t>(column)]; }

  void collect() {
    // Of a trace that was cut off, the last step may lack agents that were there.
    const std::int64_t last_whole_step = is_cut_off_ ? step_before_latest_ : latest_step_;
    for (auto& [number, agent] : records_) {
      Trail& trail = agent.trail;
      trail.points = agent.builder.points();
      const std::optional<std::int64_t> repeated = agent.builder.repeated_step();
      if (repeated && !result_.problem) fail("step", second_row(number, *repeated));
      const std::size_t n = trail.points.size();
      trail.gone = agent.builder.last_step() < last_whole_step;
      if (length2(trail.heading) == 0.0 && n > 1 && !trail.points[n - 1].jump && !trail.points[n - 1].cut) {
        trail.heading = direction(trail.points[n - 1].position - trail.points[n - 2].position);
      }
      result_.trails.agents.push_back(std::move(trail));
    }
  }

  void note_leftovers() {
    is_cut_off_ = result_.problem && rows_.is_unfinished();
    if (is_cut_off_) {
      result_.notes.push_back(fmt::format("the trace ends in the middle of line {}", rows_.line()));
      result_.problem.reset();
    }
    if (strangers_ > 0 && scene_.model().agents.size() > 0) {
      result_.notes.push_back(fmt::format("{} agents of the trace are not in the scenario", strangers_));
    }
  }

  const World& scene_;
  TrailLimits limits_;
  TraceWindow window_;
  RowParser rows_;
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
      rows_(input, kReadColumnNames),
      planned_agents_(std::max<std::size_t>(scene.model().agents.size(), 64)) {
  result_.trails.types = trail_types(scene);
}

}  // namespace

TraceReading read_trace(std::istream& input, const World& scene, const TrailLimits& limits,
                        std::span<const TrailCut> cuts, const TraceWindow& window) {
  return Reader(input, scene, limits, window).read(cuts);
}

}  // namespace drover
