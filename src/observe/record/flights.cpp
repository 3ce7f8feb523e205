#include "observe/record/flights.h"

#include <algorithm>

namespace drover {

FlightRecorder::FlightRecorder(const World& world, const FlightLimits& limits)
    : limits_(limits), rows_(world.model()) {
  for (const ProjectileType& type : world.model().projectiles.types)
    types_.push_back({type.name, type.color, type.radius, type.ball.has_value()});
}

void FlightRecorder::observe(const Simulator& simulator) {
  for (const ProjectileRow& row : rows_.news(simulator))
    add(simulator.world(), row);
  for (const ProjectileRow& row : rows_.states(simulator.world()))
    add(simulator.world(), row);
}

void FlightRecorder::add(const World& world, const ProjectileRow& row) {
  if (row.news == ProjectileNews::explosion)
    blasts_.push_back({row.projectile, row.position, row.blast.value_or(0.0)});
  // Those that are there from the start are seen for the first time in a state.
  if (row.projectile > newest_ && (row.news == ProjectileNews::fired || row.is_state()))
    return begin(world, row);
  Way* way = find(row.projectile);
  if (way == nullptr) return;
  if (row.is_state()) extend(world, *way, row.position, false);
  if (const std::optional<Met> met = row.what_was_met()) {
    extend(world, *way, row.position, !row.has_ended);
    if (row.has_ended) way->flight.end = *met;
  }
}

void FlightRecorder::begin(const World& world, const ProjectileRow& row) {
  newest_ = row.projectile;
  ++begun_;
  const bool is_ball = types_[row.type].is_ball;
  if (is_ball ? kept_balls_ == limits_.flights : row.projectile % every_ != 0) return;
  if (is_ball) ++kept_balls_;
  const Point start{row.position};
  ways_.push_back({{.number = row.projectile,
                    .type = row.type,
                    .owner_type = row.owner == kNoIndex ? kNoIndex : world.model().agents.type[row.owner]},
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
  way.last = {here, way.last.count + (is_bounce ? 0 : 1), is_bounce};
  if (!is_bounce && way.last.count % way.stride != 0) return;
  way.kept.push_back(way.last);
  if (way.kept.size() > limits_.points_per_flight) thin(way);
}

void FlightRecorder::thin(Way& way) const {
  way.stride *= 2;
  std::erase_if(way.kept,
                [&](const Point& point) { return !point.is_bounce && point.count % way.stride != 0; });
  if (4 * way.kept.size() <= 3 * limits_.points_per_flight) return;
  // Nearly all of them are bounces.
  std::size_t stay = 0;
  for (std::size_t k = 0; k < way.kept.size(); k += 2)
    way.kept[stay++] = way.kept[k];
  way.kept.resize(stay);
}

Flights FlightRecorder::flights() const {
  Flights result{types_, {}, begun_ - ways_.size()};
  const auto number_of = [](const Way& way) { return way.flight.number; };
  for (const Blast& blast : blasts_)
    if (blast.projectile == 0 || std::ranges::binary_search(ways_, blast.projectile, {}, number_of))
      result.blasts.push_back(blast);
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
