#include "observe/read/trace_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/det_math.h"

namespace drover {
namespace {

// Steps and agent numbers are kept exactly; doubles hold every integer up to here.
constexpr double kLargestInteger = 9007199254740992.0;

class Reader {
 public:
  Reader(std::istream& input, const World& scene, const TrailLimits& limits);

  TraceReading read(std::span<const TrailCut> cuts);

 private:
  struct Record {
    TrailBuilder builder;
    Trail trail;
  };

  bool add_row();
  bool get_number(ReadColumn column, double& value);
  bool get_step(std::int64_t& step);
  bool get_agent(std::uint32_t& number);
  Vec3 heading_of_row() const;
  Record& record(std::uint32_t number);
  std::uint32_t type_index(const std::string& name);
  bool fail(ReadColumn column, std::string message);
  void collect();
  void note_leftovers();

  const World& scene_;
  TrailLimits limits_;
  TraceParser rows_;
  ParsedRow row_;
  std::map<std::uint32_t, Record> records_;  // by number, so that the trails come out ascending
  // Of all rows.
  std::int64_t latest_step_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t step_before_latest_ = std::numeric_limits<std::int64_t>::min();
  bool is_cut_off_ = false;
  std::size_t planned_agents_;  // the capacity of the trails allows for so many
  std::int64_t strangers_ = 0;
  std::int64_t repeated_ = 0;
  std::size_t first_repeated_line_ = 0;
  TraceReading result_;
};

Reader::Reader(std::istream& input, const World& scene, const TrailLimits& limits)
    : scene_(scene),
      limits_(limits),
      rows_(input),
      planned_agents_(std::max<std::size_t>(scene.model().agents.size(), 64)) {
  result_.trails.types = trail_types(scene);
}

bool Reader::fail(ReadColumn column, std::string message) {
  result_.problem = TraceProblem{
      rows_.line(), std::string(kReadColumnNames[static_cast<std::size_t>(column)]), std::move(message)};
  return false;
}

bool Reader::get_number(ReadColumn column, double& value) {
  const TraceCell& cell = row_[column];
  if (!cell.present()) return fail(column, "missing");
  const auto number = number_of(cell);
  if (!number) return fail(column, quoted_or_this(cell.text) + " is not a number");
  if (!is_finite(*number)) return fail(column, "must be finite");
  value = *number;
  return true;
}

bool Reader::get_step(std::int64_t& step) {
  const bool by_step = row_[ReadColumn::step].present();
  double time = 0.0;
  if (!by_step || row_[ReadColumn::time].present()) {
    if (!get_number(ReadColumn::time, time)) return false;
    if (!result_.last_time || time > *result_.last_time) result_.last_time = time;
  }
  // Without steps, any whole number that grows with the time will do to order the rows.
  constexpr double kMicroseconds = 1e6;
  double value =
      std::floor(scene_.model().dt > 0.0 ? time / scene_.model().dt + 0.5 : time * kMicroseconds + 0.5);
  if (by_step && !get_number(ReadColumn::step, value)) return false;
  const ReadColumn column = by_step ? ReadColumn::step : ReadColumn::time;
  if (std::fabs(value) > kLargestInteger) return fail(column, "too large");
  if (std::floor(value) != value) return fail(column, "must be a whole number");
  step = static_cast<std::int64_t>(value);
  if (by_step) result_.last_step = std::max(result_.last_step, step);
  return true;
}

bool Reader::get_agent(std::uint32_t& number) {
  const TraceCell& cell = row_[ReadColumn::agent];
  if (!cell.number) {
    if (const auto agent = scene_.model().find_agent(cell.text)) {
      number = scene_.model().agents.number[*agent];
      return true;
    }
  }
  double value = 0.0;
  if (!get_number(ReadColumn::agent, value)) return false;
  if (value < 0.0 || value > 4294967295.0 || std::floor(value) != value) {
    return fail(ReadColumn::agent, "must be the number of an agent");
  }
  number = static_cast<std::uint32_t>(value);
  return true;
}

// Values that make no sense count as absent: a picture does without a heading.
Vec3 Reader::heading_of_row() const {
  const auto pair = [this](ReadColumn x, ReadColumn y) {
    const Vec3 v{number_of(row_[x]).value_or(0.0), number_of(row_[y]).value_or(0.0), 0.0};
    return is_finite(v) ? direction(v) : Vec3{};
  };
  const Vec3 given = pair(ReadColumn::hx, ReadColumn::hy);
  if (length2(given) > 0.0) return given;
  const auto angle = number_of(row_[ReadColumn::heading]);
  if (angle && is_finite(*angle)) return {det::cos(*angle), det::sin(*angle), 0.0};
  return pair(ReadColumn::vx, ReadColumn::vy);
}

std::uint32_t Reader::type_index(const std::string& name) {
  auto& types = result_.trails.types;
  const auto found = std::ranges::find(types, name, &TrailType::name);
  const auto index = static_cast<std::uint32_t>(found - types.begin());
  if (found == types.end()) types.push_back({name, {}});
  return index;
}

Reader::Record& Reader::record(std::uint32_t number) {
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
    const TraceCell& type = row_[ReadColumn::type];
    fresh.trail.type = type_index(type.text.empty() ? "agent" : type.text);
  }
  return records_.emplace(number, std::move(fresh)).first->second;
}

bool Reader::add_row() {
  std::int64_t step = 0;
  std::uint32_t number = 0;
  Vec3 position;
  if (!get_step(step) || !get_agent(number)) return false;
  if (!get_number(ReadColumn::x, position.x) || !get_number(ReadColumn::y, position.y)) return false;
  Record& agent = record(number);
  if (step > latest_step_) step_before_latest_ = std::exchange(latest_step_, step);
  const bool latest = agent.builder.empty() || step > agent.builder.last_step();
  if (!agent.builder.add(step, position)) {
    if (repeated_++ == 0) first_repeated_line_ = rows_.line();
    return true;
  }
  if (latest) agent.trail.heading = heading_of_row();
  ++result_.rows;
  return true;
}

void Reader::collect() {
  // Of a trace that was cut off, the last step may lack agents that were there.
  const std::int64_t last_whole_step = is_cut_off_ ? step_before_latest_ : latest_step_;
  for (auto& [number, agent] : records_) {
    Trail& trail = agent.trail;
    trail.points = agent.builder.points();
    const std::size_t n = trail.points.size();
    trail.gone = agent.builder.last_step() < last_whole_step;
    if (length2(trail.heading) == 0.0 && n > 1 && !trail.points[n - 1].jump && !trail.points[n - 1].cut) {
      trail.heading = direction(trail.points[n - 1].position - trail.points[n - 2].position);
    }
    result_.trails.agents.push_back(std::move(trail));
  }
}

void Reader::note_leftovers() {
  is_cut_off_ = result_.problem && rows_.is_unfinished();
  if (is_cut_off_) {
    result_.notes.push_back(fmt::format("the trace ends in the middle of line {}", rows_.line()));
    result_.problem.reset();
  }
  if (repeated_ > 0) {
    result_.notes.push_back(
        fmt::format("{} rows repeat a step of their agent and are left out (first: line {})", repeated_,
                    first_repeated_line_));
  }
  if (strangers_ > 0 && scene_.model().agents.size() > 0) {
    result_.notes.push_back(fmt::format("{} agents of the trace are not in the scenario", strangers_));
  }
}

TraceReading Reader::read(std::span<const TrailCut> cuts) {
  while (rows_.next(row_)) {
    if (!add_row()) break;
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

}  // namespace

TraceReading read_trace(std::istream& input, const World& scene, const TrailLimits& limits,
                        std::span<const TrailCut> cuts) {
  return Reader(input, scene, limits).read(cuts);
}

}  // namespace drover
