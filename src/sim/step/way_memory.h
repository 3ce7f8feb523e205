// The way that an agent follows, as numbers of a memory: its next points. Of a longer way the length of the
// rest is known, and it is planned anew before its last point is reached.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "sim/geometry/segment.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"
#include "sim/step/way_planning.h"
#include "sim/step/way_turn.h"

namespace drover {

// none: nothing is planned. straight: to the place itself. way: over points to it. partial: over points to
// where it is nearest, as no way leads to the place. limited: the same, where a search ended at its limit.
DROVER_ENUM(WayState, none, straight, way, partial, limited)

inline double length_of_points(std::span<const Vec3> points) {
  double sum = 0.0;
  for (std::size_t k = 1; k < points.size(); ++k)
    sum += length(points[k] - points[k - 1]);
  return sum;
}

class WayMemory {
  // What the numbers are.
  enum Slot : std::size_t {
    kState,
    kRegion,
    kCell,
    kVersion = kCell + 2,
    kPlannedAt,
    kInSight,
    kSince,
    kCount,
    kNext,
    kBeyond,
    kRun,
    kStart,
    kFirst = kStart + 2
  };

 public:
  static constexpr std::size_t kMostPoints = 12;  // the first is where the agent was
  static constexpr std::size_t kWidth = kFirst + 2 * kMostPoints;

  // Only to look at.
  explicit WayMemory(std::span<const double> numbers) : numbers_(numbers) {}
  // To change.
  explicit WayMemory(std::span<double> numbers) : numbers_(numbers), written_(numbers) {}

  WayState state() const { return static_cast<WayState>(whole(kState, kWayStateNames.size() - 1)); }
  bool is_followed() const { return state() != WayState::none && state() != WayState::straight; }
  // Whether a way leads to the place, as far as is known.
  bool arrives() const { return is_followed() && state() != WayState::partial; }
  // Where it leads: the number of a region from 1 on, 0 for a point, and the center of the cell of that [m].
  double region() const { return numbers_[kRegion]; }
  Vec3 cell() const { return remembered_vector(numbers_, kCell); }
  double version() const { return numbers_[kVersion]; }       // of the shapes it was planned among
  double planned_at() const { return numbers_[kPlannedAt]; }  // s
  double in_sight_since() const { return numbers_[kInSight] > 0.0 ? numbers_[kSince] : kInfinity; }  // s
  std::size_t count() const { return whole(kCount, kMostPoints); }
  // The point that the agent goes to.
  std::size_t next() const { return whole(kNext, kMostPoints - 1); }
  Vec3 point(std::size_t k) const { return remembered_vector(numbers_, kFirst + 2 * k); }
  Vec3 next_point() const { return point(next()); }
  bool is_at_last() const { return next() + 1 == count() && numbers_[kBeyond] == 0.0; }
  // Whether points beyond those that are remembered are needed soon.
  bool ends_soon() const { return numbers_[kBeyond] > 0.0 && next() + 2 >= count(); }

  // How far the body could go on straight beyond the next point [m].
  double run_beyond() const { return numbers_[kRun]; }
  // The turn there, as the sine of its angle; 1 from a right angle on, 0 at the end of the way.
  double turn_at_next(const AgentView& view, Vec3 here) const {
    if (next() + 1 >= count()) return 0.0;
    const Vec3 in = direction(view.displacement(here, next_point()));
    const Vec3 out = direction(view.displacement(next_point(), point(next() + 1)));
    return dot(in, out) <= 0.0 ? 1.0 : smaller(1.0, std::fabs(cross(in, out).z));
  }

  // x, y of those from the next one on.
  std::span<const double> points_ahead() const {
    const std::size_t first = next() < count() ? next() : count();
    return numbers_.subspan(kFirst + 2 * first, 2 * (count() - first));
  }

  // How far it is along the way to its end [m].
  double left(const AgentView& view, Vec3 here) const {
    double sum = numbers_[kBeyond];
    Vec3 from = here;
    for (std::size_t k = next(); k < count(); ++k) {
      sum += length(view.displacement(from, point(k)));
      from = point(k);
    }
    return sum;
  }
  // How far the agent is from the line between the last point and the next [m].
  double distance_from_leg(const AgentView& view, Vec3 here) const {
    const Vec3 to = here + view.displacement(here, next_point());
    const Vec3 from = next() > 0 ? to + view.displacement(to, point(next() - 1)) : to;
    return length(here - nearest_point_on_segment(from, to, here));
  }

  void note_sight(bool is_in_sight, double time) {
    if (is_in_sight && numbers_[kInSight] == 0.0) written_[kSince] = time;
    written_[kInSight] = is_in_sight ? 1.0 : 0.0;
  }
  void go_straight() {
    set_state(WayState::straight);
    written_[kCount] = written_[kNext] = written_[kBeyond] = written_[kRun] = 0.0;
    remember_vector(written_, kStart, {});
    clear_from(0);
  }
  void note_end(double region, Vec3 cell) {
    written_[kRegion] = region;
    remember_vector(written_, kCell, region > 0.0 ? Vec3{} : cell);
  }
  void note_plan(double time, double version) {
    written_[kPlannedAt] = time;
    written_[kVersion] = version;
  }
  // The points from `first` on.
  void take(const PlannedWay& way, std::size_t first) {
    remember_vector(written_, kStart, way.points.front());
    const bool is_limited = way.status == SearchStatus::limit;
    set_state(way.arrives() ? WayState::way : is_limited ? WayState::limited : WayState::partial);
    take_points(way.points.subspan(first));
  }
  // Where the way that is remembered was planned from [m].
  Vec3 start() const { return remembered_vector(numbers_, kStart); }
  void pass() { written_[kNext] = static_cast<double>(next() + 1); }
  // The line to the next point begins here.
  void begin_leg(Vec3 here) {
    if (next() > 0) remember_vector(written_, kFirst + 2 * (next() - 1), here);
  }
  void note_run(double run) { written_[kRun] = run; }

 private:
  // A whole number of the memory. A snapshot may hold anything: what cannot be counts as 0.
  std::size_t whole(Slot slot, std::size_t most) const {
    const double number = numbers_[slot];
    return 0.0 <= number && number <= static_cast<double>(most) ? static_cast<std::size_t>(number) : 0;
  }
  void take_points(std::span<const Vec3> points) {
    const std::size_t count = points.size() < kMostPoints ? points.size() : kMostPoints;
    written_[kCount] = static_cast<double>(count);
    written_[kNext] = count > 1 ? 1.0 : 0.0;
    written_[kBeyond] = length_of_points(points.subspan(count - 1));
    for (std::size_t k = 0; k < count; ++k)
      remember_vector(written_, kFirst + 2 * k, points[k]);
    clear_from(count);
  }
  void set_state(WayState state) { written_[kState] = static_cast<double>(state); }
  // Equal ways are equal numbers.
  void clear_from(std::size_t first) {
    for (std::size_t k = kFirst + 2 * first; k < kWidth; ++k)
      written_[k] = 0.0;
  }

  std::span<const double> numbers_;
  std::span<double> written_;
};

// A search that goes on in the next step, as numbers of a memory behind those of the way; without a budget
// there are none.
class PendingSearch {
  enum Slot : std::size_t { kSpent, kFrom, kTo = kFrom + 2, kRegion = kTo + 2, kVersion, kCount };

 public:
  static constexpr std::size_t kWidth = kCount;

  explicit PendingSearch(std::span<double> numbers) : numbers_(numbers) {}

  // A snapshot may hold anything: what cannot be is no search.
  bool exists() const { return !numbers_.empty() && 0.0 < numbers_[kSpent] && numbers_[kSpent] <= kMost; }
  bool is_possible(std::size_t regions) const {
    return is_finite(from()) && is_finite(remembered_vector(numbers_, kTo)) && 0.0 <= numbers_[kRegion] &&
           numbers_[kRegion] <= static_cast<double>(regions);
  }
  // How many cells it has closed.
  double spent() const { return numbers_[kSpent]; }
  Vec3 from() const { return remembered_vector(numbers_, kFrom); }
  // Where it leads.
  WayEnd end() const {
    const double region = numbers_[kRegion];
    return {.position = remembered_vector(numbers_, kTo),
            .region = region > 0.0 ? static_cast<std::uint32_t>(region) - 1 : kNoIndex};
  }
  double version() const { return numbers_[kVersion]; }  // of the shapes it was begun among

  void begin(Vec3 from, const WayEnd& end, double version) {
    numbers_[kSpent] = 0.0;
    remember_vector(numbers_, kFrom, from);
    remember_vector(numbers_, kTo, end.position);
    numbers_[kRegion] = end.region == kNoIndex ? 0.0 : 1.0 + end.region;
    numbers_[kVersion] = version;
  }
  void spend(double expansions) { numbers_[kSpent] += expansions; }
  void clear() {
    for (double& number : numbers_)
      number = 0.0;
  }

 private:
  static constexpr double kMost = 4294967295.0;  // expansions

  std::span<double> numbers_;
};

// The greatest speed at which a body that turns on circles keeps to its way [m/s]: on the turn that it still
// has to the next point, and so that it can brake for the one there.
inline double speed_in_turns(const AgentView& view, AgentIndex agent, const WayMemory& way, Vec3 to_next) {
  const std::optional<DriveLimits> limits = view.drive_limits(agent);
  if (!limits || limits->min_turn_radius == 0.0) return kInfinity;
  const Vec3 ahead = direction(to_next);
  const double now = turn_at_corner(*limits, view.heading(agent), ahead).speed;
  if (way.next() + 1 >= way.count()) return now;
  const Vec3 out = view.displacement(way.next_point(), way.point(way.next() + 1));
  const WayTurn turn = turn_at_corner(*limits, ahead, direction(out));
  constexpr double kUsedBrake = 0.8;
  const double before = larger(0.0, length(to_next) - turn.tangent);
  return smaller(now, std::sqrt(turn.speed * turn.speed + 2.0 * kUsedBrake * limits->speeds.brake * before));
}

// To the next point of the way: as fast as the agent can still come to rest at its end, and can turn at the
// point without being carried beyond it by more than the way is free there.
inline Request way_request(const AgentView& view, AgentIndex agent, const WayMemory& way,
                           const Arrival& arrival, Vec3 end_velocity) {
  const Vec3 here = view.position(agent);
  const Vec3 to_next = view.displacement(here, way.next_point());
  const Vec3 ahead = direction(to_next);
  Vec3 wanted = arrive_velocity(view, agent, ahead * way.left(view, here), arrival, end_velocity);
  wanted = clip(wanted, speed_in_turns(view, agent, way, to_next));
  const double turn = way.turn_at_next(view, here);
  if (turn > 0.0 && way.run_beyond() < kInfinity) {
    const double at_point = halting_speed(view, agent, way.run_beyond(), arrival.response_time) / turn;
    const double before = halting_speed(view, agent, length(to_next), arrival.response_time);
    wanted = clip(wanted, std::sqrt(at_point * at_point + before * before));
  }
  return velocity_request(view, agent, wanted, arrival.response_time);
}

}  // namespace drover
