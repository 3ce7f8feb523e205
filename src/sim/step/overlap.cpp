#include "sim/step/overlap.h"

#include <cmath>

#include "sim/state/different_floors.h"
#include "sim/step/push_out.h"

namespace drover {
namespace {

// Whether contacts can move the agent.
bool yields(const World& world, AgentIndex i) {
  return world.is_present(i) && world.model().agents.immovable[i] == 0;
}

Solids solids_of(const World& world) {
  const NonPenetrationDef& def = world.model().non_penetration;
  return {.obstacles = def.obstacles, .walls = def.walls};
}

// The parts of an overlap by which the agents of a pair move.
struct Shares {
  double a, b;
};

Shares shares_of(const World& world, const Overlap& pair) {
  const SharedColumn<std::uint8_t>& immovable = world.model().agents.immovable;
  const bool a_yields = immovable[pair.a] == 0;
  const bool b_yields = immovable[pair.b] == 0;
  if (!a_yields || !b_yields) return {a_yields ? 1.0 : 0.0, b_yields ? 1.0 : 0.0};
  if (world.model().non_penetration.weighting == PenetrationWeighting::equal) return {0.5, 0.5};
  const double mass_a = world.state.limits.mass[pair.a];
  const double mass_b = world.state.limits.mass[pair.b];
  const double share_a = mass_b / (mass_a + mass_b);
  return {share_a, 1.0 - share_a};
}

// Calls task(i, worker) for all of these agents, on all workers.
template <class Task>
void for_each_agent(std::size_t count, WorkerPool& workers, const Task& task) {
  const Chunks chunks = workers.chunks_of(count);
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t worker) {
    for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i)
      task(static_cast<AgentIndex>(i), worker);
  });
}

}  // namespace

std::span<const Overlap> OverlapFinder::find(const World& world, const AgentMotion& state,
                                             WorkerPool& workers) {
  pairs_.clear();
  // Equal discs touch at most six others, three pairs each, equal balls twelve; twice that is enough for all
  // but heaps of agents.
  pairs_.reserve((world.model().is_spatial() ? 12 : 6) * state.size());
  const SharedColumn<double>& radius = world.state.limits.radius;
  touching_.find(world, state, workers);
  touching_.visit([&](const ClosePairs::Pair& pair) {
    const double touch = radius[pair.a] + radius[pair.b];
    if (pair.distance2 >= touch * touch || are_on_different_floors(world, pair.a, pair.b)) return;
    const double depth = touch - std::sqrt(pair.distance2);
    if (depth > 0.0) pairs_.push_back({pair.a, pair.b, depth});
  });
  return pairs_;
}

bool OverlapResolver::is_clear(const World& world, AgentIndex i, Vec3 from, Vec3 to) {
  const StaticGeometry geometry = world.geometry_for(i);
  if (geometry.is_empty()) return true;
  if (world.model().has_doors || world.model().bounds.wraps()) return false;
  return distances_.is_clear(geometry, i, from, to, world.state.limits.radius[i], solids_of(world));
}

// Moves an agent to a position, or as far as what does not move lets it pass, and notes that it was moved.
void OverlapResolver::sweep_to(const World& world, AgentMotion& state, AgentIndex i, Vec3 from, Vec3 to) {
  const double radius = world.state.limits.radius[i];
  const Vec3 end = is_clear(world, i, from, to)
                       ? to
                       : slide(world.geometry_near(i, StaticGrid::box(from, to, radius)), from, to, radius,
                               solids_of(world));
  if (end == state.position(i)) return;
  state.set_position(i, end);
  moved_[i] = 1;
}

// So that the first contact allocates nothing.
void OverlapResolver::reserve(std::size_t count, bool is_spatial) {
  distances_.resize(count);
  pushed_.reserve(count);
  is_pushed_.reserve(count);
  push_x_.reserve(count);
  push_y_.reserve(count);
  if (is_spatial) push_z_.resize(count);
  next_max_speed2_.reserve(count);
}

void OverlapResolver::resolve(const World& world, AgentMotion& state, WorkerPool& workers) {
  reserve(state.size(), world.model().is_spatial());
  moved_.assign(state.size(), 0);
  max_speed2_.resize(state.size());
  for_each_agent(state.size(), workers, [&](AgentIndex i, std::size_t) {
    max_speed2_[i] = length2(state.velocity(i));
    if (yields(world, i)) sweep_to(world, state, i, world.state.motion.position(i), state.position(i));
  });
  for (std::int64_t pass = 0; pass < world.model().non_penetration.iterations; ++pass) {
    if (!push_agents(world, state, workers)) break;
  }
  for_each_agent(state.size(), workers, [&](AgentIndex i, std::size_t) {
    if (moved_[i] != 0) correct_velocity(world, state, i);
  });
}

// One pass. Returns whether any agents overlap.
bool OverlapResolver::push_agents(const World& world, AgentMotion& state, WorkerPool& workers) {
  const std::span<const Overlap> pairs = overlaps_.find(world, state, workers);
  if (pairs.empty()) return false;
  const FixedScale scale = FixedScale::for_bound(2.0 * world.largest_radius());
  sum_pushes(world, state, pairs, scale);
  for_each_agent(pushed_.size(), workers, [&](AgentIndex k, std::size_t) {
    const AgentIndex i = pushed_[k];
    max_speed2_[i] = next_max_speed2_[i];
    is_pushed_[i] = 0;
    const std::int64_t push_z = push_z_.empty() ? 0 : push_z_[i];
    if (push_x_[i] == 0 && push_y_[i] == 0 && push_z == 0) return;
    const Vec3 p = state.position(i);
    sweep_to(world, state, i, p,
             p + Vec3{scale.to_double(push_x_[i]), scale.to_double(push_y_[i]), scale.to_double(push_z)});
  });
  return true;
}

// All from the same positions.
void OverlapResolver::sum_pushes(const World& world, const AgentMotion& state, std::span<const Overlap> pairs,
                                 const FixedScale& scale) {
  push_x_.resize(state.size());
  push_y_.resize(state.size());
  next_max_speed2_.resize(state.size());
  is_pushed_.resize(state.size());
  pushed_.clear();
  const bool is_spatial = !push_z_.empty();
  const auto add = [&](AgentIndex i, AgentIndex other, Vec3 push) {
    if (is_pushed_[i] == 0) {
      is_pushed_[i] = 1;
      pushed_.push_back(i);
      push_x_[i] = push_y_[i] = 0;
      if (is_spatial) push_z_[i] = 0;
      next_max_speed2_[i] = max_speed2_[i];
    }
    push_x_[i] += scale.to_fixed(push.x);
    push_y_[i] += scale.to_fixed(push.y);
    if (is_spatial) push_z_[i] += scale.to_fixed(push.z);
    next_max_speed2_[i] = larger(next_max_speed2_[i], max_speed2_[other]);
  };
  for (const Overlap& pair : pairs) {
    const Shares shares = shares_of(world, pair);
    // Along the unit vector along which b leaves a; of coincident agents the higher index moves towards +x.
    const Vec3 apart =
        direction(world.model().bounds.displacement(state.position(pair.a), state.position(pair.b)));
    const Vec3 push = (apart == Vec3{} ? Vec3{1.0, 0.0, 0.0} : apart) *
                      (world.model().non_penetration.relaxation * pair.depth);
    add(pair.a, pair.b, push * -shares.a);
    add(pair.b, pair.a, push * shares.b);
  }
}

// The velocity of position-based dynamics: a body that was moved has the velocity of its way in this step,
// (x(t + dt) - x(t)) / dt. What it pushes against takes the component towards it away; the one along it is
// kept. An overlap that was there before would also be turned into speed: a contact without restitution makes
// no body faster than the fastest of those that push each other, so that is the limit. Müller, Heidelberger,
// Hennix and Ratcliff, Position Based Dynamics (2007), section 3.1; Müller et al., Detailed Rigid Body
// Simulation with Extended Position Based Dynamics (2020), section 3.6, on speed out of overlaps.
void OverlapResolver::correct_velocity(const World& world, AgentMotion& state, AgentIndex i) const {
  const Vec3 way = state.position(i) - world.state.motion.position(i);
  // Nor does it become faster than it may be.
  const double own_limit = larger(world.state.limits.max_speed[i], length(state.velocity(i)));
  state.set_velocity(i, clip(way / world.model().dt, smaller(std::sqrt(max_speed2_[i]), own_limit)));
}

// An edge that reflects or clamps puts a body aside from where it swept to, perhaps into something: then it
// goes straight there from S(t), which is a way within the bounds, and stops at the first touch.
bool OverlapResolver::stop_at_first_touch(const World& world, AgentMotion& state, AgentIndex i) const {
  const Model& model = world.model();
  if (!model.bounds.is_bounded() || model.bounds.wraps()) return false;
  const Vec3 from = world.state.motion.position(i);
  const RoomNeed need{.radius = world.state.limits.radius[i], .solids = solids_of(world)};
  if (!has_room(world.geometry_for(i), from, need)) return false;
  const std::optional<Touch> touch =
      first_touch(world.geometry_for(i), from, state.position(i), need.radius, need.solids);
  if (!touch) return false;
  state.set_position(i, touch->center);
  state.set_velocity(i, without_part_against(state.velocity(i), touch->normal));
  return true;
}

void OverlapResolver::leave_solids(const World& world, AgentMotion& state, WorkerPool& workers) {
  const Solids solids = solids_of(world);
  const std::vector<std::uint8_t>& caught = world.state.caught.caught;  // empty without doors
  if (finders_.size() < workers.size()) finders_.resize(workers.size());
  for_each_agent(state.size(), workers, [&](AgentIndex i, std::size_t worker) {
    if (!yields(world, i) || (!caught.empty() && caught[i] != 0)) return;
    const Vec3 p = state.position(i);
    const RoomNeed need{.radius = world.state.limits.radius[i], .solids = solids};
    if (is_clear(world, i, p, p)) return;
    if (has_room(world.geometry_near(i, StaticGrid::box(p, need.radius)), p, need)) return;
    if (!stop_at_first_touch(world, state, i)) push_out(world, state, i, finders_[worker], solids);
  });
}

}  // namespace drover
