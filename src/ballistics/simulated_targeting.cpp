#include "ballistics/simulated_targeting.h"

#include <optional>

#include "ballistics/firing.h"
#include "ballistics/scalar_search.h"
#include "core/det_math.h"
#include "core/frame.h"

namespace drover {
namespace {

constexpr double kFarShort = 1e9;              // [m]
constexpr double kStraightUp = 1e-6;           // horizontal distances below count as none [m]
constexpr double kSteepest = 0.75 * det::kPi;  // [rad]

// What is known of a simulated flight, in the frame of the shot.
struct SampledFlight {
  bool reaches = false;  // x = R before it sinks
  double reach_time = 0.0;
  Vec3 reach_point;

  bool falls = false;  // through the height of the target
  double fall_time = 0.0;
  Vec3 fall_point;

  bool sinks = false;  // below the lower of start and target: it is over
  double end_x = 0.0;

  double passing = kFarShort;  // the least distance from the target
  double passing_time = 0.0;
};

// A straight piece of a flight.
struct FlightPiece {
  Vec3 from;
  Vec3 to;
  double time;
  double dt;

  Vec3 point(double share) const { return from + (to - from) * share; }
};

void note_passing(SampledFlight& flight, const FlightPiece& piece, Vec3 target) {
  const Vec3 way = piece.to - piece.from;
  const double way2 = length2(way);
  const double share = way2 > 0.0 ? clamp(dot(target - piece.from, way) / way2, 0.0, 1.0) : 0.0;
  const double distance = length(target - piece.point(share));
  if (!(distance < flight.passing)) return;
  flight.passing = distance;
  flight.passing_time = piece.time + share * piece.dt;
}

void note_piece(SampledFlight& flight, const FlightPiece& piece, Vec3 target) {
  note_passing(flight, piece, target);
  // Only what descends sinks: a shot may start at the floor.
  const double floor = smaller(0.0, target.z);
  const double descent = piece.from.z - piece.to.z;
  const double sink_share =
      descent > 0.0 && piece.to.z < floor ? clamp((piece.from.z - floor) / descent, 0.0, 1.0) : 1.0;
  flight.sinks = descent > 0.0 && piece.to.z < floor;
  flight.end_x = piece.point(sink_share).x;

  if (!flight.reaches && piece.to.x >= target.x) {
    const double share = (target.x - piece.from.x) / (piece.to.x - piece.from.x);
    if (share <= sink_share) {
      flight.reaches = true;
      flight.reach_time = piece.time + share * piece.dt;
      flight.reach_point = piece.point(share);
    }
  }
  if (!flight.falls && piece.from.z >= target.z && piece.to.z < target.z) {
    const double share = (piece.from.z - target.z) / descent;
    flight.falls = true;
    flight.fall_time = piece.time + share * piece.dt;
    flight.fall_point = piece.point(share);
  }
}

// A direction that was found, and when the shot arrives.
struct TargetingTry {
  TargetingOutcome outcome;
  Vec3 direction = {};
  SampledFlight flight = {};
  double time = 0.0;
};

// The search for a target that stands.
class TargetingSearch {
 public:
  TargetingSearch(const TargetingShot& shot, Vec3 target, const TargetingRule& rule,
                  FunctionRef<void(FlightState&, double)> advance)
      : shot_(shot), rule_(rule), advance_(advance) {
    const Vec3 displacement = target - shot.start.position;
    const Vec3 level = direction({displacement.x, displacement.y, 0.0});
    frame_ = upright(level == Vec3{} ? Vec3{1.0, 0.0, 0.0} : level);
    target_ = in_frame(displacement);
  }

  TargetingTry solve() {
    if (target_.x < kStraightUp) return straight();
    if (const std::optional<TargetingTry> first = without_drag()) return *first;
    return shot_.arc == TargetingArc::low ? low() : high();
  }

  int flights() const { return flights_; }
  double top_elevation() const { return top_; }

 private:
  Vec3 in_frame(Vec3 v) const { return {dot(v, frame_.forward), frame_.left_part(v), v.z}; }

  Vec3 muzzle_direction(double elevation, double bearing) const {
    const auto e = det::sin_cos(elevation);
    const auto b = det::sin_cos(bearing);
    return frame_.vector({e.cos * b.cos, e.cos * b.sin, e.sin});
  }

  SampledFlight fly(Vec3 aim) {
    ++flights_;
    FlightState state = shot_.start;
    state.velocity += aim * shot_.speed;
    SampledFlight flight;
    FlightPiece piece{{}, {}, 0.0, rule_.sample_dt};
    for (double step = 1.0; !flight.sinks && piece.time < rule_.max_flight_time; step += 1.0) {
      advance_(state, piece.dt);
      piece.to = in_frame(state.position - shot_.start.position);
      note_piece(flight, piece, target_);
      piece.from = piece.to;
      piece.time = step * piece.dt;
    }
    return flight;
  }

  double miss_of(const SampledFlight& flight) const {
    return flight.reaches ? flight.reach_point.z - target_.z : -kFarShort - (target_.x - flight.end_x);
  }

  bool is_small(double miss) const { return miss < rule_.tolerance && miss > -rule_.tolerance; }

  TargetingTry straight() {
    const bool is_down = shot_.arc == TargetingArc::low && target_.z < 0.0;
    const Vec3 aim = is_down ? -kUp : kUp;
    const SampledFlight flight = fly(aim);
    const bool hits = flight.passing < rule_.tolerance;
    const bool is_late = shot_.arc == TargetingArc::high && flight.falls;
    return {hits ? TargetingOutcome::solved : TargetingOutcome::unreachable, aim, flight,
            is_late ? flight.fall_time : flight.passing_time};
  }

  std::optional<TargetingTry> without_drag() {
    const FiringSolution solution =
        firing_solution(frame_.vector(target_), -shot_.start.velocity, shot_.speed, shot_.gravity);
    const std::optional<FiringArc>& arc = shot_.arc == TargetingArc::low ? solution.low : solution.high;
    if (!arc) return std::nullopt;
    const SampledFlight flight = fly(arc->direction);
    if (!(flight.passing < rule_.tolerance)) return std::nullopt;
    return TargetingTry{TargetingOutcome::solved, arc->direction, flight, flight.passing_time};
  }

  // The elevation that passes the target highest; false where that is too low.
  bool find_top(double bearing) {
    constexpr int kSteps = 40;
    top_ = golden_minimum(rule_.elevation_min, kSteepest, kSteps, [&](double elevation) {
      return -miss_of(fly(muzzle_direction(elevation, bearing)));
    });
    return miss_of(fly(muzzle_direction(top_, bearing))) >= 0.0;
  }

  // Bisects elevations between one whose miss is below 0 and one whose miss is not.
  template <class Miss>
  TargetingTry bisected(double below, double above, double bearing, const Miss& miss) {
    for (int i = 0; i < rule_.max_iterations; ++i) {
      const double elevation = 0.5 * (below + above);
      const Vec3 aim = muzzle_direction(elevation, bearing);
      const SampledFlight flight = fly(aim);
      const double value = miss(flight);
      if (is_small(value)) return {TargetingOutcome::solved, aim, flight};
      (value < 0.0 ? below : above) = elevation;
    }
    return {TargetingOutcome::not_converged};
  }

  TargetingTry low() {
    constexpr int kRounds = 10;
    double bearing = 0.0;
    for (int round = 0; round < kRounds; ++round) {
      if (!find_top(bearing)) return {TargetingOutcome::unreachable};
      TargetingTry found = bisected(rule_.elevation_min, top_, bearing,
                                    [this](const SampledFlight& flight) { return miss_of(flight); });
      if (found.outcome != TargetingOutcome::solved) return found;
      found.time = found.flight.reach_time;
      const double aside = found.flight.reach_point.y;
      if (is_small(aside)) return found;
      bearing -= det::atan2(aside, target_.x);
    }
    return {TargetingOutcome::not_converged};
  }

  TargetingTry high() {
    if (!find_top(0.0)) return {TargetingOutcome::unreachable};
    const TargetingTry calm = bisected(kSteepest, top_, 0.0, [this](const SampledFlight& flight) {
      return flight.falls ? flight.fall_point.x - target_.x : -kFarShort;
    });
    const bool is_found = calm.outcome == TargetingOutcome::solved;
    return against_drift(is_found ? calm.direction : kUp);
  }

  TargetingTry against_drift(Vec3 aim) {
    constexpr int kRounds = 40;
    for (int round = 0; round < kRounds; ++round) {
      const SampledFlight flight = fly(aim);
      if (!flight.falls) break;
      const Vec3 miss{target_.x - flight.fall_point.x, target_.y - flight.fall_point.y, 0.0};
      if (length(miss) < rule_.tolerance) return {TargetingOutcome::solved, aim, flight, flight.fall_time};
      const Vec3 correction = frame_.vector(miss / (flight.fall_time * shot_.speed));
      const Vec3 level = clip({aim.x + correction.x, aim.y + correction.y, 0.0}, 1.0);
      aim = level + kUp * std::sqrt(larger(0.0, 1.0 - length2(level)));
    }
    return {TargetingOutcome::not_converged};
  }

  TargetingShot shot_;
  TargetingRule rule_;
  FunctionRef<void(FlightState&, double)> advance_;
  Frame frame_ = {};
  Vec3 target_;  // (R, 0, h)
  double top_ = 0.0;
  int flights_ = 0;
};

}  // namespace

Targeting simulated_targeting(const TargetingShot& shot, const TargetingRule& rule,
                              FunctionRef<void(FlightState&, double)> advance) {
  constexpr int kRounds = 20;
  constexpr double kSettled = 0.1;  // of the tolerance
  Targeting result;
  Vec3 target = shot.target;
  for (int round = 0; round < kRounds; ++round) {
    TargetingSearch search(shot, target, rule, advance);
    const TargetingTry found = search.solve();
    result = {found.outcome,        found.direction,        found.time,
              found.flight.passing, search.top_elevation(), result.flights + search.flights()};
    if (found.outcome != TargetingOutcome::solved) break;
    const Vec3 next = shot.target + shot.target_velocity * found.time;
    if (length(next - target) <= kSettled * rule.tolerance) return result;
    target = next;
  }
  if (result.outcome == TargetingOutcome::solved) result.outcome = TargetingOutcome::not_converged;
  result.direction = {};  // never the nearest shot
  return result;
}

}  // namespace drover
