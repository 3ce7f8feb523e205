#include "sim/step/projectile_steps.h"

#include <algorithm>
#include <tuple>

#include "sim/definitions/ticks.h"
#include "sim/step/projectile_flight.h"

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
    worker.launches.reserve(agents * actions);
  }
  launches_.reserve(agents * actions);
  finder_.begin_step(world, 0.0);  // makes room for its cells
  hits_.resize(model.projectiles.room);
  shots_.reserve(agents * actions);
  balls_.reserve(model.projectiles.room);
  ball_motion_.reserve(model.projectiles.room);
  // More of them in one step than this allocate once.
  constexpr std::size_t kManyImpacts = 16384;
  impacts_.reserve(std::min(model.projectiles.room, kManyImpacts));
}

void ProjectileSteps::act(World& world, std::span<const PerceptionPass> perceptions, AgentRange range,
                          std::size_t worker) {
  auto& [acting, launches] = workers_[worker];
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
      ActionContext context(world, perceptions, action, k, launches);
      action.kind->act(action.params.get(), context, acting);
    }
  }
}

void ProjectileSteps::launch(World& world) {
  launches_.clear();
  shots_.clear();
  for (Worker& worker : workers_) {
    launches_.insert(launches_.end(), worker.launches.begin(), worker.launches.end());
    worker.launches.clear();
  }
  std::ranges::sort(launches_, {},
                    [](const Launch& launch) { return std::pair(launch.owner, launch.action); });
  for (const Launch& launch : launches_)
    add(world, launch);
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
  const bool rolls = world.model().dimensions == Dimensions::plane &&
                     world.model().projectiles.types[launch.type].ball.has_value();
  projectiles.phase[row] = static_cast<std::uint8_t>(rolls ? ProjectilePhase::rolls : ProjectilePhase::flies);
  projectiles.set_motion(row, launch.position, launch.velocity);
  ++world.state.shots.shots[launch.owner];
  shots_.push_back({projectiles.number[row], launch});
}

void ProjectileSteps::fly(World& world, WorkerPool& workers) {
  impacts_.clear();
  const std::size_t count = world.state.projectile_counts.in_flight[0];
  if (count == 0 && shots_.empty()) return;
  const std::vector<ProjectileType>& types = world.model().projectiles.types;
  double largest = 0.0;
  for (const ProjectileType& type : types)
    largest = larger(largest, type.radius);
  finder_.begin_step(world, largest);
  for (const Shot& shot : shots_)
    if (types[shot.launch.type].is_instant) hit_at_once(world, shot);
  const Chunks chunks = workers.chunks_of(count);
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t) {
    for (std::size_t row = chunks.begin(chunk); row < chunks.end(chunk); ++row)
      if (!types[world.state.projectiles.type[row]].ball) advance(world, row);
  });
  move_balls(world);
  finish(world);
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
  if (hit.met == Met::agent) ++world.state.shots.hits[hit.index];
  impacts_.push_back({.projectile = shot.projectile,
                      .type = shot.launch.type,
                      .owner = shot.launch.owner,
                      .launched = world.time(),
                      .time = world.time(),
                      .point = from + along * (hit.t * type.range),
                      .velocity = {},
                      .velocity_after = {},
                      .hit = hit});
}

// Moves one projectile to the end of the step, or to where something ends its flight.
void ProjectileSteps::advance(World& world, std::size_t row) {
  ProjectileColumns& projectiles = world.state.projectiles;
  const Model& model = world.model();
  const ProjectileType& type = model.projectiles.types[projectiles.type[row]];
  const FlightLaw law(world, type);
  const FlightState from{projectiles.position(row), projectiles.velocity(row), world.time()};
  FlightState to = law.advanced(from, model.dt);
  const AgentIndex owner = projectiles.owner[row];
  const bool is_immune = projectiles.is_clear[row] == 0;
  ProjectileHit hit = finder_.first_hit({.from = from.position,
                                         .to = to.position,
                                         .radius = type.radius,
                                         .immune = is_immune ? owner : kNoIndex});
  if (hit.met == Met::ground || hit.met == Met::obstacle || hit.met == Met::wall) {
    const Vec3 touch = from.position + (to.position - from.position) * hit.t;
    hit.t = law.time_to({touch, hit.normal, hit.surface}, from, hit.t * model.dt, model.dt) / model.dt;
  }
  hit.add({.t = (type.lifetime - age_of(world, row)) / model.dt, .met = Met::lifetime});
  if (!is_within_reach(to)) hit = {.t = 0.0, .met = Met::lost};
  if (hit.is_hit()) to = law.advanced(from, hit.t * model.dt);
  if (is_immune && (owner == kNoIndex || !finder_.overlaps(owner, to.position, type.radius)))
    projectiles.is_clear[row] = 1;
  projectiles.set_motion(row, model.bounds.wrapped_if_needed(to.position), to.velocity);
  hits_[row] = hit;
}

void ProjectileSteps::move_balls(World& world) {
  const ProjectileColumns& projectiles = world.state.projectiles;
  const Model& model = world.model();
  balls_.clear();
  for (std::uint32_t row = 0; row < world.state.projectile_counts.in_flight[0]; ++row)
    if (model.projectiles.types[projectiles.type[row]].ball) balls_.push_back(row);
  if (balls_.empty()) return;
  ball_motion_.move(world, finder_, balls_, impacts_);
  for (const std::uint32_t row : balls_) {
    hits_[row] = {};
    const double lifetime = model.projectiles.types[projectiles.type[row]].lifetime;
    hits_[row].add({.t = (lifetime - age_of(world, row)) / model.dt, .met = Met::lifetime});
    if (!is_within_reach({projectiles.position(row), projectiles.velocity(row)}))
      hits_[row] = {.t = 1.0, .met = Met::lost};
  }
}

// Notes what ended flights, and moves those that go on to the first rows.
void ProjectileSteps::finish(World& world) {
  ProjectileColumns& projectiles = world.state.projectiles;
  std::uint32_t& in_flight = world.state.projectile_counts.in_flight[0];
  const std::size_t count = in_flight;
  std::size_t kept = 0;
  for (std::size_t row = 0; row < count; ++row) {
    const ProjectileHit& hit = hits_[row];
    if (!hit.is_hit()) {
      if (kept != row) copy_row(projectiles, row, kept);
      ++kept;
      continue;
    }
    if (hit.met == Met::agent) ++world.state.shots.hits[hit.index];
    const double dt = world.model().dt;
    impacts_.push_back({.projectile = projectiles.number[row],
                        .type = projectiles.type[row],
                        .owner = projectiles.owner[row],
                        .launched = static_cast<double>(projectiles.launched[row]) * dt,
                        .time = (static_cast<double>(world.state.tick) + hit.t) * dt,
                        .point = projectiles.position(row),
                        .velocity = projectiles.velocity(row),
                        .velocity_after = {},
                        .hit = hit});
  }
  for (std::size_t row = kept; row < count; ++row)
    clear_row(projectiles, row);
  in_flight = static_cast<std::uint32_t>(kept);
}

}  // namespace drover
