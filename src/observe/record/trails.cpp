#include "observe/record/trails.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/check.h"
#include "observe/record/heights.h"

namespace drover {

std::size_t TrailLimits::per_agent(std::size_t agents) const {
  constexpr std::size_t kFewest = 16;
  return std::max(kFewest, std::min(points_per_agent, points / std::max<std::size_t>(agents, 1)));
}

bool TrailBuilder::jumped(Vec3 a, Vec3 b) const {
  if (!bounds_.wraps()) return false;
  const Vec3 size = bounds_.size();
  // Worlds without edges along z have the size 0 there.
  return std::fabs(b.x - a.x) > 0.5 * size.x || std::fabs(b.y - a.y) > 0.5 * size.y ||
         (size.z > 0.0 && std::fabs(b.z - a.z) > 0.5 * size.z);
}

bool TrailBuilder::add(std::int64_t step, Vec3 position) {
  if (!started_) {
    base_ = step;
    first_ = last_ = {position, step, false};
    started_ = true;
    kept_.push_back(last_);
    return true;
  }
  if (step == last_.step) return false;
  if (step > last_.step) {
    jump_pending_ = jump_pending_ || jumped(last_.position, position);
    last_ = {position, step, false};
  } else {
    ascending_ = false;
    if (step < first_.step) first_ = {position, step, false};
  }
  if ((step - base_) % stride_ != 0) return true;
  kept_.push_back({position, step, jump_pending_});
  jump_pending_ = false;
  if (kept_.size() > capacity_) thin();
  return true;
}

void TrailBuilder::shrink(std::size_t capacity) {
  capacity_ = capacity;
  if (kept_.size() > capacity_) thin();
}

void TrailBuilder::thin() {
  constexpr std::int64_t kLongest = std::int64_t{1} << 61;
  while (kept_.size() > capacity_ && stride_ < kLongest) {
    stride_ *= 2;
    bool jump = false;  // of the points dropped since the last one that stays
    std::size_t stay = 0;
    for (TrailPoint point : kept_) {
      jump = jump || point.jump;
      if ((point.step - base_) % stride_ != 0) continue;
      point.jump = jump;
      jump = false;
      kept_[stay++] = point;
    }
    kept_.resize(stay);
    jump_pending_ = jump_pending_ || jump;
  }
  // Only many rows of one and the same step come here.
  if (kept_.size() > capacity_) kept_.resize(capacity_);
}

std::optional<std::int64_t> TrailBuilder::repeated_step() const {
  if (ascending_) return std::nullopt;
  std::vector<std::int64_t> steps;
  for (const TrailPoint& point : kept_)
    steps.push_back(point.step);
  std::ranges::sort(steps);
  const auto found = std::ranges::adjacent_find(steps);
  return found == steps.end() ? std::nullopt : std::optional(*found);
}

std::vector<TrailPoint> TrailBuilder::points() const {
  std::vector<TrailPoint> result = kept_;
  if (!started_) return result;
  result.push_back(first_);
  result.push_back({last_.position, last_.step, jump_pending_});
  // On equal steps the kept point, which knows about jumps since the kept point before, goes first and stays.
  std::ranges::stable_sort(result, {}, &TrailPoint::step);
  const auto same_step = [](const TrailPoint& a, const TrailPoint& b) { return a.step == b.step; };
  result.erase(std::unique(result.begin(), result.end(), same_step), result.end());
  result.front().jump = false;
  for (std::size_t k = 1; !ascending_ && k < result.size(); ++k) {
    result[k].jump = jumped(result[k - 1].position, result[k].position);
  }
  for (const std::int64_t step : cuts_) {
    const auto at = std::ranges::lower_bound(result, step, {}, &TrailPoint::step);
    if (at != result.begin() && at != result.end()) at->cut = true;
  }
  return result;
}

std::vector<TrailType> trail_types(const World& world) {
  std::vector<TrailType> types;
  for (const AgentType& type : world.model().visible_types())
    types.push_back({type.name, type.color});
  return types;
}

TrailRecorder::TrailRecorder(const World& world, const TrailLimits& limits)
    : builders_(world.model().agents.size(),
                TrailBuilder(limits.per_agent(world.model().agents.size()), world.model().bounds)),
      modes_(builders_.size()),
      ends_(builders_.size()) {}

void TrailRecorder::observe(const World& world) {
  constexpr std::size_t kMostChanges = 64;  // of the mode of an agent
  DROVER_CHECK(world.state.motion.size() == builders_.size(),
               "the agents of a world stay the same during a run");
  for (AgentIndex i = 0; i < builders_.size(); ++i) {
    ends_[i] = {world.state.limits.radius[i], world.state.motion.heading(i), world.is_present(i)};
    if (!world.is_present(i)) continue;
    if (world.state.record.teleport_tick[i] > last_tick_)
      builders_[i].cut(static_cast<std::int64_t>(world.state.record.teleport_tick[i]));
    const Vec3 position = observed_position(world, i);
    builders_[i].add(static_cast<std::int64_t>(world.state.tick), position);
    std::vector<ModeSince>& changes = modes_[i];
    if (world.model().type_of(i).modes.size() < 2 || changes.size() == kMostChanges) continue;
    const std::uint32_t mode = world.state.status.mode[i];
    if (changes.empty() || changes.back().mode != mode)
      changes.push_back({position, static_cast<std::int64_t>(world.state.tick), mode});
  }
  last_tick_ = world.state.tick;
}

Trails TrailRecorder::trails(const World& world) const {
  Trails result{trail_types(world), {}};
  std::vector<std::string_view> names(builders_.size());
  for (const AgentName& name : world.model().names)
    names[name.agent] = name.name;
  for (AgentIndex i = 0; i < builders_.size(); ++i) {
    if (builders_[i].empty()) continue;
    result.agents.push_back({world.model().agents.number[i], world.model().agents.type[i], ends_[i].radius,
                             std::string(names[i]), ends_[i].heading, !ends_[i].present,
                             builders_[i].points()});
    for (const ModeSince& since : modes_[i])
      result.agents.back().modes.push_back(
          {since.position, since.step, world.model().type_of(i).modes[since.mode].name});
  }
  return result;
}

}  // namespace drover
