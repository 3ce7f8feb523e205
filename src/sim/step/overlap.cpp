#include "sim/step/overlap.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/fixed_sum.h"
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

// Moves an agent to a position, or as far as what does not move lets it pass, and notes that it was moved.
void sweep_to(const World& world, AgentMotion& state, AgentIndex i, Vec3 from, Vec3 to,
              std::span<std::uint8_t> moved) {
  const Vec3 end = slide(world.geometry_for(i), from, to, world.state.limits.radius[i], solids_of(world));
  if (end == state.position(i)) return;
  state.set_position(i, end);
  moved[i] = 1;
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

// Appends the pairs of an agent with others that count, which are no larger than `largest_radius` [m].
template <class Counts>
void list_pairs(const World& world, const AgentMotion& state, const NeighborGrid& grid, AgentIndex i,
                double largest_radius, const Counts& counts, std::vector<Overlap>& out) {
  const Vec3 p = state.position(i);
  const double radius = world.state.limits.radius[i];
  grid.visit_near(p, radius + largest_radius, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t k = begin; k < end; ++k) {
      const AgentIndex other = grid.sorted_agents()[k].agent;
      if (!counts(other)) continue;
      const double touch = radius + world.state.limits.radius[other];
      const double d2 = length2(world.model().bounds.displacement(p, state.position(other)));
      if (d2 >= touch * touch) continue;
      const double depth = touch - std::sqrt(d2);
      if (depth > 0.0) out.push_back({std::min(i, other), std::max(i, other), depth});
    }
  });
}

}  // namespace

std::span<const Overlap> OverlapFinder::find(const World& world, const AgentMotion& state) {
  pairs_.clear();
  // Equal discs touch at most six others, three pairs each; twice that is enough for all but heaps of agents.
  pairs_.reserve(6 * state.size());
  double sum = 0.0;
  const std::size_t count = world.model().body_count();
  for (AgentIndex i = 0; i < count; ++i)
    sum += world.state.limits.radius[i];
  const double mean_radius = count == 0 ? 0.0 : sum / static_cast<double>(count);
  grid_.build(state.x, state.y, world.model().bounds,
              {.enabled = world.model().partition.enabled,
               .size = larger(mean_radius, 1e-3),
               .present = world.state.status.presence()});
  // The larger one of a pair finds it, so a single large body does not make all others look as far.
  const SharedColumn<double>& radius = world.state.limits.radius;
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (!world.is_present(i)) continue;
    const auto is_smaller = [&, own = radius[i]](AgentIndex other) {
      return radius[other] < own || (radius[other] == own && other > i);
    };
    list_pairs(world, state, grid_, i, radius[i], is_smaller, pairs_);
  }
  std::ranges::sort(pairs_, [](const Overlap& left, const Overlap& right) {
    return left.a != right.a ? left.a < right.a : left.b < right.b;
  });
  return pairs_;
}

void OverlapResolver::resolve(const World& world, AgentMotion& state) {
  moved_.assign(state.size(), 0);
  max_speed2_.resize(state.size());
  for (AgentIndex i = 0; i < state.size(); ++i)
    max_speed2_[i] = length2(state.velocity(i));
  push_x_.reserve(state.size());
  push_y_.reserve(state.size());
  next_max_speed2_.reserve(state.size());
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (yields(world, i))
      sweep_to(world, state, i, world.state.motion.position(i), state.position(i), moved_);
  }
  for (std::int64_t pass = 0; pass < world.model().non_penetration.iterations; ++pass)
    push_agents(world, state);
  correct_velocities(world, state);
}

void OverlapResolver::push_agents(const World& world, AgentMotion& state) {
  const std::span<const Overlap> pairs = overlaps_.find(world, state);
  if (pairs.empty()) return;
  push_x_.assign(state.size(), 0);
  push_y_.assign(state.size(), 0);
  next_max_speed2_ = max_speed2_;
  const FixedScale scale = FixedScale::for_bound(2.0 * world.largest_radius());
  const auto add = [&](AgentIndex i, AgentIndex other, Vec3 push) {
    push_x_[i] += scale.to_fixed(push.x);
    push_y_[i] += scale.to_fixed(push.y);
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
  std::swap(max_speed2_, next_max_speed2_);
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (push_x_[i] == 0 && push_y_[i] == 0) continue;
    const Vec3 p = state.position(i);
    sweep_to(world, state, i, p, p + Vec3{scale.to_double(push_x_[i]), scale.to_double(push_y_[i]), 0.0},
             moved_);
  }
}

// The velocity of position-based dynamics: a body that was moved has the velocity of its way in this step,
// (x(t + dt) - x(t)) / dt. What it pushes against takes the component towards it away; the one along it is
// kept. An overlap that was there before would also be turned into speed: a contact without restitution makes
// no body faster than the fastest of those that push each other, so that is the limit. Müller, Heidelberger,
// Hennix and Ratcliff, Position Based Dynamics (2007), section 3.1; Müller et al., Detailed Rigid Body
// Simulation with Extended Position Based Dynamics (2020), section 3.6, on speed out of overlaps.
void OverlapResolver::correct_velocities(const World& world, AgentMotion& state) const {
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (moved_[i] == 0) continue;
    const Vec3 way = state.position(i) - world.state.motion.position(i);
    // Nor does it become faster than it may be.
    const double own_limit = larger(world.state.limits.max_speed[i], length(state.velocity(i)));
    state.set_velocity(i, clip(way / world.model().dt, smaller(std::sqrt(max_speed2_[i]), own_limit)));
  }
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

void OverlapResolver::leave_solids(const World& world, AgentMotion& state) {
  const Solids solids = solids_of(world);
  const std::vector<std::uint8_t>& caught = world.state.caught.caught;  // empty without doors
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (!yields(world, i) || (!caught.empty() && caught[i] != 0)) continue;
    const RoomNeed need{.radius = world.state.limits.radius[i], .solids = solids};
    if (has_room(world.geometry_for(i), state.position(i), need)) continue;
    if (!stop_at_first_touch(world, state, i)) push_out(world, state, i, finder_, solids);
  }
}

}  // namespace drover
