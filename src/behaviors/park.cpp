// park: comes to rest at a place with a heading, on the shortest curve that the body can drive and that is
// free: Dubins (American Journal of Mathematics 79, 1957) for bodies without a reverse gear, Reeds and Shepp
// (Pacific Journal of Mathematics 145, 1990) for the others. How it follows the curve is drover's own.
#include <array>
#include <cmath>

#include "core/det_math.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"
#include "vehicles/dubins.h"
#include "vehicles/reeds_shepp.h"

namespace drover {
namespace {

struct ParkDef {
  Target target;
  Parameter orientation;
  Parameter drive_speed = 1.5;
  Parameter radius_factor = 1.1;
  Parameter clearance = 0.1;
};

constexpr auto kParkFields = fields(
    field<&ParkDef::target>({.key = "target", .doc = "The place to rest at.", .required = true}),
    field<&ParkDef::orientation>({.key = "orientation",
                                  .unit = "rad",
                                  .range = closed(-1e3, 1e3),
                                  .doc = "The heading to rest with, counter-clockwise from x.",
                                  .otherwise = "that of the target, such as an agent; 0 of others"}),
    field<&ParkDef::drive_speed>({.key = "drive_speed",
                                  .unit = "m/s",
                                  .range = left_open(0, 100),
                                  .doc = "How fast it drives, at most."}),
    field<&ParkDef::radius_factor>(
        {.key = "radius_factor",
         .range = closed(1, 10),
         .doc = "Its curves are so many times as wide as the tightest circle of the body, which leaves room "
                "to correct what goes wrong."}),
    field<&ParkDef::clearance>({.key = "clearance",
                                .unit = "m",
                                .range = closed(0, 1e3),
                                .doc = "Curves keep so far off obstacles and walls."}));

// What it remembers: what it is doing, how far it has come along the curve, when it looks for a curve again;
// where the curve begins and where it leads; its pieces.
enum ParkMemory : std::size_t {
  doing,
  progress,
  retry,
  start_x,
  start_y,
  start_hx,
  start_hy,
  goal_x,
  goal_y,
  goal_hx,
  goal_hy,
  pieces
};
constexpr std::size_t kPieces = 6;
constexpr std::size_t kParkMemory = pieces + 2 * kPieces;

enum class Doing { nothing, drives, rests };

// Of a body that turns on the spot: its curves have to have some radius [m].
constexpr double kLeastRadius = 0.3;

// A curve and the straight piece behind it.
struct Way {
  std::array<CurvePiece, kPieces> pieces{};
  std::size_t count = 0;
  double length = 0.0;  // m

  void add(const CurvePiece& piece) {
    if (piece.way == 0.0) return;
    pieces[count++] = piece;
    length += std::fabs(piece.way);
  }

  PlanarPose pose_at(PlanarPose pose, double s) const {
    for (std::size_t k = 0; k < count && s > 0.0; ++k) {
      const double way = smaller(s, std::fabs(pieces[k].way));
      pose = travel_arc(pose, std::copysign(way, pieces[k].way), pieces[k].curvature);
      s -= way;
    }
    return pose;
  }

  // The piece on which an arc length is; of two that meet there the later one.
  const CurvePiece& piece_at(double s) const {
    std::size_t k = 0;
    for (; k + 1 < count && s >= std::fabs(pieces[k].way); ++k)
      s -= std::fabs(pieces[k].way);
    return pieces[k];
  }
  bool goes_backward_at(double s) const { return piece_at(s).way < 0.0; }
  double curvature_at(double s) const { return piece_at(s).curvature; }

  // The arc length of the next cusp, or of the end [m].
  double end_of_run(double s) const {
    const bool backward = goes_backward_at(s);
    double end = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
      const bool is_behind = end + std::fabs(pieces[k].way) <= s;
      if (!is_behind && (pieces[k].way < 0.0) != backward) return end;
      end += std::fabs(pieces[k].way);
    }
    return end;
  }
};

class Parking {
 public:
  Parking(const ParkDef& def, const AgentView& view, AgentIndex agent, std::span<double> memory)
      : def_(def),
        view_(view),
        agent_(agent),
        memory_(memory),
        limits_(*view.drive_limits(agent)),
        pose_(axle_of({view.position(agent), view.heading(agent)})) {}

  std::optional<Request> request() {
    const std::optional<PlanarPose> goal = find_goal();
    if (!goal) return std::nullopt;
    if (doing_now() != Doing::nothing && moved(*goal)) set_doing(Doing::nothing);
    if (doing_now() == Doing::rests && is_off(*goal)) set_doing(Doing::nothing);
    if (doing_now() == Doing::nothing && std::fabs(speed()) > kHalts) return rest();
    if (doing_now() == Doing::nothing && !plan(*goal)) return std::nullopt;
    if (doing_now() == Doing::drives) return follow(*goal);
    return rest();
  }

 private:
  // Slower counts as at rest [m/s].
  static constexpr double kHalts = 0.05;

  // Along the heading [m/s].
  double speed() const { return dot(view_.velocity(agent_), pose_.heading); }
  Doing doing_now() const { return static_cast<Doing>(memory_[doing]); }
  void set_doing(Doing what) { memory_[doing] = static_cast<double>(what); }

  std::optional<PlanarPose> find_goal() const {
    const TargetState target = view_.target(def_.target, agent_);
    if (!target.found || target.is_direction) return std::nullopt;
    Vec3 heading = target.heading;
    if (def_.orientation.is_present()) {
      const det::SinCos parts = det::sin_cos(view_.value(def_.orientation, agent_));
      heading = {parts.cos, parts.sin, 0.0};
    }
    if (heading == Vec3{}) heading = {1.0, 0.0, 0.0};
    return axle_of({view_.position(agent_) + target.displacement, heading});
  }

  PlanarPose axle_of(const PlanarPose& body) const {
    return {body.position - body.heading * limits_.axle, body.heading};
  }
  Vec3 body_at(const PlanarPose& axle) const { return axle.position + axle.heading * limits_.axle; }

  // The goal is no longer where the curve leads.
  bool moved(const PlanarPose& goal) const {
    constexpr double kMoved = 0.1;  // m, and of unit vectors
    const Vec3 place{memory_[goal_x], memory_[goal_y], 0.0};
    const Vec3 heading{memory_[goal_hx], memory_[goal_hy], 0.0};
    return length(goal.position - place) > kMoved || length(goal.heading - heading) > kMoved;
  }

  // What rests is pushed off its place, or has missed it.
  bool is_off(const PlanarPose& goal) const {
    constexpr double kFarOff = 0.15;     // m
    constexpr double kTurnedOff = 0.06;  // rad
    return length(goal.position - pose_.position) > kFarOff ||
           std::fabs(upright(pose_.heading).bearing(goal.heading)) > kTurnedOff;
  }

  // Looks for the shortest free curve; where there is none, again in a while.
  bool plan(const PlanarPose& goal) {
    constexpr double kPause = 0.5;  // s
    if (view_.time() < memory_[retry]) return false;
    const double radius = curve_radius();
    const std::optional<Way> way = shortest_free(goal, radius);
    if (!way) {
      memory_[retry] = view_.time() + kPause;
      return false;
    }
    remember(*way, goal);
    return true;
  }

  // No tighter than the body turns, at the speed that it drives at.
  double curve_radius() const {
    const double speed = smaller(view_.value(def_.drive_speed, agent_), limits_.speeds.max_speed);
    const double tightest = larger(limits_.min_turn_radius, speed / limits_.turn_rate);
    return larger(kLeastRadius, tightest * view_.value(def_.radius_factor, agent_));
  }

  // Curves to the place itself, and to where it is entered straight ahead or backward: into what is narrow
  // nothing else leads.
  std::optional<Way> shortest_free(const PlanarPose& goal, double radius) const {
    std::optional<Way> best;
    for (const double run_in : {0.0, radius, -radius, 2.0 * radius, -2.0 * radius}) {
      const PlanarPose before{goal.position - goal.heading * run_in, goal.heading};
      if (limits_.speeds.reverse_speed > 0.0) {
        add_free(reeds_shepp_curves(pose_, before, radius).used(), run_in, best);
      } else if (run_in >= 0.0) {
        add_free(dubins_curves(pose_, before, radius).used(), run_in, best);
      }
    }
    return best;
  }

  // The first of these that is free, where it is shorter than the best.
  void add_free(std::span<const Curve> curves, double run_in, std::optional<Way>& best) const {
    for (const Curve& curve : curves) {
      const Way way = joined(curve, run_in);
      if (best && way.length >= best->length) return;
      if (!is_free(way)) continue;
      best = way;
      return;
    }
  }

  static Way joined(const Curve& curve, double run_in) {
    Way way;
    for (const CurvePiece& piece : curve.used())
      way.add(piece);
    way.add({0.0, run_in});
    return way;
  }

  bool is_free(const Way& way) const {
    const StaticGeometry geometry = view_.world().geometry_for(agent_);
    if (geometry.is_empty()) return true;
    const double radius = view_.radius(agent_) + view_.value(def_.clearance, agent_);
    const double piece = larger(0.1, 0.5 * view_.radius(agent_));
    Vec3 from = body_at(pose_);
    for (double s = piece; s < way.length + piece; s += piece) {
      const Vec3 to = body_at(way.pose_at(pose_, s));
      if (geometry.first_obstacle_hit(from, to, radius) || geometry.first_swept_wall_hit(from, to, radius))
        return false;
      from = to;
    }
    return true;
  }

  void remember(const Way& way, const PlanarPose& goal) {
    set_doing(Doing::drives);
    memory_[progress] = 0.0;
    remember_vector(memory_, start_x, pose_.position);
    remember_vector(memory_, start_hx, pose_.heading);
    remember_vector(memory_, goal_x, goal.position);
    remember_vector(memory_, goal_hx, goal.heading);
    for (std::size_t k = 0; k < kPieces; ++k) {
      memory_[pieces + 2 * k] = way.pieces[k].curvature;
      memory_[pieces + 2 * k + 1] = way.pieces[k].way;
    }
  }

  Way remembered() const {
    Way way;
    for (std::size_t k = 0; k < kPieces; ++k)
      way.add({memory_[pieces + 2 * k], memory_[pieces + 2 * k + 1]});
    return way;
  }

  // Along the curve, as far as it goes in one direction: there the body halts before it goes back.
  Request follow(const PlanarPose& goal) {
    const Way way = remembered();
    const PlanarPose start{remembered_vector(memory_, start_x), remembered_vector(memory_, start_hx)};
    const double side = way.goes_backward_at(memory_[progress]) ? -1.0 : 1.0;
    const double end = way.end_of_run(memory_[progress]);
    PlanarPose at = way.pose_at(start, memory_[progress]);
    const double ahead = side * dot(pose_.position - at.position, at.heading);
    memory_[progress] = clamp(memory_[progress] + ahead, memory_[progress], end);
    at = way.pose_at(start, memory_[progress]);

    constexpr double kThere = 0.03;  // m
    const double left = end - memory_[progress];
    if (left <= kThere && std::fabs(speed()) <= kHalts) {
      if (end >= way.length) return end_drive(goal);
      memory_[progress] = end + kLengthEpsilon;
      return rest();
    }
    return run({way, at, side, left});
  }

  // The curve ends here: it rests, or tries once more where it has missed the place.
  Request end_drive(const PlanarPose& goal) {
    set_doing(is_off(goal) ? Doing::nothing : Doing::rests);
    return rest();
  }

  struct Run {
    const Way& way;
    PlanarPose at;  // of the curve, beside the body
    double side;    // 1 forward, -1 backward
    double left;    // m
  };
  // The errors e to the left of the curve and theta of the heading decay as those of a damped spring over the
  // way, whatever the speed u: w = k u - 2 |u| theta / l - u e / l^2.
  Request run(const Run& run) const {
    constexpr double kErrorLength = 0.7;  // l, m
    constexpr double kPreview = 0.2;      // s, as the wheel takes time to turn
    const double s = memory_[progress] + std::fabs(speed()) * kPreview;
    const double curvature = run.way.curvature_at(smaller(s, memory_[progress] + run.left));
    const double u = run.side * speed_on(run, curvature);
    const Frame frame = upright(run.at.heading);
    const double e = frame.left_part(pose_.position - run.at.position);
    const double theta = frame.bearing(pose_.heading);
    const double turn =
        curvature * u - 2.0 * std::fabs(u) * theta / kErrorLength - u * e / (kErrorLength * kErrorLength);
    return {pose_.heading * u, about_up(turn == 0.0 ? kDrivenTurn : turn)};
  }

  // So that it halts at the end of the run, and slowly while the wheel is not yet turned as the curve asks.
  double speed_on(const Run& run, double curvature) const {
    constexpr double kUsedBrake = 0.5;
    constexpr double kSlow = 0.2, kCreep = 0.04;  // m/s
    const double most = smaller(view_.value(def_.drive_speed, agent_),
                                run.side > 0.0 ? limits_.speeds.max_speed : limits_.speeds.reverse_speed);
    const double halting = std::sqrt(2.0 * kUsedBrake * limits_.speeds.brake * larger(0.0, run.left - 0.02));
    const bool moves = std::fabs(speed()) > kHalts;
    const double present = moves ? view_.rotation(agent_) / speed() : 0.0;
    const double missing = std::fabs(curvature - present) * limits_.min_turn_radius;
    const double turned = larger(kSlow, most * clamp(1.0 - 2.0 * missing, 0.0, 1.0));
    return larger(kCreep, smaller(smaller(most, turned), halting));
  }

  static Request rest() { return {Vec3{}}; }

  const ParkDef& def_;
  const AgentView& view_;
  AgentIndex agent_;
  std::span<double> memory_;
  DriveLimits limits_;
  PlanarPose pose_;  // of the point that moves along the heading, as are curves and goal
};

std::optional<Request> steer(const ParkDef& def, const AgentView& view, AgentIndex agent) {
  return Parking(def, view, agent, view.memory_to_write(agent)).request();
}

bool has_parked(const ParkDef&, const AgentView& view, AgentIndex agent) {
  return view.memory(agent)[doing] == static_cast<double>(Doing::rests);
}

std::vector<Problem> check_in_world(const ParkDef&, const World& world, std::uint32_t type) {
  const AgentType& agents = world.model().types[type];
  if (agents.locomotion->drive_limits != nullptr && agents.request_unit == RequestUnit::velocity) return {};
  return {{.pointer = "",
           .message = "only drivers park: bodies that go along their heading, with an actuator that takes "
                      "velocities",
           .hint = "Take \"bicycle\" or another such locomotion, and the actuator \"car\", \"motorbike\" or "
                   "\"tank\"."}};
}

constexpr TypedBehavior<ParkDef> kTypedPark = {
    .info = {.name = "park",
             .summary = "Comes to rest at a place with a heading, on the shortest curve that its body can "
                        "drive.",
             .source = "Dubins 1957; Reeds and Shepp 1990; how it follows the curve is drover's own",
             .example = R"({"type": "park", "target": {"point": [10, 5]}, "orientation_deg": 90})",
             .related = "arrive, car, bicycle",
             .not_in_space = "only bodies on the ground park; take arrive and align there"},
    .fields = kParkFields,
    .memory = kParkMemory,
    .asks_for_full_speed = false,
    .steer = steer,
    .goal = [](const ParkDef& def, const AgentView& view,
               AgentIndex agent) { return fixed_goal(view, def.target, agent); },
    .finished = has_parked,
    .aim_at = [](const ParkDef& def, const AgentView& view,
                 AgentIndex agent) { return view.displacement_to(def.target, agent); },
    .check_in_world = check_in_world,
};

}  // namespace

extern constexpr BehaviorKind kPark = make_behavior<kTypedPark>();

}  // namespace drover
