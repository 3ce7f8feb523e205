#include "behaviors/jump_run.h"

#include <cmath>

#include "ballistics/drag.h"
#include "behaviors/arrival.h"
#include "sim/geometry/static_room.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

inline constexpr double kRunUpMargin = 0.5;    // so much longer than needed [m]
inline constexpr double kAtStart = 0.3;        // a run-up begins within this of its start [m]
inline constexpr double kLeastAtStart = 0.05;  // where it is short [m]
inline constexpr double kSlowAtStart = 0.5;    // no faster than this [m/s]
inline constexpr double kAtRest = 0.1;         // a jump on the spot begins no faster than this [m/s]
inline constexpr double kMostAborts = 3.0;     // of an attempt
inline constexpr double kMostFlightTimes = 3.0;
inline constexpr double kSameHeight = 1e-3;  // of a pad and the feet on it [m]

Vec3 level_part(Vec3 v) {
  return {v.x, v.y, 0.0};
}

Vec3 left_of_line(Vec3 along) {
  return {-along.y, along.x, 0.0};
}

inline constexpr double kSpeedRounding = 1e-9;  // m/s

// A speed that is asked for as a least one is not reached exactly: the run-up is somewhat faster, by what a
// take-off from a run-up to a pad may be off, or halfway to what is allowed.
double speed_at_point(const JumpPoint& point, double max_speed) {
  if (point.mode == JumpPointMode::match) return point.min_speed;
  const double faster = larger(0.1, 0.1 * point.min_speed);
  const double most = smaller(point.max_speed, max_speed);
  return smaller(point.min_speed + faster, 0.5 * (point.min_speed + most));
}

std::optional<JumpFlight> flight_from(const JumpPoint& point, const JumpLaw& law, double jump_speed,
                                      double max_speed) {
  const std::optional<double> time = jump_time(law, jump_speed, 0.0);
  if (!time || point.min_speed > max_speed + kSpeedRounding) return std::nullopt;
  const double speed = speed_at_point(point, max_speed);
  return jump_flight(law, point.along * (speed * *time * drag_phi(law.air_drag * *time).phi1), jump_speed);
}

}  // namespace

std::optional<JumpFlight> flight_of(const AgentView& view, AgentIndex agent, const JumpPlace& place) {
  const JumpLaw law = view.world().fall_law(agent);
  const double jump_speed = view.world().jump_speed(agent);
  const double most = view.max_speed(agent);
  if (place.point) return flight_from(*place.point, law, jump_speed, most);
  Vec3 across = view.displacement(level_part(place.takeoff), level_part(place.landing));
  across.z = place.landing.z - place.takeoff.z;
  if (place.speed == TakeoffSpeed::fastest) return fastest_jump(law.gravity, across, most, jump_speed);
  std::optional<JumpFlight> flight = jump_flight(law, across, jump_speed);
  if (flight) flight = flight_at_least(place.min_speed, law, *flight, place.pad_radius);
  return flight && flight->planar_speed <= most + kSpeedRounding ? flight : std::nullopt;
}

// A snapshot may hold anything: what is no state is the first.
JumpState JumpMemory::state() const {
  const double number = numbers_[kState];
  const bool is_one = 0.0 <= number && number < static_cast<double>(kJumpStateNames.size());
  return is_one ? static_cast<JumpState>(static_cast<int>(number)) : JumpState::approach;
}

std::optional<double> JumpMemory::run_up() const {
  return numbers_[kRunUp] > 0.0 ? std::optional(numbers_[kRunUp] - 1.0) : std::nullopt;
}

JumpReport JumpMemory::report(std::uint64_t tick) const {
  const double now = static_cast<double>(tick) + 1.0;
  JumpReport report{.state = state(), .is_new = numbers_[kChangedAt] == now};
  if (numbers_[kSteered] != now) return report;
  const double number = numbers_[kEvents];
  const unsigned events = 0.0 <= number && number < 8.0 ? static_cast<unsigned>(number) : 0;
  report.events = {.takes_off = (events & takes_off) != 0,
                   .is_bad_takeoff = (events & bad_takeoff) != 0,
                   .is_aborted = (events & aborted) != 0,
                   .takeoff_speed = numbers_[kSpeed]};
  if (!report.events.takes_off) report.events.takeoff_speed = 0.0;
  return report;
}

void JumpMemory::begin_attempt(double attempt) {
  for (double& number : written_)
    number = 0.0;
  written_[kAttempt] = attempt;
}

void JumpMemory::begin_step(std::uint64_t tick) {
  written_[kSteered] = static_cast<double>(tick) + 1.0;
  written_[kEvents] = 0.0;
}

void JumpMemory::set_state(JumpState state, std::uint64_t tick) {
  written_[kState] = static_cast<double>(state);
  written_[kChangedAt] = static_cast<double>(tick) + 1.0;
  written_[kIsCommitted] = 0.0;
}

void JumpMemory::abort() {
  note(aborted);
  written_[kAborts] += 1.0;
}

void JumpMemory::take_off(std::uint64_t tick, const JumpFlight& flight) {
  note(takes_off);
  written_[kTookOff] = static_cast<double>(tick);
  written_[kTime] = flight.time;
  written_[kSpeed] = flight.takeoff_velocity.z;
}

JumpRun::JumpRun(const AgentView& view, AgentIndex agent, std::span<double> memory, const JumpPlace& place)
    : view_(view),
      agent_(agent),
      memory_(memory),
      place_(place),
      flight_(flight_of(view, agent, place)),
      here_(view.position(agent)),
      velocity_(view.world().state.motion.velocity(agent)) {
  if (!flight_) return;
  speed_ = flight_->planar_speed;
  along_ = place.point ? place.point->along : direction(level_part(flight_->takeoff_velocity));
  const double tolerance =
      takeoff_tolerance(speed_, place.point ? kInfinity : place.pad_radius, flight_->time);
  lowest_ = speed_ - tolerance;
  highest_ = speed_ + tolerance;
  most_aside_ = tolerance;
  if (place.point && place.point->mode == JumpPointMode::component) {
    lowest_ = place.point->min_speed;
    highest_ = place.point->max_speed;
    most_aside_ = place.point->max_side_speed;
  }
  const Vec3 to_edge = view.displacement(here_, level_part(place.takeoff));
  ahead_ = dot(along_, to_edge);
  aside_ = dot(left_of_line(along_), -to_edge);
  speed_ahead_ = dot(along_, velocity_);
  speed_aside_ = length(velocity_ - along_ * speed_ahead_);
}

std::optional<Request> JumpRun::steer() {
  memory_.begin_step(tick());
  switch (memory_.state()) {
    case JumpState::approach:
      return approach();
    case JumpState::run_up:
      return run_up();
    case JumpState::airborne:
      return fly();
    case JumpState::landed:
    case JumpState::missed:
    case JumpState::failed:
      break;
  }
  return come_to_rest();
}

// To where the run-up begins, and on from there, or at once where the agent comes along just right.
std::optional<Request> JumpRun::approach() {
  if (!view_.world().is_grounded(agent_)) return std::nullopt;
  if (!flight_) {
    fail();
    return come_to_rest();
  }
  if (is_too_far_to_begin()) return std::nullopt;
  if (may_jump_on_the_spot()) return take_off();
  if (may_begin_at_once()) {
    set_state(JumpState::run_up);
    return run_up();
  }
  if (!memory_.run_up()) memory_.note_run_up(room_for_run_up());
  if (*memory_.run_up() < needed_run_up()) {
    fail();
    return come_to_rest();
  }
  const double margin = smaller(kRunUpMargin, 0.5 * (*memory_.run_up() - needed_run_up()));
  const double from_edge = needed_run_up() + margin;
  const Vec3 start = level_part(place_.takeoff) - along_ * from_edge;
  const Vec3 to_start = view_.displacement(here_, start);
  if (speed_ > 0.0 && length(to_start) <= clamp(margin, kLeastAtStart, kAtStart) &&
      length(velocity_) < kSlowAtStart)
    set_state(JumpState::run_up);
  Arrival arrival = ArrivalRule().arrival(view_, agent_);
  arrival.response_time = place_.response_time;
  return arrive_request(view_, agent_, to_start, arrival);
}

// Along the line of the jump with its speed, back to the line from aside. Where it is the last time to stop,
// the agent stops unless the take-off will be good; from then on it goes on whatever comes.
std::optional<Request> JumpRun::run_up() {
  if (!view_.world().is_grounded(agent_)) {
    set_state(JumpState::missed);
    return std::nullopt;
  }
  if (!flight_) {
    fail();
    return come_to_rest();
  }
  if (!memory_.is_committed() && !can_still_stop()) {
    if (!is_within(reachable_speed()) || std::fabs(aside_) > place_.radius) return abort();
    memory_.commit();
  }
  if (memory_.is_committed() && ahead_ - speed_ahead_ * view_.dt() < 0.0) return take_off();
  return run_request();
}

// A velocity is matched in the time that is left to the edge, at a constant acceleration: 2 s / (v + V).
Request JumpRun::run_request() const {
  const double speed = wanted_speed();
  const double back = clamp(2.0 * aside_, -0.5 * speed, 0.5 * speed);
  const Vec3 wanted = along_ * speed - left_of_line(along_) * back;
  const double both = speed_ahead_ + speed;
  if (!matches() || !(both > 0.0)) return velocity_request(view_, agent_, wanted, place_.response_time);
  return velocity_request(view_, agent_, wanted, larger(view_.dt(), 2.0 * larger(0.0, ahead_) / both));
}

// Nobody brakes where more speed does no harm.
double JumpRun::wanted_speed() const {
  return !place_.point || matches() ? speed_ : clamp(speed_ahead_, speed_, larger(speed_, highest_));
}

Request JumpRun::abort() {
  memory_.abort();
  set_state(memory_.aborts() >= kMostAborts ? JumpState::failed : JumpState::approach);
  return come_to_rest();
}

// From where the agent is, so never behind the edge, and with the velocity that it has.
std::optional<Request> JumpRun::take_off() {
  if (!is_good_takeoff()) memory_.note(JumpMemory::bad_takeoff);
  memory_.take_off(tick(), *flight_);
  set_state(JumpState::airborne);
  memory_.note_flight(place_now(), flight_->takeoff_velocity.z);
  return std::nullopt;
}

std::optional<Request> JumpRun::fly() {
  if (view_.world().is_grounded(agent_)) {
    set_state(has_landed_well(landing_place()) ? JumpState::landed : JumpState::missed);
    return come_to_rest();
  }
  memory_.note_flight(place_now(), view_.world().state.elevation.vz[agent_]);
  const double seconds = (static_cast<double>(tick()) - memory_.takeoff_tick()) * view_.dt();
  if (seconds > kMostFlightTimes * memory_.flight_time()) set_state(JumpState::missed);
  return std::nullopt;
}

// As hard as it can: an edge may be near.
Request JumpRun::come_to_rest() const {
  return velocity_request(view_, agent_, {}, view_.dt());
}

// Of a body that takes velocities: any.
double JumpRun::max_acceleration() const {
  return view_.request_unit(agent_) == RequestUnit::velocity ? kInfinity : view_.max_request(agent_);
}

double JumpRun::needed_run_up() const {
  return run_up_distance(speed_, max_acceleration(), place_.response_time, 0.0);
}

// How much ground there is behind the edge, along the line of the jump, that the body can walk on: as far as
// a run-up and twice its margin.
double JumpRun::room_for_run_up() const {
  constexpr double kPiece = 0.1;  // m
  const World& world = view_.world();
  const Terrain terrain(world, Terrain::Time::begin);
  const double step = world.model().step_height;
  const double whole = needed_run_up() + 2.0 * kRunUpMargin;
  double height = place_.takeoff.z;
  double behind = 0.0;
  Vec3 last = level_part(place_.takeoff);
  while (behind < whole) {
    const double next = smaller(whole, behind + kPiece);
    const Bounds& bounds = world.model().bounds;
    const Vec3 p = bounds.wrapped_if_needed(level_part(place_.takeoff) - along_ * next);
    const double body = world.model().type_of(agent_).body_height;
    const double ground = terrain.under(p, height + step).height;
    const double room = 0.99 * view_.radius(agent_);
    if (ground < height - step || terrain.blocks(last, p, {height, step, height + body}) ||
        clear_distance(world.geometry_for(agent_), bounds, p, room) < room)
      break;
    height = ground;
    last = p;
    behind = next;
  }
  return behind;
}

bool JumpRun::may_begin_at_once() const {
  if (speed_ == 0.0 || !(ahead_ > 0.0) || std::fabs(aside_) > place_.radius) return false;
  if (!(speed_ahead_ > 0.0) || speed_ahead_ > highest_ || speed_aside_ > most_aside_) return false;
  return reachable_speed() >= speed_ || speed_ahead_ >= speed_;
}

bool JumpRun::may_jump_on_the_spot() const {
  const Vec3 to_takeoff = view_.displacement(here_, level_part(place_.takeoff));
  return speed_ == 0.0 && length(velocity_) <= kAtRest && length(to_takeoff) <= place_.radius;
}

// Whether a step more leaves room enough to stop before the edge.
bool JumpRun::can_still_stop() const {
  const double step = speed_ahead_ * view_.dt();
  const double stopping = speed_ahead_ * larger(0.0, speed_ahead_) / (2.0 * max_acceleration());
  return ahead_ - step > stopping + step;
}

// The speed at the edge that is nearest to that of the jump.
double JumpRun::reachable_speed() const {
  const double most = max_acceleration();
  if (most == kInfinity) return speed_;
  const double square = speed_ahead_ * speed_ahead_;
  if (speed_ahead_ > speed_)
    return larger(speed_, std::sqrt(larger(0.0, square - 2.0 * most * larger(0.0, ahead_))));
  const double lag = matches() ? 0.0 : speed_ * place_.response_time;
  const double way = larger(0.0, ahead_ - lag);
  return smaller(speed_, std::sqrt(square + 2.0 * most * way));
}

bool JumpRun::is_within(double speed) const {
  return lowest_ <= speed && speed <= highest_;
}

bool JumpRun::is_good_takeoff() const {
  return speed_ == 0.0 || (is_within(speed_ahead_) && speed_aside_ <= most_aside_);
}

Vec3 JumpRun::place_now() const {
  return {here_.x, here_.y, view_.world().state.elevation.z[agent_]};
}

// Where the feet met the ground within the last step, as seen from above, and the height that they have now.
Vec3 JumpRun::landing_place() const {
  const JumpLaw law = view_.world().fall_law(agent_);
  const Vec3 now = place_now();
  const Vec3 before = memory_.last_place();
  const double dt = view_.dt();
  const double until = smaller(dt, jump_time(law, memory_.last_rise(), now.z - before.z).value_or(dt));
  const double part = until * drag_phi(law.air_drag * until).phi1 / (dt * drag_phi(law.air_drag * dt).phi1);
  const Vec3 way = view_.displacement(level_part(before), level_part(now));
  return level_part(before) + way * part + Vec3{0.0, 0.0, now.z};
}

// From a jump point it is wherever the agent could jump up again from.
bool JumpRun::has_landed_well(Vec3 place) const {
  if (!place_.point) return is_on_pad(place);
  const World& world = view_.world();
  const double apex = jump_apex(world.fall_law(agent_), world.jump_speed(agent_)).height;
  return place.z >= place_.takeoff.z - apex;
}

// Without a number of its own: farther than the run-up and the way in which the agent could stop.
bool JumpRun::is_too_far_to_begin() const {
  if (!place_.point || memory_.run_up()) return false;
  double most = place_.point->lookahead;
  if (most < 0.0)
    most = run_up_distance(speed_, max_acceleration(), place_.response_time, kRunUpMargin) +
           run_up_distance(length(velocity_), max_acceleration(), 0.0, 0.0);
  return length(view_.displacement(here_, level_part(place_.takeoff))) > most;
}

bool JumpRun::is_on_pad(Vec3 place) const {
  const Vec3 off = view_.displacement(level_part(place_.landing), level_part(place));
  if (length(off) > place_.pad_radius) return false;
  const Footing footing = Terrain(view_.world(), Terrain::Time::begin).under(here_, place.z + kFeetTouch);
  const double rise = length(footing.slope) * (place_.pad_radius + view_.dt() * length(velocity_));
  return std::fabs(place.z - place_.landing.z) <= kSameHeight + rise;
}

}  // namespace drover
