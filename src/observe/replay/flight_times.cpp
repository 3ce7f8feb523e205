#include "observe/replay/flight_times.h"

#include <fmt/format.h>

#include "core/text.h"

namespace drover {
namespace {

constexpr std::size_t kMostFlights = 3000;
constexpr std::size_t kMostBlasts = 3000;
constexpr std::size_t kMostPoints = 600;  // of each

}  // namespace

FlightTimes::FlightTimes(const World& world)
    : exist_(ProjectileRows::exist_in(world.model())), rows_(world.model()) {
  for (const ProjectileType& type : world.model().projectiles.types)
    types_.push_back({type.name, type.color, type.radius, type.ball.has_value()});
}

void FlightTimes::observe(const Simulator& simulator) {
  if (!exist_) return;
  for (const ProjectileRow& row : rows_.news(simulator))
    add(simulator.world(), row);
}

void FlightTimes::sample(const World& world) {
  if (!exist_) return;
  for (const ProjectileRow& row : rows_.states(world))
    add(world, row);
}

void FlightTimes::add(const World& world, const ProjectileRow& row) {
  if (row.news == ProjectileNews::explosion) {
    ++blast_count_;
    if (blasts_.size() < kMostBlasts) blasts_.push_back({row.time, row.position, row.blast.value_or(0.0)});
  }
  if (row.type == kNoIndex) return;
  auto at = flights_.find(row.projectile);
  if (at == flights_.end()) {
    const bool begins = row.news == ProjectileNews::fired || row.is_state();
    if (begins && flights_.size() >= kMostFlights) left_out_ += row.news == ProjectileNews::fired ? 1 : 0;
    if (!begins || flights_.size() >= kMostFlights) return;
    const std::uint32_t owner = row.owner == kNoIndex ? kNoIndex : world.model().agents.type[row.owner];
    at = flights_.emplace(row.projectile, ReplayFlight{row.projectile, row.type, owner}).first;
  }
  ReplayFlight& flight = at->second;
  const bool is_full = flight.points.size() >= kMostPoints && !row.has_ended;
  // What happened within a step may be told after the state that it led to.
  if (!is_full && (flight.points.empty() || row.time > flight.points.back().time))
    flight.points.push_back({row.time, row.position});
  if (row.has_ended) flight.end = kProjectileNewsNames[static_cast<std::size_t>(row.news)];
}

void FlightTimes::finish(Replay& replay) const {
  replay.flight_types = types_;
  replay.blasts = blasts_;
  for (const auto& [number, flight] : flights_) {
    replay.flights.push_back(flight);
    if (flight.end == "agent" && replay.marks.size() < 4000)
      replay.marks.push_back({flight.points.back().time, "projectile",
                              fmt::format("{} {} hits an agent", types_[flight.type].name, number)});
  }
  if (blasts_.size() < blast_count_)
    replay.notes.push_back(
        fmt::format("Of {} the first {} are shown.", counted(blast_count_, "explosion"), blasts_.size()));
  if (left_out_ > 0)
    replay.notes.push_back(fmt::format("{} are not shown.", counted(left_out_, "later projectile")));
}

}  // namespace drover
