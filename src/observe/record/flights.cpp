#include "observe/record/flights.h"

#include <algorithm>

namespace drover {

FlightRecorder::FlightRecorder(const World& world, const FlightLimits& limits) : limits_(limits) {
  for (const ProjectileType& type : world.model().projectiles.types)
    types_.push_back({type.name, type.color, type.radius, type.ball.has_value(),
                      type.explosion ? type.explosion->radius : 0.0});
}

void FlightRecorder::observe(const Simulator& simulator) {
  const World& world = simulator.world();
  if (!world.model().projectiles.exists()) return;
  for (const auto& [number, launch] : simulator.shots())
    begin(world, number, launch.type, launch.owner, launch.position, world.state.tick - 1);
  for (const Impact& impact : simulator.impacts()) {
    Way* way = find(impact.projectile);
    if (way == nullptr) continue;
    extend(world, *way, impact.point, impact.bounced);
    if (impact.bounced) continue;
    way->flight.end = impact.hit.met;
    way->flight.exploded = impact.exploded;
  }
  const ProjectileColumns& projectiles = world.state.projectiles;
  for (std::size_t row = 0; row < world.state.projectile_counts.in_flight[0]; ++row) {
    const std::uint32_t number = projectiles.number[row];
    // Those that are there from the start, seen for the first time.
    if (number > newest_)
      begin(world, number, projectiles.type[row], projectiles.owner[row], projectiles.position(row),
            world.state.tick);
    else if (Way* way = find(number))
      extend(world, *way, projectiles.position(row), false);
  }
}

void FlightRecorder::begin(const World& world, std::uint32_t number, std::uint32_t type, AgentIndex owner,
                           Vec3 position, std::uint64_t step) {
  if (number <= newest_) return;
  newest_ = number;
  ++begun_;
  const bool is_ball = types_[type].is_ball;
  if (is_ball ? kept_balls_ == limits_.flights : number % every_ != 0) return;
  if (is_ball) ++kept_balls_;
  const Point start{position, step};
  ways_.push_back({{.number = number,
                    .type = type,
                    .owner_type = owner == kNoIndex ? kNoIndex : world.model().agents.type[owner]},
                   {start},
                   start});
  if (ways_.size() - kept_balls_ > limits_.flights) keep_fewer();
}

// Evenly over the run.
void FlightRecorder::keep_fewer() {
  every_ *= 2;
  std::erase_if(ways_, [this](const Way& way) {
    return !types_[way.flight.type].is_ball && way.flight.number % every_ != 0;
  });
}

FlightRecorder::Way* FlightRecorder::find(std::uint32_t number) {
  const auto at =
      std::ranges::lower_bound(ways_, number, {}, [](const Way& way) { return way.flight.number; });
  return at == ways_.end() || at->flight.number != number ? nullptr : &*at;
}

void FlightRecorder::extend(const World& world, Way& way, Vec3 position, bool is_bounce) const {
  const Bounds& bounds = world.model().bounds;
  const Vec3 before = way.last.position;
  const Vec3 here =
      bounds.wraps() ? before + bounds.displacement(bounds.wrapped(before), position) : position;
  way.last = {here, world.state.tick, is_bounce};
  if (!is_bounce && (way.last.step - way.kept.front().step) % way.stride != 0) return;
  way.kept.push_back(way.last);
  if (way.kept.size() > limits_.points_per_flight) thin(way);
}

void FlightRecorder::thin(Way& way) const {
  const std::uint64_t first = way.kept.front().step;
  way.stride *= 2;
  std::erase_if(way.kept, [&](const Point& point) {
    return !point.is_bounce && (point.step - first) % way.stride != 0;
  });
  if (4 * way.kept.size() <= 3 * limits_.points_per_flight) return;
  // Nearly all of them are bounces.
  std::size_t stay = 0;
  for (std::size_t k = 0; k < way.kept.size(); k += 2)
    way.kept[stay++] = way.kept[k];
  way.kept.resize(stay);
}

Flights FlightRecorder::flights() const {
  Flights result{types_, {}, begun_ - ways_.size()};
  for (const Way& way : ways_) {
    result.flights.push_back(way.flight);
    std::vector<Vec3>& points = result.flights.back().points;
    for (const Point& point : way.kept)
      points.push_back(point.position);
    if (points.back() != way.last.position) points.push_back(way.last.position);
  }
  return result;
}

}  // namespace drover
