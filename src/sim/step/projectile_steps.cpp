#include "sim/step/projectile_steps.h"

#include <algorithm>
#include <tuple>

#include "sim/definitions/ticks.h"
#include "sim/step/projectile_flight.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

void copy_row(ProjectileColumns& projectiles, std::size_t from, std::size_t to) {
  ProjectileColumns::for_each_column([&](auto column) {
    auto& values = projectiles.*column.member;
    values[to] = values[from];
  });
}

void clear_row(ProjectileColumns& projectiles, std::size_t row) {
  ProjectileColumns::for_each_column([&](auto column) { (projectiles.*column.member)[row] = {}; });
}

// Scenarios have no place farther away [m], and nothing that flies is faster [m/s].
bool is_within_reach(const FlightState& flying) {
  constexpr double kFarthest = 1e6;
  const auto is_small = [](Vec3 v) {
    return std::fabs(v.x) <= kFarthest && std::fabs(v.y) <= kFarthest && std::fabs(v.z) <= kFarthest;
  };
  return is_small(flying.position) && is_small(flying.velocity);
}

// How long it has been in flight [s].
double age_of(const World& world, std::size_t row) {
  return static_cast<double>(world.state.tick - world.state.projectiles.launched[row]) * world.model().dt;
}

// When in the step its fuse or its lifetime ends, as a fraction; nothing where neither does. A fuse ends
// first.
ProjectileHit end_by_time(const World& world, std::size_t row) {
  const ProjectileType& type = world.model().projectiles.types[world.state.projectiles.type[row]];
  const double age = age_of(world, row);
  ProjectileHit end;
  end.add({.t = (type.fuse - age) / world.model().dt, .met = Met::fuse});
  end.add({.t = (type.lifetime - age) / world.model().dt, .met = Met::lifetime});
  return end;
}

// A hit ends a flight; of those with a fuse it does not.
bool is_solid(Met met) {
  return met == Met::agent || met == Met::obstacle || met == Met::wall || met == Met::ground;
}

ProjectilePhase phase_of(const World& world, std::size_t row) {
  return static_cast<ProjectilePhase>(world.state.projectiles.phase[row]);
}
void set_phase(World& world, std::size_t row, ProjectilePhase phase) {
  world.state.projectiles.phase[row] = static_cast<std::uint8_t>(phase);
}
// Balls of the plane roll.
ProjectilePhase free_phase(const World& world, std::uint32_t type) {
  const bool rolls =
      world.model().dimensions == Dimensions::plane && world.model().projectiles.types[type].ball;
  return rolls ? ProjectilePhase::rolls : ProjectilePhase::flies;
}

// Whether the ground under what lies there is gone.
bool is_left_by_ground(const World& world, Vec3 p, double radius) {
  constexpr double kTouchingGround = 1e-6;  // m
  const double bottom = p.z - radius;
  const Footing footing = Terrain(world, Terrain::Time::end).under({p.x, p.y, 0.0}, bottom + kTouchingGround);
  return footing.height < bottom - kTouchingGround;
}

}  // namespace

void ProjectileSteps::begin(const World& world, std::size_t workers) {
  const Model& model = world.model();
  std::size_t actions = 0;
  for (const AgentType& type : model.types)
    actions = std::max(actions, type.actions.size());
  const std::size_t agents = model.body_count();
  workers_.resize(workers);
  for (Worker& worker : workers_) {
    worker.acting.reserve(agents);
    worker.actions.launches.reserve(agents * actions);
    worker.actions.hand_moves.reserve(agents * actions);
    worker.actions.effects.reserve(agents * actions);
  }
  launches_.reserve(agents * actions);
  hand_moves_.reserve(agents * actions);
  finder_.begin_step(world, 0.0);  // makes room for its cells
  hits_.resize(model.projectiles.room);
  bounces_.resize(model.projectiles.room);
  shots_.reserve(agents * actions);
  balls_.reserve(model.projectiles.room);
  ball_motion_.reserve(world);
  near_.reserve(agents);
  // More of them in one step than this allocate once.
  constexpr std::size_t kManyImpacts = 16384;
  const std::size_t many = std::min(model.projectiles.room, kManyImpacts);
  impacts_.reserve(many);
  handlings_.reserve(many);
  blasts_.reserve(many);
  effects_.reserve(many);
}

void ProjectileSteps::act(World& world, std::span<const PerceptionPass> perceptions, AgentRange range,
                          std::size_t worker) {
  auto& [acting, list] = workers_[worker];
  const Model& model = world.model();
  for (std::uint32_t type = 0; type < model.types.size(); ++type) {
    const std::vector<Action>& actions = model.types[type].actions;
    for (std::uint32_t k = 0; k < actions.size(); ++k) {
      const Action& action = actions[k];
      const auto all =
          action.mode == kNoIndex ? world.state.agents_of(type) : world.state.agents_in(type, action.mode);
      acting.clear();
      for (const AgentIndex i : within(range, all))
        if (action.condition == kNoIndex || world.answers(action.condition)[i] != 0) acting.push_back(i);
      ActionContext context(world, perceptions, action, k, list);
      action.kind->act(action.params.get(), context, acting);
    }
  }
}

void ProjectileSteps::launch(World& world) {
  launches_.clear();
  hand_moves_.clear();
  shots_.clear();
  handlings_.clear();
  for (Worker& worker : workers_) {
    ActionList& list = worker.actions;
    launches_.insert(launches_.end(), list.launches.begin(), list.launches.end());
    hand_moves_.insert(hand_moves_.end(), list.hand_moves.begin(), list.hand_moves.end());
    effects_.take(list.effects);
    list.launches.clear();
    list.hand_moves.clear();
  }
  std::ranges::sort(launches_, {},
                    [](const Launch& launch) { return std::pair(launch.owner, launch.action); });
  std::ranges::sort(hand_moves_, {}, [](const HandMove& move) { return std::pair(move.agent, move.action); });
  for (const Launch& launch : launches_)
    add(world, launch);
  for (const HandMove& move : hand_moves_)
    handle(world, move);
}

void ProjectileSteps::add(World& world, const Launch& launch) {
  if (world.model().projectiles.types[launch.type].is_instant) {
    ++world.state.shots.shots[launch.owner];
    shots_.push_back({++world.state.projectile_counts.fired[0], launch});
    return;
  }
  ProjectileColumns& projectiles = world.state.projectiles;
  std::uint32_t& in_flight = world.state.projectile_counts.in_flight[0];
  if (in_flight == projectiles.room()) {
    ++world.state.shots.kept_back[launch.owner];
    return;
  }
  const std::size_t row = in_flight++;
  projectiles.number[row] = ++world.state.projectile_counts.fired[0];
  projectiles.type[row] = launch.type;
  projectiles.owner[row] = launch.owner;
  projectiles.launched[row] = world.state.tick;
  projectiles.is_clear[row] = 0;
  projectiles.holder[row] = launch.owner;
  projectiles.barred[row] = kNoIndex;
  set_phase(world, row, free_phase(world, launch.type));
  projectiles.set_motion(row, launch.position, launch.velocity);
  ++world.state.shots.shots[launch.owner];
  shots_.push_back({projectiles.number[row], launch});
}

// What was decided may be overtaken by what others with lower indices do: then nothing happens.
void ProjectileSteps::handle(World& world, const HandMove& move) {
  HandColumns& hands = world.state.hands;
  ProjectileColumns& projectiles = world.state.projectiles;
  const bool takes = move.what == Handled::taken;
  const AgentIndex holder = takes ? move.holder : move.agent;
  if (hands.ball[holder] == 0 || (takes && hands.ball[move.agent] != 0)) return;
  const std::size_t row = row_of_ball(world, hands.ball[holder]);
  hands.ball[holder] = 0;
  if (takes) {
    hands.ball[move.agent] = projectiles.number[row];
    hands.since[move.agent] = world.state.tick;
    projectiles.holder[row] = move.agent;
  } else {
    const Hold hold = hold_of(world, world.state.motion, world.state.elevation, holder);
    const bool is_thrown = move.what == Handled::thrown;
    projectiles.owner[row] = holder;
    projectiles.is_clear[row] = 0;
    set_phase(world, row, free_phase(world, projectiles.type[row]));
    projectiles.set_motion(row, hold.point, is_thrown ? move.velocity : hold.velocity);
    if (is_thrown) ++world.state.shots.shots[holder];
  }
  note_handling(world, row, move.agent, move.what);
}

// At the begin of the step.
void ProjectileSteps::note_handling(const World& world, std::size_t row, AgentIndex agent, Handled what) {
  const ProjectileColumns& projectiles = world.state.projectiles;
  handlings_.push_back({projectiles.number[row], projectiles.type[row], agent, world.time(),
                        projectiles.position(row), projectiles.velocity(row), what});
}

void ProjectileSteps::drop_balls_of_the_absent(World& world) {
  if (!world.state.hands.exist()) return;
  ProjectileColumns& projectiles = world.state.projectiles;
  for (std::size_t row = 0; row < world.state.projectile_counts.in_flight[0]; ++row) {
    const AgentIndex holder = projectiles.holder[row];
    if (phase_of(world, row) != ProjectilePhase::held || world.is_present(holder)) continue;
    world.state.hands.ball[holder] = 0;
    projectiles.holder[row] = kNoIndex;
    set_phase(world, row, free_phase(world, projectiles.type[row]));
    note_handling(world, row, holder, Handled::dropped);
  }
}

void ProjectileSteps::fly(World& world, WorkerPool& workers) {
  impacts_.clear();
  const std::size_t count = world.state.projectile_counts.in_flight[0];
  if (count == 0 && shots_.empty()) return effects_.apply(world);
  drop_balls_of_the_absent(world);
  const std::vector<ProjectileType>& types = world.model().projectiles.types;
  double largest = 0.0;
  for (const ProjectileType& type : types)
    largest = larger(largest, type.radius);
  finder_.begin_step(world, largest);
  for (const Shot& shot : shots_) {
    if (!(shot.launch.recoil == Vec3{}))
      push(world, {world.state.next, world.state.next_elevation}, shot.launch.owner, shot.launch.recoil);
    if (types[shot.launch.type].is_instant) hit_at_once(world, shot);
  }
  const Chunks chunks = workers.chunks_of(count);
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t row = chunks.begin(chunk); row < chunks.end(chunk); ++row)
      if (!types[world.state.projectiles.type[row]].ball) advance(world, row);
  });
  move_balls(world);
  place_held_balls(world, world.state.next, world.state.next_elevation);
  finish(world);
  explode_all(world);
  effects_.apply(world);
}

// An instant shot is over where it is fired: it has no row.
void ProjectileSteps::hit_at_once(World& world, const Shot& shot) {
  const ProjectileType& type = world.model().projectiles.types[shot.launch.type];
  const Vec3 along = direction(shot.launch.velocity);
  const Vec3 from = shot.launch.position;
  ProjectileHit hit = finder_.first_hit({.from = from,
                                         .to = from + along * type.range,
                                         .radius = type.radius,
                                         .takes_no_time = true,
                                         .immune = shot.launch.owner});
  hit.add({.t = 1.0, .met = Met::range});
  const bool explodes = type.explosion && is_solid(hit.met);
  const Vec3 point = from + along * (hit.t * type.range);
  impacts_.push_back({.projectile = shot.projectile,
                      .type = shot.launch.type,
                      .owner = shot.launch.owner,
                      .launched = world.time(),
                      .time = world.time(),
                      .point = point,
                      .velocity = {},
                      .velocity_after = {},
                      .hit = hit,
                      .exploded = explodes});
  if (hit.met == Met::agent) strike(world, type, hit.index);
  if (explodes) blasts_.push_back({world.time(), shot.projectile, point, &*type.explosion});
}

// An agent was hit.
void ProjectileSteps::strike(World& world, const ProjectileType& type, AgentIndex agent) {
  ++world.state.shots.hits[agent];
  affect(world, type, agent);
}

void ProjectileSteps::affect(const World& world, const ProjectileType& type, AgentIndex agent) {
  for (const EffectDef& effect : type.effects)
    effects_.note(world, agent, effect);
}

// Moves one projectile to the end of the step, or to where something ends its flight.
void ProjectileSteps::advance(World& world, std::size_t row) {
  ProjectileColumns& projectiles = world.state.projectiles;
  const Model& model = world.model();
  const ProjectileType& type = model.projectiles.types[projectiles.type[row]];
  bounces_[row] = {};
  hits_[row] = end_by_time(world, row);
  if (phase_of(world, row) == ProjectilePhase::rests) {
    if (!is_left_by_ground(world, projectiles.position(row), type.radius)) return;
    set_phase(world, row, ProjectilePhase::flies);
  }
  const FlightLaw law(world, type);
  const FlightState from{projectiles.position(row), projectiles.velocity(row), world.time()};
  FlightState to = law.advanced(from, model.dt);
  const AgentIndex owner = projectiles.owner[row];
  const bool is_immune = projectiles.is_clear[row] == 0;
  ProjectileHit hit = finder_.first_hit({.from = from.position,
                                         .to = to.position,
                                         .radius = type.radius,
                                         .immune = is_immune ? owner : kNoIndex,
                                         .bounces = type.fuse < kInfinity});
  if (hit.met == Met::ground || hit.met == Met::obstacle || hit.met == Met::wall) {
    const Vec3 touch = from.position + (to.position - from.position) * hit.t;
    hit.t = law.time_to({touch, hit.normal, hit.surface}, from, hit.t * model.dt, model.dt) / model.dt;
  }
  hit.add(hits_[row]);
  if (!is_within_reach(to)) hit = {.t = 0.0, .met = Met::lost};
  if (hit.is_hit()) to = law.advanced(from, hit.t * model.dt);
  if (is_immune && (owner == kNoIndex || !finder_.overlaps(owner, to.position, type.radius)))
    projectiles.is_clear[row] = 1;
  projectiles.set_motion(row, model.bounds.wrapped_if_needed(to.position), to.velocity);
  if (type.fuse < kInfinity && is_solid(hit.met))
    bounce_with_fuse(world, row, hit);
  else
    hits_[row] = hit;
}

// It stays where it hit something for the rest of the step. What hardly leaves the ground comes to rest.
void ProjectileSteps::bounce_with_fuse(World& world, std::size_t row, const ProjectileHit& hit) {
  constexpr double kRestRebound = 0.5;  // m/s
  ProjectileColumns& projectiles = world.state.projectiles;
  const ProjectileType& type = world.model().projectiles.types[projectiles.type[row]];
  const Vec3 before = projectiles.velocity(row);
  const double approach = -dot(before - hit.surface, hit.normal);
  Vec3 after = before + hit.normal * (larger(approach, 0.0) * (1.0 + type.bounce));
  const bool is_floor = world.model().is_elevated() && hit.met == Met::ground && hit.normal.z > 0.0;
  if (is_floor && approach * type.bounce < kRestRebound) {
    after = {};
    set_phase(world, row, ProjectilePhase::rests);
  }
  projectiles.set_motion(row, projectiles.position(row), after);
  bounces_[row] = {hit, before, after};
}

void ProjectileSteps::move_balls(World& world) {
  const ProjectileColumns& projectiles = world.state.projectiles;
  const Model& model = world.model();
  balls_.clear();
  for (std::uint32_t row = 0; row < world.state.projectile_counts.in_flight[0]; ++row) {
    if (!model.projectiles.types[projectiles.type[row]].ball) continue;
    bounces_[row] = {};
    hits_[row] = end_by_time(world, row);
    if (phase_of(world, row) == ProjectilePhase::held) continue;
    balls_.push_back({row, hits_[row].is_hit() ? larger(hits_[row].t, 0.0) : 1.0});
  }
  if (balls_.empty()) return;
  const std::size_t before = impacts_.size();
  ball_motion_.move(world, finder_, balls_, {impacts_, handlings_});
  for (std::size_t k = before; k < impacts_.size(); ++k) {
    if (impacts_[k].hit.met == Met::agent)
      affect(world, model.projectiles.types[impacts_[k].type], impacts_[k].hit.index);
  }
  for (const BallMotion::FreeBall& ball : balls_) {
    if (!is_within_reach({projectiles.position(ball.row), projectiles.velocity(ball.row)}))
      hits_[ball.row] = {.t = 1.0, .met = Met::lost};
  }
}

// Notes what happened to projectiles, and moves those that go on to the first rows.
void ProjectileSteps::finish(World& world) {
  ProjectileColumns& projectiles = world.state.projectiles;
  std::uint32_t& in_flight = world.state.projectile_counts.in_flight[0];
  const std::size_t count = in_flight;
  std::size_t kept = 0;
  for (std::size_t row = 0; row < count; ++row) {
    if (bounces_[row].hit.is_hit()) note_bounce(world, row);
    if (hits_[row].is_hit()) {
      note_end(world, row);
      continue;
    }
    if (kept != row) copy_row(projectiles, row, kept);
    ++kept;
  }
  for (std::size_t row = kept; row < count; ++row)
    clear_row(projectiles, row);
  in_flight = static_cast<std::uint32_t>(kept);
}

void ProjectileSteps::note_bounce(World& world, std::size_t row) {
  const Bounce& bounce = bounces_[row];
  Impact impact = impact_at(world, row, bounce.hit);
  impact.velocity = bounce.before;
  impact.velocity_after = bounce.after;
  impact.bounced = true;
  impacts_.push_back(impact);
  if (bounce.hit.met == Met::agent)
    strike(world, world.model().projectiles.types[impact.type], bounce.hit.index);
}

void ProjectileSteps::note_end(World& world, std::size_t row) {
  const ProjectileType& type = world.model().projectiles.types[world.state.projectiles.type[row]];
  Impact impact = impact_at(world, row, hits_[row]);
  impact.exploded = type.explosion && (is_solid(impact.hit.met) || impact.hit.met == Met::fuse);
  impacts_.push_back(impact);
  if (impact.hit.met == Met::agent) strike(world, type, impact.hit.index);
  if (impact.exploded) blasts_.push_back({impact.time, impact.projectile, impact.point, &*type.explosion});
  if (phase_of(world, row) == ProjectilePhase::held)
    world.state.hands.ball[world.state.projectiles.holder[row]] = 0;
}

// Of a projectile that is where something happened to it in this step.
Impact ProjectileSteps::impact_at(const World& world, std::size_t row, const ProjectileHit& hit) {
  const ProjectileColumns& projectiles = world.state.projectiles;
  const double dt = world.model().dt;
  return {.projectile = projectiles.number[row],
          .type = projectiles.type[row],
          .owner = projectiles.owner[row],
          .launched = static_cast<double>(projectiles.launched[row]) * dt,
          .time = (static_cast<double>(world.state.tick) + hit.t) * dt,
          .point = projectiles.position(row),
          .velocity = projectiles.velocity(row),
          .velocity_after = {},
          .hit = hit};
}

// In the order of time. The bodies are where they are in S(n + 1), for all blasts of the step.
void ProjectileSteps::explode_all(World& world) {
  std::ranges::sort(blasts_, {}, [](const Blast& blast) { return std::pair(blast.time, blast.projectile); });
  for (const Blast& blast : blasts_) {
    finder_.list_near(blast.center, blast.explosion->radius, near_);
    explode(world, {world.state.next, world.state.next_elevation}, blast.center, *blast.explosion, near_,
            effects_);
  }
  blasts_.clear();
}

}  // namespace drover
