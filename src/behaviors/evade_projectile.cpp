// evade_projectile: steps out of the way of what flies at the agent, and away from where it will explode.
// Millington, AI for Games, 3rd ed., 3.5.2, names predicting where shots land so as to evade them; how it is
// done here is our own. See projectiles.md.
#include "behaviors/projectiles.h"
#include "core/frame.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/geometry/body_sweep.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

struct EvadeProjectileDef {
  Reference projectile{ReferenceType::projectile_type, {}, kNoIndex};
  double horizon = 1.5;
  double range = 50.0;
  Parameter fov = det::kTwoPi;
  Parameter margin = 0.3;
  Parameter reaction = 0.0;
  Parameter response_time = 0.1;
};

constexpr auto kEvadeProjectileFields = fields(
    field<&EvadeProjectileDef::projectile>(kProjectileSelection),
    field<&EvadeProjectileDef::horizon>(
        {.key = "horizon",
         .unit = "s",
         .range = left_open(0, 30),
         .doc = "It reacts to what will touch it, or explode near it, within this time."}),
    field<&EvadeProjectileDef::range>(kProjectileRange),
    field<&EvadeProjectileDef::fov>(
        {.key = "fov",
         .unit = "rad",
         .range = left_open(0, det::kTwoPi),
         .doc = "Field of view around its heading; what it evades already it does not lose from view."}),
    field<&EvadeProjectileDef::margin>(
        {.key = "margin",
         .unit = "m",
         .range = closed(0, 1e3),
         .doc = "It evades what would come nearer to its body than this, the radius of the projectile "
                "aside."}),
    field<&EvadeProjectileDef::reaction>(
        {.key = "reaction",
         .unit = "s",
         .range = closed(0, 1e3),
         .doc = "It reacts to a projectile when that has been in flight for this time."}),
    field<&EvadeProjectileDef::response_time>(kResponseTime));

ForecastNeed forecast(const EvadeProjectileDef& def) {
  return {.horizon = def.horizon, .range = def.range, .paths = true, .dangers = true};
}

// A body as projectiles meet it. On ground with heights that is an upright cylinder: a ball around its
// middle contains it, and seen from above it has its radius.
struct EvadingBody {
  PassingBody motion;
  double ball = 0.0;   // radius of the ball [m]
  double round = 0.0;  // seen from above, in space as the ball [m]
};

EvadingBody evading_body(const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  const double radius = view.radius(agent);
  EvadingBody body{{view.position(agent), world.state.motion.velocity(agent)}, radius, radius};
  if (!world.model().is_elevated()) return body;
  const double half = 0.5 * world.model().type_of(agent).body_height;
  body.motion.center.z = world.state.elevation.z[agent] + half;
  body.motion.velocity.z = world.state.elevation.vz[agent];
  body.ball = std::sqrt(radius * radius + half * half);
  return body;
}

// What an agent has to get away from.
struct ProjectileThreat {
  std::size_t row = kNoIndex;
  double time = kInfinity;  // when it is near [s]
  bool explodes = false;
  Vec3 from;    // from its place then to the agent [m]
  Vec3 flight;  // its velocity then, relative to the agent [m/s]
};

// Memory: the number of the projectile that it evades, 0 for none; the direction in which it does.
constexpr std::size_t kEvadeProjectileMemory = 3;
constexpr std::size_t kHeightOfSide = 3;

class ThreatSearch {
 public:
  ThreatSearch(const EvadeProjectileDef& def, const AgentView& view, AgentIndex agent)
      : def_(def),
        view_(view),
        agent_(agent),
        forecast_(*view.world().forecast()),
        body_(evading_body(view, agent)),
        margin_(view.value(def.margin, agent)),
        evaded_(static_cast<std::uint32_t>(view.memory(agent)[0])) {}

  // The one that is near first; of several at the same time that with the lowest number.
  ProjectileThreat find() {
    const double reach =
        body_.ball + forecast_.largest_radius() + margin_ + length(body_.motion.velocity) * def_.horizon;
    forecast_.visit_pieces(view_.position(agent_), reach, [&](const PathPiece& piece) { add_pass(piece); });
    forecast_.visit_dangers(view_.position(agent_), body_.round, [&](std::size_t row) { add_danger(row); });
    return first_;
  }

 private:
  bool is_evaded(std::size_t row) const {
    return evaded_ != 0 && view_.world().state.projectiles.number[row] == evaded_;
  }

  bool is_seen(std::size_t row) const {
    if (!concerns(def_.projectile, view_, agent_, row)) return false;
    if (is_evaded(row)) return true;
    const Vec3 displacement = displacement_to_projectile(view_, agent_, row);
    return length(displacement) <= def_.range &&
           projectile_age(view_, row) >= view_.value(def_.reaction, agent_) &&
           is_in_view(view_.heading(agent_), displacement, view_.value(def_.fov, agent_));
  }

  // One that it evades already counts as long as it would hit an agent that stopped: it does not stop before
  // it is out of its way.
  void add_pass(const PathPiece& piece) {
    if (piece.begin > smaller(def_.horizon, first_.time)) return;
    const auto phase = static_cast<ProjectilePhase>(view_.world().state.projectiles.phase[piece.row]);
    const bool is_still = view_.world().state.projectiles.velocity(piece.row) == Vec3{};
    if (phase != ProjectilePhase::flies && (phase != ProjectilePhase::rolls || is_still)) return;
    const bool is_evaded_piece = is_evaded(piece.row);
    PassingBody body = body_.motion;
    add(piece, body);
    if (!is_evaded_piece) return;
    body.velocity = {};
    add(piece, body);
  }

  void add(const PathPiece& piece, const PassingBody& body) {
    const ProjectileModel& model = view_.world().model().projectiles;
    const double gap = model.types[view_.world().state.projectiles.type[piece.row]].radius + margin_;
    if (!forecast_.may_pass(view_.world(), piece, body, body_.ball + gap)) return;
    const ClosestPass pass = forecast_.pass(view_.world(), piece, body);
    if (pass.distance > body_.ball + gap || pass.time > def_.horizon || !is_seen(piece.row)) return;
    ProjectileThreat threat;
    threat.row = piece.row;
    threat.time = pass.time;
    const double share =
        piece.end > piece.begin ? (pass.time - piece.begin) / (piece.end - piece.begin) : 0.0;
    const Vec3 center = body.center + body.velocity * pass.time;
    const Vec3 place = piece.from + (piece.to - piece.from) * share;
    threat.from = in_reach_of(view_, -view_.displacement(center, place));
    if (length(threat.from) > body_.round + gap) return;
    if (piece.end > piece.begin) threat.flight = (piece.to - piece.from) / (piece.end - piece.begin);
    threat.flight = in_reach_of(view_, threat.flight - body.velocity);
    consider(threat);
  }

  void add_danger(std::size_t row) {
    const Danger& danger = *forecast_.danger(row);
    if (danger.time > def_.horizon) return;
    const Vec3 from = -in_reach_of(view_, view_.displacement(view_.position(agent_), danger.place));
    if (!(length(from) < danger.radius + body_.round) || !is_seen(row)) return;
    consider({.row = row, .time = danger.time, .explodes = true, .from = from, .flight = {}});
  }

  void consider(const ProjectileThreat& threat) {
    const bool is_first =
        threat.time < first_.time || (threat.time == first_.time && threat.row < first_.row);
    if (is_first) first_ = threat;
  }

  const EvadeProjectileDef& def_;
  const AgentView& view_;
  AgentIndex agent_;
  const ProjectileForecast& forecast_;
  EvadingBody body_;
  double margin_;
  std::uint32_t evaded_;
  ProjectileThreat first_;
};

// Whether the body gets so far to a side before something stops it.
bool is_side_free(const AgentView& view, AgentIndex agent, Vec3 way) {
  const StaticGeometry geometry = view.world().geometry_for(agent);
  if (geometry.is_empty()) return true;
  const Vec3 p = view.position(agent);
  return !first_touch(geometry, p, p + way, view.radius(agent));
}

// Across the flight, to the side on which the agent is of it: so it has the least way to go. In the middle
// of it to the left, as the agent sees it that looks where the projectile comes from. To the other side where
// something stands in the way.
Vec3 evading_side(const ProjectileThreat& threat, const AgentView& view, AgentIndex agent) {
  constexpr double kMiddle = 1e-6;  // m
  const Vec3 along = direction(threat.flight);
  if (along == Vec3{}) {
    const Vec3 away = direction(threat.from);
    return away == Vec3{} ? view.heading(agent) : away;
  }
  const Vec3 off = threat.from - along * dot(threat.from, along);
  const Vec3 side = length(off) > kMiddle ? direction(off) : left_of(-along);
  const double way = 2.0 * view.radius(agent);
  return !is_side_free(view, agent, side * way) && is_side_free(view, agent, side * -way) ? -side : side;
}

Vec3 way_out(const ProjectileThreat& threat, const AgentView& view, AgentIndex agent) {
  const std::span<double> memory = view.memory_to_write(agent);
  const double number = view.world().state.projectiles.number[threat.row];
  if (threat.explodes) {
    memory[0] = number;
    remember_vector(memory, 1, {}, kHeightOfSide);
    const Vec3 away = direction(threat.from);
    return away == Vec3{} ? view.heading(agent) : away;
  }
  const Vec3 before = remembered_vector(memory, 1, kHeightOfSide);
  if (memory[0] == number && before != Vec3{}) return before;
  memory[0] = number;
  const Vec3 side = evading_side(threat, view, agent);
  remember_vector(memory, 1, side, kHeightOfSide);
  return side;
}

std::optional<Request> steer(const EvadeProjectileDef& def, const AgentView& view, AgentIndex agent) {
  if (view.world().forecast() == nullptr) return std::nullopt;
  const ProjectileThreat threat = ThreatSearch(def, view, agent).find();
  if (threat.row == kNoIndex) {
    std::ranges::fill(view.memory_to_write(agent), 0.0);
    return std::nullopt;
  }
  const Vec3 way = way_out(threat, view, agent);
  return velocity_request(view, agent, way * view.full_speed(agent), view.value(def.response_time, agent));
}

constexpr TypedBehavior<EvadeProjectileDef> kTypedEvadeProjectile = {
    .info = {.name = "evade_projectile",
             .summary = "Steps out of the way of what flies at the agent, and away from where it explodes.",
             .source = "Millington, AI for Games, 3rd ed., 3.5.2, names the need; own rules",
             .example = R"({"type": "evade_projectile", "horizon": 1.5, "reaction": 0.2})",
             .related = "flee_blast, catch_projectile, evade",
             .in_space = true},
    .fields = kEvadeProjectileFields,
    .memory = kEvadeProjectileMemory,
    .memory_of_heights = 1,
    .leads = false,
    .steer = steer,
    .forecast = forecast,
};

}  // namespace

extern constexpr BehaviorKind kEvadeProjectile = make_behavior<kTypedEvadeProjectile>();

}  // namespace drover
