#include "sim/perception.h"

#include <algorithm>
#include <cmath>

#include "core/fixed_sum.h"
#include "sim/world.h"

namespace drover {
namespace {

// Limits that follow from masses and forces can be absurdly small or large; sums need a bound to scale by.
inline constexpr double kLeastBound = 1e-100;
inline constexpr double kGreatestBound = 1e100;

}  // namespace

PerceptionPlan::Entry& PerceptionPlan::entry_for(const NeighborhoodDef& neighborhood,
                                                 PerceptionHandle& handle) {
  PerceptionSpec wanted;
  wanted.radius = neighborhood.radius;
  wanted.add_other_radius = neighborhood.add_other_radius;
  wanted.neighbors = neighborhood.neighbors;
  std::size_t k = 0;
  while (k < entries_.size() && !entries_[k].spec.same_neighborhood(wanted))
    ++k;
  if (k == entries_.size()) entries_.push_back({wanted, std::vector<std::uint8_t>(agent_count_, 0)});
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
  const auto same = std::find(laws.begin(), laws.end(), law);
  handle.law = static_cast<std::uint32_t>(same - laws.begin());
  if (same == laws.end()) laws.push_back(law);
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
  if (spec_.neighbors.type != TargetType::none) {
    counts_.assign(n, 0);
    for (const AgentIndex i : world.members(spec_.neighbors))
      counts_[i] = 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto agent = static_cast<AgentIndex>(i);
    if (counts_.empty() || counts_[i] != 0) largest_radius_ = larger(largest_radius_, world.agents.radius[i]);
    if (asks_[i] != 0) reach_ = larger(reach_, spec_.radius[agent]);
  }
  if (spec_.add_other_radius) reach_ += largest_radius_;
  result_.count_.assign(n, 0);
  const auto columns = [n](bool wanted, std::vector<double>& x, std::vector<double>& y) {
    x.assign(wanted ? n : 0, 0.0);
    y.assign(wanted ? n : 0, 0.0);
  };
  const auto wants = [this](Reduction r) { return (spec_.reductions & static_cast<unsigned>(r)) != 0; };
  columns(wants(Reduction::displacement), result_.displacement_x_, result_.displacement_y_);
  columns(wants(Reduction::heading), result_.heading_x_, result_.heading_y_);
  result_.law_.resize(spec_.laws.size());
  for (Perceived::Columns& law : result_.law_)
    columns(true, law.x, law.y);
  if (spec_.list) result_.list_start_.assign(n, 0);
  // An agent sees at most all others: with that much room no step has to ask for more.
  buffer_.reserve(n);
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

void PerceptionPass::gather(const World& world, const NeighborGrid& grid, AgentIndex i) {
  const Vec3 p = world.state.position(i);
  const double radius = spec_.radius[i];
  const double reach = spec_.add_other_radius ? radius + largest_radius_ : radius;
  const bool wraps = world.bounds.wraps();
  const Vec3 size = world.bounds.size();
  const std::span<const double> x = grid.x();
  const std::span<const double> y = grid.y();
  const std::span<const AgentIndex> agents = grid.agents();
  buffer_.size = 0;
  grid.visit_near(p, reach, [&](std::uint32_t begin, std::uint32_t end) {
    buffer_.reserve(buffer_.size + (end - begin));
    pairs_tested_ += end - begin;
    std::size_t size_now = buffer_.size;
    for (std::uint32_t k = begin; k < end; ++k) {
      double dx = x[k] - p.x;
      double dy = y[k] - p.y;
      if (wraps) {
        dx = Bounds::nearest_image(dx, size.x);
        dy = Bounds::nearest_image(dy, size.y);
      }
      const AgentIndex j = agents[k];
      const double d2 = dx * dx + dy * dy;
      const double limit = spec_.add_other_radius ? radius + world.agents.radius[j] : radius;
      // Written always, kept only if it counts: no unpredictable branch in the loop.
      buffer_.index[size_now] = j;
      buffer_.dx[size_now] = dx;
      buffer_.dy[size_now] = dy;
      buffer_.d2[size_now] = d2;
      const bool keep = (d2 < limit * limit) & (j != i) & (counts_.empty() || counts_[j] != 0);
      size_now += keep ? 1 : 0;
    }
    buffer_.size = size_now;
  });
}

void PerceptionPass::reduce(const World& world, AgentIndex i) {
  result_.count_[i] = static_cast<std::uint32_t>(buffer_.size);
  if (!result_.displacement_x_.empty()) sum_displacements(i, spec_.radius[i] + largest_radius_);
  if (!result_.heading_x_.empty()) sum_headings(world, i);
  for (std::size_t k = 0; k < spec_.laws.size(); ++k)
    sum_law(world, spec_.laws[k], i, result_.law_[k]);
  if (spec_.list) store_list(i);
}

void PerceptionPass::sum_displacements(AgentIndex i, double bound) {
  const FixedScale scale = FixedScale::for_bound(larger(bound, kLeastBound));
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    x += scale.to_fixed(buffer_.dx[k]);
    y += scale.to_fixed(buffer_.dy[k]);
  }
  result_.displacement_x_[i] = scale.to_double(x);
  result_.displacement_y_[i] = scale.to_double(y);
}

void PerceptionPass::sum_headings(const World& world, AgentIndex i) {
  const FixedScale scale = FixedScale::for_bound(1.0);
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    x += scale.to_fixed(world.state.hx[buffer_.index[k]]);
    y += scale.to_fixed(world.state.hy[buffer_.index[k]]);
  }
  result_.heading_x_[i] = scale.to_double(x);
  result_.heading_y_[i] = scale.to_double(y);
}

void PerceptionPass::sum_law(const World& world, const PairLaw& law, AgentIndex i, Perceived::Columns& out) {
  const double limit = law.max_strength.value_or(i, world.agents.max_acceleration[i]);
  const double most = clamp(limit, kLeastBound, kGreatestBound);
  const double decay = law.decay[i];
  const double threshold = law.threshold.value_or(i, kInfinity);
  const FixedScale scale = FixedScale::for_bound(most);
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    const double d2 = buffer_.d2[k];
    if (!(d2 < threshold * threshold)) continue;
    double push_x;
    double push_y;
    if (d2 < kLengthEpsilon * kLengthEpsilon) {
      // Coincident agents part along x, the one with the higher number towards +x (catalogue Z3).
      const double away = i > buffer_.index[k] ? 1.0 : -1.0;
      push_x = decay > 0.0 ? away * most : 0.0;
      push_y = 0.0;
    } else {
      // decay/d along -d/|d| is -decay/d^2 times d; the length is decay/|d|, limited to `most`.
      double factor = -decay / d2;
      if (decay * decay > most * most * d2) factor = (decay < 0.0 ? most : -most) / std::sqrt(d2);
      push_x = factor * buffer_.dx[k];
      push_y = factor * buffer_.dy[k];
    }
    x += scale.to_fixed(push_x);
    y += scale.to_fixed(push_y);
  }
  out.x[i] = scale.to_double(x);
  out.y[i] = scale.to_double(y);
}

void PerceptionPass::store_list(AgentIndex i) {
  result_.list_start_[i] = result_.list_.size();
  const auto first = buffer_.index.begin();
  result_.list_.insert(result_.list_.end(), first, first + static_cast<std::ptrdiff_t>(buffer_.size));
  std::sort(result_.list_.end() - static_cast<std::ptrdiff_t>(buffer_.size), result_.list_.end());
}

}  // namespace drover
