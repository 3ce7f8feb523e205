#include "sim/perception/perception.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/perception/lane_perception.h"
#include "sim/perception/plain_perception.h"
#include "sim/state/world.h"

namespace drover {
namespace {

bool same_neighborhood(const NeighborhoodDef& a, const NeighborhoodDef& b) {
  return a.radius == b.radius && a.length_factor == b.length_factor &&
         a.add_other_radius == b.add_other_radius && a.view == b.view && a.fov == b.fov &&
         a.back_factor == b.back_factor && a.front_factor == b.front_factor && a.neighbors == b.neighbors &&
         a.same_type == b.same_type && a.walls_hide == b.walls_hide && a.max_neighbors == b.max_neighbors;
}

// The index of an equal value in the list, appended where there is none.
template <class T>
std::uint32_t index_of(const T& value, std::vector<T>& values) {
  const auto same = std::find(values.begin(), values.end(), value);
  const auto index = static_cast<std::uint32_t>(same - values.begin());
  if (same == values.end()) values.push_back(value);
  return index;
}

}  // namespace

PerceptionPlan::Entry& PerceptionPlan::entry_for(const NeighborhoodDef& neighborhood,
                                                 PerceptionHandle& handle) {
  std::size_t k = 0;
  while (k < entries_.size() && !same_neighborhood(entries_[k].spec.neighborhood, neighborhood))
    ++k;
  if (k == entries_.size()) {
    Entry& entry = entries_.emplace_back();
    entry.spec.neighborhood = neighborhood;
    entry.subscribers.assign(agent_count_, 0);
  }
  for (const AgentIndex i : agents_)
    entries_[k].subscribers[i] = 1;
  handle.perception = static_cast<std::uint32_t>(k);
  return entries_[k];
}

PerceptionHandle PerceptionPlan::need(const NeighborhoodDef& neighborhood,
                                      std::initializer_list<Reduction> reductions) {
  PerceptionHandle handle;
  Entry& entry = entry_for(neighborhood, handle);
  for (const Reduction reduction : reductions)
    entry.spec.reductions |= static_cast<unsigned>(reduction);
  return handle;
}

PerceptionHandle PerceptionPlan::need_force(const NeighborhoodDef& neighborhood, const PairForce& force) {
  PerceptionHandle handle;
  std::vector<PairForce>& forces = entry_for(neighborhood, handle).spec.forces;
  handle.index = index_of(force, forces);
  return handle;
}

PerceptionHandle PerceptionPlan::need_argmin(const NeighborhoodDef& neighborhood, const ArgMin& argmin) {
  PerceptionHandle handle;
  std::vector<ArgMin>& argmins = entry_for(neighborhood, handle).spec.argmins;
  handle.index = index_of(argmin, argmins);
  return handle;
}

PerceptionHandle PerceptionPlan::need_list(const NeighborhoodDef& neighborhood) {
  PerceptionHandle handle;
  entry_for(neighborhood, handle).spec.list = true;
  return handle;
}

void PerceptionScratch::Buffer::reserve(std::size_t count) {
  if (index.size() >= count) return;
  const std::size_t room = std::max(count, 2 * index.size());
  index.resize(room);
  dx.resize(room);
  dy.resize(room);
  d2.resize(room);
}

PerceptionPass::PerceptionPass(PerceptionPlan::Entry entry, const World& world)
    : spec_(std::move(entry.spec)), subscribers_(std::move(entry.subscribers)) {
  const std::size_t n = world.model().agents.size();
  if (spec_.neighborhood.neighbors.type != TargetType::none) {
    counts_.assign(n, 0);
    for (const AgentIndex i : world.members(spec_.neighborhood.neighbors))
      counts_[i] = 1;
  }
  allocate(n);
  update_bounds(world);
}

void PerceptionPass::allocate(std::size_t n) {
  std::size_t used = 1;
  const auto room = [&used](bool wanted, std::size_t numbers) -> std::size_t {
    if (!wanted) return 0;
    used += numbers;
    return used - numbers;
  };
  result_.displacement_ = room(wants(Reduction::displacement), 2);
  result_.heading_ = room(wants(Reduction::heading), 2);
  result_.velocity_ = room(wants(Reduction::velocity), 2);
  result_.mass_displacement_ = room(wants(Reduction::mass_displacement), 2);
  result_.mass_ = room(wants(Reduction::mass_displacement), 1);
  result_.speed_ = room(wants(Reduction::speed), 1);
  result_.ahead_ = room(wants(Reduction::ahead), 1);
  result_.forces_ = room(!spec_.forces.empty(), 2 * spec_.forces.size());
  // Rows that straddle two cache lines would cost both.
  constexpr std::size_t kLine = 8;
  result_.stride_ = used <= kLine ? std::bit_ceil(used) : (used + kLine - 1) / kLine * kLine;
  result_.rows_.assign(n * result_.stride_, 0.0);
  result_.argmin_.assign(spec_.argmins.size(), std::vector<AgentIndex>(n, kNoIndex));
  if (spec_.list) result_.list_position_.resize(n);
}

double radius_of(const NeighborhoodDef& def, const World& world, AgentIndex i) {
  return def.length_factor.is_present() ? 2.0 * world.state.limits.radius[i] * def.length_factor[i]
                                        : def.radius[i];
}

double PerceptionPass::largest_radius(const World& world, AgentIndex i) const {
  return largest_radius_[spec_.neighborhood.same_type ? world.model().agents.type[i] : 0];
}

FixedScale PerceptionPass::displacement_scale(const World& world, AgentIndex i) const {
  const double bound = radius_of(spec_.neighborhood, world, i) + largest_radius(world, i);
  return FixedScale::for_bound(larger(bound, kMinBound));
}

PushParameters PerceptionPass::parameters_of(const World& world, const PairForce& force, AgentIndex i) const {
  const NeighborhoodDef& def = spec_.neighborhood;
  const double limit = force.max_strength.value_or(i, world.state.limits.max_acceleration[i]);
  const double reach = radius_of(def, world, i) + (def.add_other_radius ? largest_radius(world, i) : 0.0);
  return {.max = clamp(limit, kMinBound, kMaxBound),
          .decay = force.decay[i],
          .range = force.threshold.value_or(i, reach),
          .self = i,
          .heading = world.state.motion.heading(i)};
}

void PerceptionPass::update_bounds(const World& world) {
  const bool same_type = spec_.neighborhood.same_type;
  const AgentIdentity& agents = world.model().agents;
  const SharedColumn<double>& radius = world.state.limits.radius;
  const std::size_t types = same_type ? greatest(agents.type, 0u) + std::size_t{1} : 1;
  largest_radius_.assign(types, 0.0);
  for (AgentIndex i = 0; i < agents.size(); ++i) {
    if (!counts_.empty() && counts_[i] == 0) continue;
    double& largest = largest_radius_[same_type ? agents.type[i] : 0];
    largest = larger(largest, radius[i]);
  }
  reach_ = 0.0;
  for (AgentIndex i = 0; i < agents.size(); ++i) {
    if (subscribers_[i] == 0) continue;
    const double others = spec_.neighborhood.add_other_radius ? largest_radius(world, i) : 0.0;
    reach_ = larger(reach_, radius_of(spec_.neighborhood, world, i) + others);
  }
  const double touching = 2.0 * greatest(radius, 0.0);
  touching2_ = touching * touching;
  all_subscribe_ = std::ranges::all_of(subscribers_, [](auto subscribes) { return subscribes != 0; });
  sees_touching_ = all_subscribe_ && reach_ >= touching;
  choose_form(world);
}

// With capacity for as many results as a step may find, within limits, so that later steps do not allocate.
void PerceptionPass::make_scratch(std::size_t workers) {
  constexpr std::size_t kManyNeighbors = std::size_t{1} << 16;
  constexpr std::size_t kManyRanges = std::size_t{1} << 12;
  const std::size_t n = subscribers_.size();
  scratch_.resize(workers);
  result_.lists_.resize(workers);
  for (PerceptionScratch& scratch : scratch_) {
    if (kernel_ == nullptr) scratch.buffer.reserve(std::min(n, kManyNeighbors));
    if (kernel_ != nullptr) scratch.close.reserve(n);
    if (spec_.neighborhood.max_neighbors) scratch.order.reserve(std::min(n, kManyNeighbors));
    // There are at most some four rows per agent, each of which may be found in two ranges.
    scratch.ranges.reserve(std::min(8 * n + 130, kManyRanges));
  }
}

void PerceptionPass::run(const World& world, const NeighborGrid& grid, WorkerPool& workers) {
  // A chunk takes agents in the order of the cells: their neighbors are then still in the cache. The results
  // are per agent, so the order does not matter.
  const Chunks chunks = workers.chunks_of(grid.sorted_agents().size());
  if (scratch_.size() != workers.size()) make_scratch(workers.size());
  for (std::size_t worker = 0; worker < workers.size(); ++worker) {
    scratch_[worker].pairs_tested = 0;
    scratch_[worker].close.clear();
    result_.lists_[worker].clear();
  }
  if (kernel_ != nullptr) LanePerception::prepare(*this, world, grid, workers);
  workers.run(chunks.number(), [&](std::size_t chunk, std::size_t worker) {
    const IndexRange range{static_cast<std::uint32_t>(chunks.begin(chunk)),
                           static_cast<std::uint32_t>(chunks.end(chunk))};
    if (kernel_ != nullptr) {
      LanePerception(*this, world, grid, worker).run(range);
    } else {
      PlainPerception(*this, world, grid, worker).run(range);
    }
  });
  pairs_tested_ = 0;
  for (const PerceptionScratch& scratch : scratch_)
    pairs_tested_ += scratch.pairs_tested;
}

}  // namespace drover
