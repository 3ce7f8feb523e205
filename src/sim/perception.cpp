#include "sim/perception.h"

#include <algorithm>
#include <cmath>

#include "sim/world.h"

namespace drover {
namespace {

bool same_neighborhood(const NeighborhoodDef& a, const NeighborhoodDef& b) {
  return a.radius == b.radius && a.length_factor == b.length_factor &&
         a.add_other_radius == b.add_other_radius && a.view == b.view && a.fov == b.fov &&
         a.back_factor == b.back_factor && a.front_factor == b.front_factor && a.neighbors == b.neighbors &&
         a.same_type == b.same_type && a.max_neighbors == b.max_neighbors;
}

// The place of an equal law in the list, which gets the law when it has none.
template <class Law>
std::uint32_t place_of(const Law& law, std::vector<Law>& laws) {
  const auto same = std::find(laws.begin(), laws.end(), law);
  const auto place = static_cast<std::uint32_t>(same - laws.begin());
  if (same == laws.end()) laws.push_back(law);
  return place;
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
    entry.asks.assign(agent_count_, 0);
  }
  for (const AgentIndex i : agents_)
    entries_[k].asks[i] = 1;
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

PerceptionHandle PerceptionPlan::need_law(const NeighborhoodDef& neighborhood, const PairLaw& law) {
  PerceptionHandle handle;
  std::vector<PairLaw>& laws = entry_for(neighborhood, handle).spec.laws;
  handle.law = place_of(law, laws);
  return handle;
}

PerceptionHandle PerceptionPlan::need_least(const NeighborhoodDef& neighborhood, const LeastLaw& law) {
  PerceptionHandle handle;
  std::vector<LeastLaw>& leasts = entry_for(neighborhood, handle).spec.leasts;
  handle.law = place_of(law, leasts);
  return handle;
}

PerceptionHandle PerceptionPlan::need_list(const NeighborhoodDef& neighborhood) {
  PerceptionHandle handle;
  entry_for(neighborhood, handle).spec.list = true;
  return handle;
}

void PerceptionPass::Buffer::reserve(std::size_t count) {
  if (index.size() >= count) return;
  const std::size_t room = std::max(count, 2 * index.size());
  index.resize(room);
  dx.resize(room);
  dy.resize(room);
  d2.resize(room);
}

PerceptionPass::PerceptionPass(PerceptionPlan::Entry entry, const World& world)
    : spec_(std::move(entry.spec)), asks_(std::move(entry.asks)) {
  const std::size_t n = world.agents.size();
  if (spec_.neighborhood.neighbors.type != TargetType::none) {
    counts_.assign(n, 0);
    for (const AgentIndex i : world.members(spec_.neighborhood.neighbors))
      counts_[i] = 1;
  }
  measure(world);
  allocate(n);
}

void PerceptionPass::allocate(std::size_t n) {
  const auto wants = [this](Reduction r) { return (spec_.reductions & static_cast<unsigned>(r)) != 0; };
  const auto columns = [n](bool wanted, std::vector<double>& x, std::vector<double>& y) {
    x.assign(wanted ? n : 0, 0.0);
    y.assign(wanted ? n : 0, 0.0);
  };
  const bool masses = wants(Reduction::mass_displacement);
  result_.count_.assign(n, 0);
  columns(wants(Reduction::displacement), result_.displacement_x_, result_.displacement_y_);
  columns(wants(Reduction::heading), result_.heading_x_, result_.heading_y_);
  columns(wants(Reduction::velocity), result_.velocity_.x, result_.velocity_.y);
  columns(masses, result_.mass_displacement_.x, result_.mass_displacement_.y);
  result_.mass_.assign(masses ? n : 0, 0.0);
  result_.speed_.assign(wants(Reduction::speed) ? n : 0, 0.0);
  result_.ahead_.assign(wants(Reduction::ahead) ? n : 0, 0);
  result_.law_.resize(spec_.laws.size());
  for (Perceived::Columns& law : result_.law_)
    columns(true, law.x, law.y);
  result_.least_.assign(spec_.leasts.size(), std::vector<AgentIndex>(n, kNoIndex));
  if (spec_.list) result_.list_start_.assign(n, 0);
  // An agent sees at most all others: with that much room no step has to ask for more.
  buffer_.reserve(n);
  if (spec_.neighborhood.max_neighbors) order_.reserve(n);
}

double radius_of(const NeighborhoodDef& def, const World& world, AgentIndex i) {
  return def.length_factor.is_present() ? 2.0 * world.agents.radius[i] * def.length_factor[i] : def.radius[i];
}

double PerceptionPass::largest_radius(const World& world, AgentIndex i) const {
  return largest_radius_[spec_.neighborhood.same_type ? world.agents.type[i] : 0];
}

void PerceptionPass::measure(const World& world) {
  const bool same_type = spec_.neighborhood.same_type;
  const AgentTable& agents = world.agents;
  const bool nobody = agents.type.empty();
  const std::size_t types = same_type && !nobody ? std::ranges::max(agents.type) + std::size_t{1} : 1;
  largest_radius_.assign(types, 0.0);
  for (AgentIndex i = 0; i < agents.size(); ++i) {
    if (!counts_.empty() && counts_[i] == 0) continue;
    double& largest = largest_radius_[same_type ? agents.type[i] : 0];
    largest = larger(largest, agents.radius[i]);
  }
  reach_ = 0.0;
  for (AgentIndex i = 0; i < agents.size(); ++i) {
    if (asks_[i] == 0) continue;
    const double others = spec_.neighborhood.add_other_radius ? largest_radius(world, i) : 0.0;
    reach_ = larger(reach_, radius_of(spec_.neighborhood, world, i) + others);
  }
}

void PerceptionPass::run(const World& world, const NeighborGrid& grid) {
  pairs_tested_ = 0;
  result_.list_.clear();
  // Agents in cell order: their neighbors are then still in the cache. The results are per agent, so the
  // order of the agents does not matter.
  for (const AgentIndex i : grid.agents()) {
    if (asks_[i] == 0) continue;
    gather(world, grid, i);
    reduce(world, i);
  }
}

}  // namespace drover
