#include "arbiters/pipeline/vehicle_way.h"

#include <algorithm>
#include <cmath>

#include "vehicles/arc_to_point.h"
#include "vehicles/decision_arcs.h"

namespace drover {
namespace {

// What a vehicle remembers of a piece that it has begun; no side: nothing.
enum VehicleMemorySlot : std::size_t { kSide, kCurvature, kEnd, kNextCurvature = kEnd + 2, kNextWay };
static_assert(kNextWay + 1 == kVehicleMemory);

// Shorter pieces are done with [m].
constexpr double kPieceEnd = 0.05;
// Who makes room for a goal inside of a circle ends so many radii from its center: with less it would be
// inside again, if it misses the circle by a little.
constexpr double kRoom = 1.2;
// How much of the brake is planned with.
constexpr double kPlannedBrake = 0.8;

void add_piece(Curve& curve, double curvature, double way) {
  if (way == 0.0) return;
  curve.pieces[curve.count++] = {curvature, way};
  curve.length += std::fabs(way);
}

void add_pieces(Curve& curve, const Curve& more, double direction) {
  for (const CurvePiece& piece : more.used())
    add_piece(curve, direction * piece.curvature, direction * piece.way);
}

double side_of(double left) {
  return left < 0.0 ? -1.0 : 1.0;
}

DriveLimits limits_of_body(const PartView& part) {
  if (const auto limits = part.view.drive_limits(part.agent)) return *limits;
  DriveLimits limits;
  limits.speeds.max_speed = part.view.max_speed(part.agent);
  limits.speeds.reverse_speed = 0.0;
  if (part.view.request_unit(part.agent) == RequestUnit::acceleration) {
    limits.lateral_grip = larger(1e-6, part.view.max_request(part.agent));
    limits.speeds.brake = limits.lateral_grip;
  } else {
    limits.speeds.brake = 1e9;  // it halts at once
  }
  return limits;
}

}  // namespace

Vehicle::Vehicle(const VehicleRule& rule, const PartView& part, const PipelineGoal& goal)
    : rule_(rule), part_(part), goal_(goal), limits_(limits_of_body(part)) {
  const AgentView& view = part.view;
  const Vec3 heading = view.heading(part.agent);
  drives_itself_ =
      view.drive_limits(part.agent).has_value() && view.request_unit(part.agent) == RequestUnit::velocity;
  radius_ = view.value_or(rule.turn_radius, part.agent, limits_.min_turn_radius);
  reach_ = part.value(rule.arrive_radius);
  full_speed_ = smaller(view.full_speed(part.agent), limits_.speeds.max_speed);
  speed_ = dot(view.velocity(part.agent), heading);
  pose_ = {part.here() - heading * limits_.axle, heading};
  place_ = goal.position.value_or(part.here() + goal.velocity.value_or(Vec3{}));
  side_ = side_of(in_body_frame(pose_, place_).y);
  if (!goal.position) radius_ = 0.0;  // a velocity is no place to plan a way to
}

double Vehicle::corner_speed_of(double curvature) const {
  if (curvature == 0.0) return full_speed_;
  const double radius = 1.0 / std::fabs(curvature);
  const double held = smaller(corner_speed(radius, limits_.lateral_grip), limits_.turn_rate * radius);
  return smaller(full_speed_, held);
}

// Signed. A turn as small as the last of an arc holds nobody up [m/s].
double Vehicle::speed_on(const CurvePiece& piece) const {
  constexpr double kAligned = 0.05;  // rad
  const bool is_arc = std::fabs(piece.curvature * piece.way) > kAligned;
  const double speed = is_arc ? corner_speed_of(piece.curvature) : full_speed_;
  return piece.way < 0.0 ? -smaller(speed, limits_.speeds.reverse_speed) : speed;
}

// About how long it takes [s].
double Vehicle::duration(const VehicleWay& way) const {
  constexpr double kCusp = 1.0;  // s, to halt and to start
  double time = kCusp * static_cast<double>(cusp_count(way.curve));
  double before = speed_;
  for (std::size_t k = 0; k < way.curve.count; ++k) {
    const CurvePiece& piece = way.curve.pieces[k];
    const bool brakes = k == 0 && way.brakes;
    const double next = brakes && k + 1 < way.curve.count ? speed_on(way.curve.pieces[k + 1]) : 0.0;
    const double end = next * before < 0.0 ? 0.0 : next;
    const double speed = brakes ? 0.5 * (before + end) : speed_on(piece);
    time += std::fabs(piece.way / speed);
    before = speed;
  }
  return time;
}

bool Vehicle::is_inside_circle() const {
  const Vec3 seen = in_body_frame(pose_, place_);
  const Vec3 off{seen.x, std::fabs(seen.y) - radius_, 0.0};
  return length(off) < radius_ - reach_;
}

// Straight on until the body has the speed, in the direction, with which the way goes on.
void Vehicle::begin(VehicleWay& way, double direction, double speed) const {
  const bool turns_back = speed_ * direction < 0.0;
  const double excess = speed_ * speed_ - (turns_back ? 0.0 : speed * speed);
  const double room = larger(0.0, excess) / (2.0 * limits_.speeds.brake);
  if (room <= 0.2 * kPieceEnd) return;
  way.brakes = true;
  add_piece(way.curve, 0.0, speed_ < 0.0 ? -room : room);
}

// The tighter the circle, the sooner it leads to the goal and the longer the body brakes for it: of some
// circles, from that which the present speed allows to the tightest, the one that is there first.
std::optional<VehicleWay> Vehicle::arc_by(double side) const {
  constexpr int kCircles = 4;
  constexpr double kUsedGrip = 0.8;
  const double ahead = larger(0.0, speed_);
  const double by_speed =
      larger(ahead * ahead / (kUsedGrip * limits_.lateral_grip), ahead / limits_.turn_rate);
  const double widest = larger(radius_, by_speed);
  std::optional<VehicleWay> best;
  double least = kInfinity;
  for (int k = 0; k <= kCircles; ++k) {
    const double radius = widest + (radius_ - widest) * (static_cast<double>(k) / kCircles);
    VehicleWay way;
    begin(way, 1.0, corner_speed_of(1.0 / radius));
    const auto arc =
        arc_to_point(pose_at(way.curve, pose_, way.curve.length), place_, {radius, side}, reach_);
    if (!arc) continue;
    add_pieces(way.curve, *arc, 1.0);
    const double time = duration(way);
    if (best && !(time < least)) continue;
    best = way;
    least = time;
    if (widest == radius_) break;
  }
  return best;
}

std::optional<VehicleWay> Vehicle::reverse_arc() const {
  if (limits_.speeds.reverse_speed == 0.0) return std::nullopt;
  std::optional<VehicleWay> best;
  for (const double side : {1.0, -1.0}) {
    VehicleWay way;
    begin(way, -1.0, limits_.speeds.reverse_speed);
    PlanarPose back = pose_at(way.curve, pose_, way.curve.length);
    back.heading = -back.heading;
    const auto arc = arc_to_point(back, place_, {radius_, side}, reach_);
    if (!arc) continue;
    add_pieces(way.curve, *arc, -1.0);
    // What is to get there is before the axle.
    if (way.curve.count > 0) way.curve.pieces[way.curve.count - 1].way -= limits_.axle;
    if (!best || way.curve.length < best->curve.length) best = way;
  }
  return best;
}

// Pieces that make room, and then an arc.
std::optional<VehicleWay> Vehicle::with_room(Pieces room) const {
  VehicleWay way;
  const double direction = room.front().way < 0.0 ? -1.0 : 1.0;
  begin(way, direction, std::fabs(speed_on(room.front())));
  way.begins_with = room.size();
  for (const CurvePiece& piece : room)
    add_piece(way.curve, piece.curvature, piece.way);
  const PlanarPose then = pose_at(way.curve, pose_, way.curve.length);
  const double side = side_of(in_body_frame(then, place_).y);
  const auto near = arc_to_point(then, place_, {radius_, side}, reach_);
  const auto far = arc_to_point(then, place_, {radius_, -side}, reach_);
  if (!near && !far) return std::nullopt;
  add_pieces(way.curve, near && (!far || near->length <= far->length) ? *near : *far, 1.0);
  return way;
}

std::optional<VehicleWay> Vehicle::back_and_turn(double turn) const {
  if (limits_.speeds.reverse_speed == 0.0) return std::nullopt;
  const Vec3 seen = in_body_frame(pose_, place_);
  CurvePiece room{-side_ / radius_, -turn * radius_};
  if (is_inside_circle()) {
    const double across = std::fabs(seen.y) - radius_;
    room = {0.0, seen.x - std::sqrt(kRoom * kRoom * radius_ * radius_ - across * across)};
  }
  return with_room(Pieces(&room, 1));
}

std::optional<VehicleWay> Vehicle::ahead_and_turn() const {
  if (!is_inside_circle()) return std::nullopt;
  const Vec3 seen = in_body_frame(pose_, place_);
  const double across = std::fabs(seen.y) - radius_;
  const CurvePiece room{0.0, seen.x + std::sqrt(kRoom * kRoom * radius_ * radius_ - across * across)};
  return with_room(Pieces(&room, 1));
}

std::optional<VehicleWay> Vehicle::three_point(double turn) const {
  if (limits_.speeds.reverse_speed == 0.0) return std::nullopt;
  const double curvature = side_ / radius_;
  const std::array<CurvePiece, 2> room{{{curvature, turn * radius_}, {-curvature, -turn * radius_}}};
  return with_room(room);
}

std::optional<VehicleWay> Vehicle::way(Manoeuvre manoeuvre, double turn) const {
  switch (manoeuvre) {
    case Manoeuvre::arc:
      return arc_by(side_);
    case Manoeuvre::far_arc:
      return arc_by(-side_);
    case Manoeuvre::reverse:
      return reverse_arc();
    case Manoeuvre::back_and_turn:
      return back_and_turn(turn);
    case Manoeuvre::ahead_and_turn:
      return ahead_and_turn();
    case Manoeuvre::three_point:
      return three_point(turn);
  }
  return std::nullopt;
}

std::optional<VehicleWay> Vehicle::soonest() const {
  std::optional<VehicleWay> best = arc_by(side_);
  const auto consider = [&](const std::optional<VehicleWay>& other) {
    if (other && (!best || duration(*other) < duration(*best))) best = other;
  };
  consider(arc_by(-side_));
  consider(reverse_arc());
  if (!is_inside_circle()) return best;
  consider(back_and_turn(0.0));
  consider(ahead_and_turn());
  return best;
}

std::optional<VehicleWay> Vehicle::continued() const {
  const std::span<const double> memory = part_.memory;
  const double direction = memory[kSide];
  if (direction == 0.0) return std::nullopt;
  std::array<CurvePiece, 2> room;
  std::size_t count = 0;
  VehicleWay first;
  begin(first, direction, full_speed_);
  const PlanarPose from = pose_at(first.curve, pose_, first.curve.length);
  const Vec3 left = part_.view.displacement(from.position, remembered_vector(memory, kEnd));
  if (direction * dot(left, from.heading) > kPieceEnd) {
    // An arc over a chord c of a circle of curvature k is 2 asin(k c / 2) / k long.
    const double curvature = std::fabs(memory[kCurvature]);
    const double chord = length(left);
    const double arc = 2.0 * det::asin(smaller(1.0, 0.5 * curvature * chord));
    room[count++] = {memory[kCurvature], direction * (curvature > 0.0 ? arc / curvature : chord)};
  }
  if (memory[kNextWay] != 0.0) room[count++] = {memory[kNextCurvature], memory[kNextWay]};
  if (count == 0) return std::nullopt;
  return with_room(Pieces(room).first(count));
}

PipelinePath Vehicle::path_of(const VehicleWay& way, std::size_t number) const {
  constexpr double kSagitta = 0.1;      // of a chord [m]
  constexpr double kMostChords = 16.0;  // of an arc
  PipelinePath path(part_.here());
  path.number = number;
  if (way.curve.count == 0) path.add(part_.here());
  PlanarPose pose = pose_;
  for (std::size_t k = 0; k < way.curve.count; ++k) {
    const CurvePiece& piece = way.curve.pieces[k];
    // The position gets there before the axle.
    const bool is_last = k + 1 == way.curve.count;
    const double cut = is_last && piece.way > 0.0 ? smaller(limits_.axle, piece.way) : 0.0;
    const double whole = piece.way - cut;
    const double curvature = std::fabs(piece.curvature);
    const double chord = 2.0 * std::sqrt(2.0 * kSagitta * curvature);  // rad
    const double chords =
        curvature == 0.0 ? 1.0 : clamp(std::ceil(std::fabs(whole) * curvature / chord), 1.0, kMostChords);
    for (double n = 0.0; n < chords; n += 1.0) {
      pose = travel_arc(pose, whole / chords, piece.curvature);
      path.add(pose.position + pose.heading * limits_.axle);
    }
  }
  return path;
}

// Signed: as fast as the piece allows, and so that the body has the speeds of the pieces to come where they
// begin: rest at a cusp and at a goal to rest at.
double Vehicle::wanted_speed(const VehicleWay& way, double speed_limit) const {
  const std::span<const CurvePiece> pieces = way.curve.used().subspan(way.brakes ? 1 : 0);
  if (pieces.empty()) return 0.0;
  const double direction = pieces.front().way < 0.0 ? -1.0 : 1.0;
  double speed = std::fabs(speed_on(pieces.front()));
  double ahead = 0.0;
  const auto reach = [&](double then) {
    speed = smaller(speed, std::sqrt(then * then + 2.0 * kPlannedBrake * limits_.speeds.brake * ahead));
  };
  constexpr double kCreep = 0.3;  // m/s, into a cusp
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (pieces[k].way * direction < 0.0) {
      reach(kCreep);
      return direction * smaller(speed, speed_limit);
    }
    if (k > 0) reach(std::fabs(speed_on(pieces[k])));
    ahead += std::fabs(pieces[k].way);
  }
  if (goal_.is_final) {
    const Arrival arrival{part_.value(rule_.output.arrival_time), part_.value(rule_.output.response_time),
                          true, goal_.passing_speed};
    const double left = larger(0.0, ahead - (direction > 0.0 ? limits_.axle : 0.0));
    const Vec3 way_left = drover::direction(place_ - part_.here()) * left;
    speed = smaller(
        speed, length(arrive_velocity(part_.view, part_.agent, way_left, arrival, goal_.place_velocity)));
  }
  return direction * smaller(speed, speed_limit);
}

// Who means to rest does so near enough to the goal, once it is abeam.
bool Vehicle::is_there() const {
  const Vec3 left = place_ - part_.here();
  return goal_.is_final && goal_.passing_speed == 0.0 && length(left) <= reach_ &&
         dot(left, pose_.heading) * speed_ <= 0.0;
}

Request Vehicle::follow(const VehicleWay& way, const PipelinePath& path, double speed_limit) const {
  note(way);
  const double speed = is_there() ? 0.0 : wanted_speed(way, speed_limit);
  if (!drives_itself_) {
    const Vec3 ahead = direction(path.first_ahead() - path.start());
    Request request = velocity_request(part_.view, part_.agent, ahead * std::fabs(speed),
                                       part_.value(rule_.output.response_time));
    request.angular = turn_of_goal(rule_.output, part_, goal_);
    return request;
  }
  double turn = 0.0;
  if (!way.brakes && way.curve.count > 0) {
    const CurvePiece& piece = way.curve.pieces[0];
    const double left = kTurnGain * std::fabs(piece.curvature * piece.way);
    turn = clamp(piece.curvature * speed, -left, left);
  }
  return {pose_.heading * speed, about_up(turn == 0.0 ? kDrivenTurn : turn)};
}

void Vehicle::note(const VehicleWay& way) const {
  const std::span<double> memory = part_.memory;
  std::ranges::fill(memory, 0.0);
  if (way.begins_with == 0) return;
  const std::size_t first = way.brakes ? 1 : 0;
  const CurvePiece& piece = way.curve.pieces[first];
  double until = 0.0;
  for (std::size_t k = 0; k <= first; ++k)
    until += std::fabs(way.curve.pieces[k].way);
  memory[kSide] = piece.way < 0.0 ? -1.0 : 1.0;
  memory[kCurvature] = piece.curvature;
  remember_vector(memory, kEnd, pose_at(way.curve, pose_, until).position);
  if (way.begins_with < 2) return;
  memory[kNextCurvature] = way.curve.pieces[first + 1].curvature;
  memory[kNextWay] = way.curve.pieces[first + 1].way;
}

}  // namespace drover
