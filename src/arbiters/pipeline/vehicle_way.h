// How the actuators of a pipeline take vehicles to a goal: by manoeuvres made of arcs of their turning
// circles and straight pieces. Millington, AI for Games, 3.4.5 (the path is what the actuator makes of the
// goal) and 3rd ed., 3.8.1 (each manoeuvre is considered in turn); the geometry is drover's own.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "arbiters/pipeline/path_output.h"
#include "core/enum_names.h"
#include "sim/definitions/drive_limits.h"
#include "vehicles/curve.h"

namespace drover {

// arc: an arc and then straight, to the side of the goal. far_arc: to the other side. reverse: the same
// backward, to the side that is shorter. back_and_turn: backward until the circle reaches the goal, or else
// with the wheels the other way, then arc. ahead_and_turn: ahead until the circle reaches the goal, which is
// inside of it, then arc. three_point: an arc, one backward with the wheels the other way, then arc.
DROVER_ENUM(Manoeuvre, arc, far_arc, reverse, back_and_turn, ahead_and_turn, three_point)

struct VehicleRule {
  PathOutputRule output;
  Parameter turn_radius;
  Parameter arrive_radius = 0.3;
};

inline constexpr auto kVehicleFields = join(
    fields(field<&VehicleRule::turn_radius>(
               {.key = "turn_radius",
                .unit = "m",
                .range = closed(0, 1e5),
                .doc = "Radius of the tightest circle that is planned with. 0: it turns on the spot.",
                .otherwise = "that of the body"}),
           field<&VehicleRule::arrive_radius>(
               {.key = "arrive_radius",
                .unit = "m",
                .range = closed(0, 1e5),
                .doc = "So near to the goal is there: a circle that passes it no farther off will do."})),
    embed<&VehicleRule::output>(kPathRequestFields));

// What a vehicle remembers: the piece of a manoeuvre that it has begun and ends before it decides again.
inline constexpr std::size_t kVehicleMemory = 6;

// The way by which a vehicle would go to a goal.
struct VehicleWay {
  Curve curve;                  // of the point that moves along the heading
  bool brakes = false;          // in its first piece, straight on
  std::size_t begins_with = 0;  // so many pieces, after that one, are ended once they are begun
};

class Vehicle {
 public:
  Vehicle(const VehicleRule& rule, const PartView& part, const PipelineGoal& goal);

  // Whether it plans with circles: bodies that turn on the spot go straight to where they want to be.
  bool has_circle() const { return radius_ > 0.0; }

  // What it has begun.
  std::optional<VehicleWay> continued() const;
  // `turn`: of the arcs that make room [rad].
  std::optional<VehicleWay> way(Manoeuvre manoeuvre, double turn) const;
  // Of arc, far_arc and reverse, and of the two that make room for a goal inside of the circle, the one that
  // is there first.
  std::optional<VehicleWay> soonest() const;

  // As the constraints of a pipeline see it: chords of at most 0.1 m sagitta, but no more than 16 an arc.
  PipelinePath path_of(const VehicleWay& way, std::size_t number) const;
  // What takes the body along it; notes what it has begun.
  Request follow(const VehicleWay& way, const PipelinePath& path, double speed_limit) const;

 private:
  using Pieces = std::span<const CurvePiece>;

  double corner_speed_of(double curvature) const;
  double speed_on(const CurvePiece& piece) const;
  double duration(const VehicleWay& way) const;
  bool is_there() const;
  double wanted_speed(const VehicleWay& way, double speed_limit) const;
  bool is_inside_circle() const;
  void note(const VehicleWay& way) const;

  void begin(VehicleWay& way, double direction, double speed) const;
  std::optional<VehicleWay> arc_by(double side) const;
  std::optional<VehicleWay> reverse_arc() const;
  std::optional<VehicleWay> with_room(Pieces room) const;
  std::optional<VehicleWay> back_and_turn(double turn) const;
  std::optional<VehicleWay> ahead_and_turn() const;
  std::optional<VehicleWay> three_point(double turn) const;

  const VehicleRule& rule_;
  const PartView& part_;
  const PipelineGoal& goal_;
  DriveLimits limits_;
  bool drives_itself_ = false;  // the body takes a speed and a rate of turn
  double radius_ = 0.0;         // of the tightest circle [m]
  double reach_ = 0.0;          // m
  double full_speed_ = 0.0;     // m/s
  double speed_ = 0.0;          // along the heading, negative backward [m/s]
  double side_ = 1.0;           // of the goal: 1 left, -1 right
  PlanarPose pose_;             // of the point that moves along the heading
  Vec3 place_;                  // where it goes [m]
};

// The ways of an actuator, in the order in which they are tried: `way(k)` for k from 0 to count - 1, some of
// which may not be there. The `number`-th of those that are.
template <class WayOf>
std::optional<PipelinePath> numbered_path(const Vehicle& vehicle, std::size_t count, std::size_t number,
                                          const WayOf& way) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::optional<VehicleWay> found = way(k);
    if (!found) continue;
    if (number == 0) return vehicle.path_of(*found, k);
    --number;
  }
  return std::nullopt;
}

}  // namespace drover
