// A jump from its run-up to the landing, in one step of one agent: Millington, AI for Games, 3rd ed., 3.6,
// with a run-up along the line of the jump and a test that sweeps the step, so that nobody leaves the ground
// behind the edge. See jumps.md.
#pragma once

#include <optional>
#include <span>

#include "ballistics/jump.h"
#include "sim/definitions/jump_report.h"
#include "sim/step/agent_view.h"

namespace drover {

// How the feet leave the ground: full, with the jump_speed of the agent's type, or fastest, as fast as the
// shortest flight to the pad needs.
DROVER_ENUM(TakeoffSpeed, full, fastest)

// What of the velocity counts at a jump point: component, the part along its direction and the one across, or
// match, all of it.
DROVER_ENUM(JumpPointMode, component, match)

// How to leave the ground where nothing says where the jump ends.
struct JumpPoint {
  Vec3 along = {};                    // unit, in the plane
  double min_speed = 0.0;             // along it [m/s]
  double max_speed = kInfinity;       // along it [m/s]
  double max_side_speed = kInfinity;  // across it [m/s]
  JumpPointMode mode = JumpPointMode::component;
  double lookahead = kInfinity;  // no attempt begins farther away [m]; negative: as far as it needs
};

// From where to where an agent jumps.
struct JumpPlace {
  Vec3 takeoff, landing;    // feet; as seen from the world's middle where it wraps [m]
  double radius = 0.5;      // of the take-off: beside its point [m]
  double pad_radius = 0.5;  // of the pad [m]
  double response_time = 0.1;
  TakeoffSpeed speed = TakeoffSpeed::full;
  double min_speed = 0.0;               // of the run-up to a pad, though a slower one would do [m/s]
  std::optional<JumpPoint> point = {};  // instead of the landing
};

// The flight between two places in the plane and over a height, as far as this agent can do it; nothing
// without one. That from a jump point ends at the height that it begins at.
std::optional<JumpFlight> flight_of(const AgentView& view, AgentIndex agent, const JumpPlace& place);

// What an agent remembers of its jump, as numbers of a memory.
class JumpMemory {
  enum Slot : std::size_t {
    kState,
    kChangedAt,    // the step in which the state became what it is, and 1 [ticks]
    kSteered,      // the last step in which it steered, and 1 [ticks]
    kEvents,       // what came about in that step: the sum of Event
    kAttempt,      // which attempt it is
    kAborts,       // in this attempt
    kIsCommitted,  // to the take-off: it is too late to stop
    kRunUp,        // the length of the run-up that the ground has room for, and 1; 0: not known [m]
    kTookOff,      // the step of the take-off [ticks]
    kTime,         // how long the flight takes [s]
    kSpeed,        // upwards, with which it takes off [m/s]
    kX,            // in the last step of the flight: x, y and the height of the feet [m], how fast they rise
    kZ = kX + 2,
    kVz,
    kCount
  };

 public:
  static constexpr std::size_t kWidth = kCount;
  enum Event : unsigned { takes_off = 1, bad_takeoff = 2, aborted = 4 };

  // Only to look at.
  explicit JumpMemory(std::span<const double> numbers) : numbers_(numbers) {}
  // To change.
  explicit JumpMemory(std::span<double> numbers) : numbers_(numbers), written_(numbers) {}

  JumpState state() const;
  double attempt() const { return numbers_[kAttempt]; }
  double aborts() const { return numbers_[kAborts]; }
  bool is_committed() const { return numbers_[kIsCommitted] != 0.0; }
  std::optional<double> run_up() const;
  double ticks_since_change(std::uint64_t tick) const {
    return static_cast<double>(tick) + 1.0 - numbers_[kChangedAt];
  }
  double takeoff_tick() const { return numbers_[kTookOff]; }
  double flight_time() const { return numbers_[kTime]; }
  Vec3 last_place() const { return remembered_vector(numbers_, kX, kZ); }
  double last_rise() const { return numbers_[kVz]; }
  // In the step of this tick.
  JumpReport report(std::uint64_t tick) const;

  void begin_attempt(double attempt);
  // In the step of this tick.
  void begin_step(std::uint64_t tick);
  void set_state(JumpState state, std::uint64_t tick);
  void note(Event event) { written_[kEvents] += static_cast<double>(event); }
  void abort();
  void commit() { written_[kIsCommitted] = 1.0; }
  void note_run_up(double length) { written_[kRunUp] = 1.0 + length; }
  void take_off(std::uint64_t tick, const JumpFlight& flight);
  void note_flight(Vec3 place, double rise) {
    remember_vector(written_, kX, place, kZ);
    written_[kVz] = rise;
  }

 private:
  std::span<const double> numbers_;
  std::span<double> written_;
};

// One agent in one step.
class JumpRun {
 public:
  JumpRun(const AgentView& view, AgentIndex agent, std::span<double> memory, const JumpPlace& place);

  // Goes on with the jump. Returns what is asked of the body; nothing in the air.
  std::optional<Request> steer();

 private:
  std::optional<Request> approach();
  std::optional<Request> run_up();
  std::optional<Request> fly();
  Request come_to_rest() const;
  std::optional<Request> take_off();
  Request abort();
  void fail() { set_state(JumpState::failed); }
  void set_state(JumpState state) { memory_.set_state(state, tick()); }
  void land();

  std::uint64_t tick() const { return view_.world().state.tick; }
  double max_acceleration() const;
  double distance_to_gain(double speed) const;
  double needed_run_up() const;
  double room_for_run_up() const;
  bool may_begin_at_once() const;
  bool may_jump_on_the_spot() const;
  bool can_still_stop() const;
  double reachable_speed() const;
  bool is_within(double speed) const;
  bool is_good_takeoff() const;
  Vec3 place_now() const;
  Vec3 landing_place() const;
  bool has_landed_well(Vec3 place) const;
  bool is_on_pad(Vec3 place) const;
  bool is_too_far_to_begin() const;
  bool matches() const { return place_.point && place_.point->mode == JumpPointMode::match; }
  double wanted_speed() const;
  Request run_request() const;

  const AgentView& view_;
  AgentIndex agent_;
  JumpMemory memory_;
  JumpPlace place_;
  std::optional<JumpFlight> flight_;
  Vec3 along_;           // unit, of the line of the jump; zero of one on the spot
  double speed_ = 0.0;   // along it, at the take-off [m/s]
  double lowest_ = 0.0;  // along the line at a good take-off [m/s]
  double highest_ = 0.0;
  double most_aside_ = 0.0;   // across it [m/s]
  Vec3 here_, velocity_;      // in the plane
  double ahead_ = 0.0;        // left to the edge [m]
  double aside_ = 0.0;        // to the left of the line [m]
  double speed_ahead_ = 0.0;  // along the line [m/s]
  double speed_aside_ = 0.0;  // across it, without a sign [m/s]
};

}  // namespace drover
