#include "sim/step/elevation.h"

#include <algorithm>
#include <cmath>

#include "ballistics/drag.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

// So that a clock whose seconds are so many that pieces vanish in its rounding goes on, too [s].
inline constexpr double kShortestPiece = 1e-9;

PlatformPose pose_at(const Platform& platform, double clock) {
  return {platform.shift_at(clock), platform.top_at(clock)};
}

bool holds(const World& world, std::uint32_t platform, const PlatformPose& pose, Vec3 p) {
  const Model& model = world.model();
  return model.regions[model.platforms[platform].region()].shape.encloses(p - pose.shift);
}

BodyHeights heights_of(const World& world, AgentIndex i, double feet) {
  const bool steps = world.state.elevation.grounded[i] != 0;
  return {.feet = feet,
          .step = steps ? world.model().step_height : 0.0,
          .head = feet + world.model().type_of(i).body_height};
}

// Whether a body over a rising platform would have no room any more under what is above it.
bool is_squeezed(const World& world, AgentIndex i, std::uint32_t platform, const PlatformMove& move) {
  if (move.to.top <= move.from.top) return false;
  const Vec3 p = world.state.motion.position(i) + (move.to.shift - move.from.shift);
  const double least = world.state.elevation.z[i] + world.model().step_height;
  const double ceiling = Terrain(world, Terrain::Time::begin).ceiling_over(p, least, platform);
  const double room = ceiling - world.model().type_of(i).body_height;
  return move.from.top <= room + kFeetTouch && room < move.to.top;
}

// Whether a top at this place would pass through a body, that is be above its feet and below its head.
bool cuts(const World& world, AgentIndex i, std::uint32_t platform, const PlatformPose& pose) {
  const BodyHeights body = heights_of(world, i, world.state.elevation.z[i]);
  return body.feet + body.step + kFeetTouch < pose.top && pose.top < body.head &&
         holds(world, platform, pose, world.state.motion.position(i));
}

// A body that is in the way already does not hold the platform: that would wait for ever.
bool is_in_the_way(const World& world, AgentIndex i, std::uint32_t platform, const PlatformMove& move) {
  const bool is_over = holds(world, platform, move.from, world.state.motion.position(i)) &&
                       move.from.top <= world.state.elevation.z[i] + kFeetTouch;
  if (is_over) return is_squeezed(world, i, platform, move);
  return cuts(world, i, platform, move.to) && !cuts(world, i, platform, move.from);
}

bool is_blocked(const World& world, std::uint32_t platform, const PlatformMove& move) {
  return std::ranges::any_of(world.state.platform_bodies[platform],
                             [&](AgentIndex i) { return is_in_the_way(world, i, platform, move); });
}

// One pass over all bodies: each platform looks at its own.
void find_platform_bodies(World& world) {
  const Model& model = world.model();
  for (std::vector<AgentIndex>& bodies : world.state.platform_bodies)
    bodies.clear();
  const AgentRange bodies = model.agent_rows();
  for (AgentIndex i = bodies.first; i < bodies.last; ++i) {
    if (!world.is_present(i)) continue;
    model.statics->ground.visit_platforms_near(world.state.motion.position(i), [&](std::uint32_t k) {
      world.state.platform_bodies[k].push_back(i);
    });
  }
}

FallLaw fall_law(const World& world, AgentIndex i) {
  const JumpLaw law = world.fall_law(i);
  return {law.gravity, law.air_drag};
}

// How fast the feet rise of one that leaves the ground in this step by a jump; 0 of all others [m/s].
double takeoff_speed(const World& world, AgentIndex i) {
  return world.state.takeoff_speeds.empty() ? 0.0 : world.state.takeoff_speeds[i];
}

bool leaves_ground(const World& world, AgentIndex i) {
  return takeoff_speed(world, i) > 0.0;
}

// Lets feet follow or meet the top of a platform in the last `duration` of the step.
void follow_platform(const World& world, std::uint32_t index, double duration, const FallLaw& law,
                     Feet& feet) {
  const PlatformMove& move = world.state.platform_moves[index];
  if (!move.runs) return follow_ground(feet, {.duration = duration, .height = move.from.top}, law);
  const double dt = world.model().dt;
  double elapsed = dt - duration;
  while (elapsed < dt) {
    const HeightPiece piece = world.model().platforms[index].piece_from(move.clock + elapsed, dt - elapsed);
    follow_ground(feet, piece, law);
    elapsed += larger(piece.duration, kShortestPiece);
  }
}

// How fast the top of a platform rises at the end of the step [m/s].
double end_speed(const World& world, std::uint32_t platform) {
  if (platform == kNoIndex) return 0.0;
  Feet feet{.z = world.state.platform_moves[platform].from.top};
  follow_platform(world, platform, world.model().dt, {}, feet);
  return feet.vz;
}

// The feet of an agent in a step: from where the body was to where it gets.
class FeetStep {
 public:
  FeetStep(const World& world, AgentIndex i)
      : world_(world),
        i_(i),
        end_(world, Terrain::Time::end),
        from_(world.state.motion.position(i)),
        way_(world.model().bounds.displacement(from_, world.state.next.position(i))),
        law_(fall_law(world, i)),
        step_(world.model().step_height),
        feet_{.z = world.state.elevation.z[i],
              .vz = world.state.elevation.vz[i],
              .grounded = world.state.elevation.grounded[i] != 0} {}

  Feet move() {
    if (world_.model().type_of(i_).is_dictated())
      stand_on(end_.under(goal(), feet_.z + step_));
    else if (const double speed = takeoff_speed(world_, i_); speed > 0.0)
      jump(speed);
    else if (feet_.grounded)
      walk();
    else
      fall(from_, world_.model().dt);
    return feet_;
  }

 private:
  Vec3 goal() const { return world_.state.next.position(i_); }
  Vec3 at(double part) const {
    return part == 1.0 ? goal() : world_.model().bounds.wrapped_if_needed(from_ + way_ * part);
  }

  void stand_on(const Footing& footing) {
    feet_.grounded = true;
    feet_.z = footing.height;
    feet_.vz = dot(footing.slope, world_.state.next.velocity(i_)) + end_speed(world_, footing.platform);
  }

  void jump(double speed) {
    feet_.grounded = false;
    feet_.vz = speed;
    fall(from_, world_.model().dt);
  }

  void walk() {
    const std::uint32_t platform = platform_under(world_, i_);
    const double before = feet_.z;
    if (platform != kNoIndex) follow_platform(world_, platform, world_.model().dt, law_, feet_);
    if (!feet_.grounded) return catch_feet(before);
    const Stride stride = end_.stride(from_, goal(), feet_.z, step_);
    if (!stride.falls) return stand_on(stride.footing);
    if (law_.gravity > 0.0) return step_off();
    feet_.vz = 0.0;
  }

  // In the step in which a body leaves the ground its flight begins where the ground falls away.
  void step_off() {
    double on = 0.0, off = 1.0;
    constexpr int kHalvings = 50;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle = 0.5 * (on + off);
      (end_.stride(from_, at(middle), feet_.z, step_).falls ? off : on) = middle;
    }
    const Stride edge = end_.stride(from_, at(on), feet_.z, step_);
    if (!edge.falls) stand_on(edge.footing);
    feet_.grounded = false;
    fall(at(on), (1.0 - on) * world_.model().dt);
  }

  // Flight for the last `duration` of the step, which begins over `start`.
  void fall(Vec3 start, double duration) {
    const double before = feet_.z;
    const Footing footing = end_.below_fall(start, goal(), feet_.z);
    if (footing.platform != kNoIndex) {
      follow_platform(world_, footing.platform, duration, law_, feet_);
    } else {
      const double rise = dot(footing.slope, world_.state.next.velocity(i_));
      follow_ground(feet_, {.duration = duration, .height = footing.height - rise * duration, .speed = rise},
                    law_);
    }
    if (feet_.grounded)
      stand_on(footing);
    else
      catch_feet(before);
  }

  // Nobody falls through what was below in the step.
  void catch_feet(double highest) {
    const Footing footing = end_.under(goal(), highest);
    if (feet_.z <= footing.height) stand_on(footing);
  }

  const World& world_;
  AgentIndex i_;
  Terrain end_;
  Vec3 from_, way_;
  FallLaw law_;
  double step_;
  Feet feet_;
};

// The part of a way that a body can go: all of it, or up to where it is blocked. Long ways are looked at in
// pieces, so that none leads through a narrow rise.
struct ClearWay {
  double part = 1.0;
  double blocked = 1.0;
};
ClearWay clear_part(const Terrain& terrain, Vec3 from, Vec3 way, const BodyHeights& body) {
  constexpr double kPiece = 0.25;  // m
  constexpr double kMostPieces = 16.0;
  constexpr int kHalvings = 50;
  const double pieces = clamp(std::ceil(length(way) / kPiece), 1.0, kMostPieces);
  double clear = 0.0, blocked = 2.0;
  for (double k = 1.0; k <= pieces && blocked > 1.0; k += 1.0) {
    if (terrain.blocks(from, from + way * (k / pieces), body))
      blocked = k / pieces;
    else
      clear = k / pieces;
  }
  if (blocked > 1.0) return {};
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (clear + blocked);
    (terrain.blocks(from, from + way * middle, body) ? blocked : clear) = middle;
  }
  return {clear, blocked};
}

struct Held {
  Vec3 position, velocity;
};

// A body goes up to what blocks it, then along its border with what is left of the way; its velocity loses
// the part against the border. From where it has no room already it goes anywhere.
Held slide_along_rises(const Terrain& terrain, Vec3 from, Vec3 way, Vec3 velocity, const BodyHeights& body) {
  constexpr int kMostContacts = 3;
  constexpr double kSkin = 1e-9;  // m
  Vec3 p = from;
  Vec3 left = way;
  for (int contact = 0; contact < kMostContacts; ++contact) {
    const ClearWay clear = clear_part(terrain, p, left, body);
    const Vec3 blocked = p + left * clear.blocked;
    p += left * clear.part;
    if (clear.part == 1.0) return {p, velocity};
    const Vec3 normal = terrain.normal_between(p, blocked, body);
    if (!terrain.blocks(p, p + normal * kSkin, body)) p += normal * kSkin;
    left = left * (1.0 - clear.part);
    left = left - normal * smaller(0.0, dot(left, normal));
    velocity = velocity - normal * smaller(0.0, dot(velocity, normal));
  }
  return {p, velocity};
}

void hold(World& world, AgentIndex i) {
  AgentMotion& next = world.state.next;
  const Vec3 start = world.state.motion.position(i);
  const Vec3 asked = world.model().bounds.displacement(start, next.position(i));
  // Relative to the platform that carries the body: that takes it along without moving it against anything.
  Vec3 shift;
  double feet = world.state.elevation.z[i];
  const std::uint32_t platform = platform_under(world, i);
  if (platform != kNoIndex) {
    const PlatformMove& move = world.state.platform_moves[platform];
    shift = move.to.shift - move.from.shift;
    feet += move.to.top - move.from.top;
  }
  const Vec3 carried = shift / world.model().dt;
  const Vec3 from = start + shift;
  const Vec3 way = asked - shift;
  const BodyHeights body = heights_of(world, i, feet);
  const Terrain terrain(world, Terrain::Time::end);
  if (terrain.blocks(from, from, body)) return;
  if (clear_part(terrain, from, way, body).part == 1.0) return;
  const Held held = slide_along_rises(terrain, from, way, next.velocity(i) - carried, body);
  next.set_position(i, held.position);
  next.set_velocity(i, held.velocity + carried);
}

void stand(World& world, AgentIndex i) {
  ElevationColumns& elevation = world.state.elevation;
  const Model& model = world.model();
  const double z = elevation.z[i];
  const Footing footing =
      Terrain(world, Terrain::Time::begin).under(world.state.motion.position(i), z + model.step_height);
  const bool is_high = footing.height < z - model.step_height;
  const bool falls = is_high && model.type_of(i).gravity > 0.0 && !model.type_of(i).is_dictated();
  elevation.grounded[i] = falls ? 0 : 1;
  elevation.vz[i] = 0.0;
  if (!falls && footing.platform != kNoIndex && world.state.platform_moves[footing.platform].runs) {
    const PlatformMove& move = world.state.platform_moves[footing.platform];
    elevation.vz[i] = model.platforms[footing.platform].piece_from(move.clock, model.dt).speed;
  }
  if (!is_high) elevation.z[i] = footing.height;
}

}  // namespace

void make_elevation_columns(World& world) {
  const std::size_t count = world.model().agents.size();
  if (world.state.elevation.z.size() != count) resize_columns(world.state.elevation, count);
  resize_columns(world.state.next_elevation, count);
  resize_columns(world.state.platforms, world.model().platforms.size());
  world.state.platform_moves.resize(world.model().platforms.size());
  world.state.platform_bodies.resize(world.model().platforms.size());
  // For as many as a platform may meet, within limits, so that steps ask for no memory.
  constexpr std::size_t kManyBodies = 1024;
  for (std::vector<AgentIndex>& bodies : world.state.platform_bodies)
    bodies.reserve(std::min(count, kManyBodies));
  for (std::size_t k = 0; k < world.model().platforms.size(); ++k)
    world.state.platforms.started[k] = world.model().platforms[k].condition == kNoIndex ? 1 : 0;
}

void start_platforms(World& world) {
  for (std::size_t k = 0; k < world.model().platforms.size(); ++k) {
    const Platform& platform = world.model().platforms[k];
    if (world.state.platforms.started[k] != 0) continue;
    const bool is_called = std::ranges::any_of(world.members(platform.watched), [&](AgentIndex i) {
      return world.answers(platform.condition)[i] != 0;
    });
    world.state.platforms.started[k] = is_called ? 1 : 0;
  }
}

void plan_platforms(World& world) {
  const Model& model = world.model();
  for (std::size_t k = 0; k < model.platforms.size(); ++k) {
    PlatformMove& move = world.state.platform_moves[k];
    move.clock = static_cast<double>(world.state.platforms.ticks[k]) * model.dt;
    move.runs = false;
    move.from = move.to = pose_at(model.platforms[k], move.clock);
  }
  find_platform_bodies(world);
  // One after the other: those before have decided what they do.
  for (std::uint32_t k = 0; k < model.platforms.size(); ++k) {
    if (world.state.platforms.started[k] == 0) continue;
    PlatformMove& move = world.state.platform_moves[k];
    PlatformMove planned = move;
    planned.to = pose_at(model.platforms[k], move.clock + model.dt);
    planned.runs = true;
    const bool may_wait = model.platforms[k].when_blocked() == WhenBlocked::wait;
    if (!may_wait || !is_blocked(world, k, planned)) move = planned;
  }
}

void advance_platforms(World& world) {
  for (std::size_t k = 0; k < world.state.platform_moves.size(); ++k) {
    if (world.state.platform_moves[k].runs) ++world.state.platforms.ticks[k];
  }
}

bool stand_newcomers(World& world) {
  const AgentRange bodies = world.model().agent_rows();
  bool any = false;
  for (AgentIndex i = bodies.first; i < bodies.last; ++i) {
    if (!world.is_present(i) || world.state.record.teleport_tick[i] != world.state.tick) continue;
    stand(world, i);
    any = true;
  }
  return any;
}

std::uint32_t platform_under(const World& world, AgentIndex i) {
  const ElevationColumns& elevation = world.state.elevation;
  if (world.model().platforms.empty() || elevation.grounded[i] == 0) return kNoIndex;
  const Footing footing =
      Terrain(world, Terrain::Time::begin).under(world.state.motion.position(i), elevation.z[i] + kFeetTouch);
  return footing.height >= elevation.z[i] - kFeetTouch ? footing.platform : kNoIndex;
}

void keep_flying(World& world, AgentRange range) {
  const double dt = world.model().dt;
  for (AgentIndex i = range.first; i < range.last; ++i) {
    const bool flies =
        world.is_present(i) && (world.state.elevation.grounded[i] == 0 || leaves_ground(world, i));
    const AgentType& type = world.model().type_of(i);
    if (!flies || type.is_dictated()) continue;
    world.state.next.copy_agent(world.state.motion, i);
    const Vec3 velocity = world.state.motion.velocity(i);
    const DragPhi phi = drag_phi(type.air_drag * dt);
    world.state.next.set_position(i, world.state.motion.position(i) + velocity * (dt * phi.phi1));
    world.state.next.set_velocity(i, velocity * phi.decay);
  }
}

void hold_at_rises(World& world, AgentRange range) {
  for (AgentIndex i = range.first; i < range.last; ++i) {
    if (world.is_present(i) && !world.model().type_of(i).is_dictated()) hold(world, i);
  }
}

void settle_feet(World& world, AgentRange range) {
  const ElevationColumns& now = world.state.elevation;
  ElevationColumns& next = world.state.next_elevation;
  for (AgentIndex i = range.first; i < range.last; ++i) {
    const bool moves = world.is_present(i);
    const bool was_grounded = now.grounded[i] != 0;
    const Feet feet = moves ? FeetStep(world, i).move() : Feet{now.z[i], now.vz[i], was_grounded};
    next.z[i] = feet.z;
    next.vz[i] = feet.vz;
    next.grounded[i] = feet.grounded ? 1 : 0;
    const bool falls = was_grounded && !feet.grounded && !leaves_ground(world, i);
    next.falls[i] = now.falls[i] + (falls ? 1 : 0);
  }
}

}  // namespace drover
