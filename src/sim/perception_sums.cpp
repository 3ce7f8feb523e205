// What is added up, counted or picked out of the neighbors of one agent.
#include <algorithm>
#include <cmath>

#include "core/fixed_sum.h"
#include "sim/perception.h"
#include "sim/world.h"

namespace drover {
namespace {

// Limits that follow from masses and forces can be absurdly small or large; sums need a bound to scale by.
inline constexpr double kLeastBound = 1e-100;
inline constexpr double kGreatestBound = 1e100;

}  // namespace

void PerceptionPass::reduce(const World& world, AgentIndex i) {
  result_.count_[i] = static_cast<std::uint32_t>(buffer_.size);
  if (!result_.displacement_x_.empty()) sum_displacements(world, i);
  if (!result_.heading_x_.empty()) sum_headings(world, i);
  if (!result_.velocity_.x.empty()) sum_velocities(world, i);
  if (!result_.mass_.empty()) sum_masses(world, i);
  if (!result_.speed_.empty()) sum_speeds(world, i);
  if (!result_.ahead_.empty()) count_ahead(world, i);
  for (std::size_t k = 0; k < spec_.leasts.size(); ++k)
    find_least(world, spec_.leasts[k], i, result_.least_[k]);
  for (std::size_t k = 0; k < spec_.laws.size(); ++k)
    sum_law(world, spec_.laws[k], i, result_.law_[k]);
  if (spec_.list) store_list(i);
}

void PerceptionPass::sum_displacements(const World& world, AgentIndex i) {
  const double bound = radius_of(spec_.neighborhood, world, i) + largest_radius(world, i);
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

// The sum of term(k) over the places of the buffer, in steps made for the longest of these terms: others have
// no say in the rounding, as they would with a bound for the whole world.
template <class Term>
double PerceptionPass::sum(Term term) const {
  double bound = kLeastBound;
  for (std::size_t k = 0; k < buffer_.size; ++k)
    bound = larger(bound, std::fabs(term(k)));
  const FixedScale scale = FixedScale::for_bound(smaller(bound, kGreatestBound));
  std::int64_t total = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k)
    total += scale.to_fixed(term(k));
  return scale.to_double(total);
}

void PerceptionPass::sum_velocities(const World& world, AgentIndex i) {
  const AgentState& state = world.state;
  result_.velocity_.x[i] = sum([&](std::size_t k) { return state.vx[buffer_.index[k]]; });
  result_.velocity_.y[i] = sum([&](std::size_t k) { return state.vy[buffer_.index[k]]; });
}

void PerceptionPass::sum_speeds(const World& world, AgentIndex i) {
  result_.speed_[i] = sum([&](std::size_t k) { return length(world.state.velocity(buffer_.index[k])); });
}

void PerceptionPass::sum_masses(const World& world, AgentIndex i) {
  const auto mass = [&](std::size_t k) { return world.agents.mass[buffer_.index[k]]; };
  result_.mass_[i] = sum(mass);
  result_.mass_displacement_.x[i] = sum([&](std::size_t k) { return mass(k) * buffer_.dx[k]; });
  result_.mass_displacement_.y[i] = sum([&](std::size_t k) { return mass(k) * buffer_.dy[k]; });
}

void PerceptionPass::count_ahead(const World& world, AgentIndex i) {
  const Vec3 heading = world.state.heading(i);
  std::uint32_t count = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    if (heading.x * buffer_.dx[k] + heading.y * buffer_.dy[k] > 0.0) ++count;
  }
  result_.ahead_[i] = count;
}

void PerceptionPass::find_least(const World& world, const LeastLaw& law, AgentIndex i,
                                std::vector<AgentIndex>& out) {
  AgentIndex best = kNoIndex;
  double best_key = kInfinity;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    const AgentIndex other = buffer_.index[k];
    const double key = law.key(law.params, world, i, other, {buffer_.dx[k], buffer_.dy[k], 0.0});
    const bool tie = key == best_key && key < kInfinity && other < best;
    if (!(key < best_key) && !tie) continue;
    best = other;
    best_key = key;
  }
  out[i] = best;
}

PushTerms PerceptionPass::terms_of(const World& world, const PairLaw& law, AgentIndex i) const {
  const NeighborhoodDef& def = spec_.neighborhood;
  const double limit = law.max_strength.value_or(i, world.agents.max_acceleration[i]);
  const double reach = radius_of(def, world, i) + (def.add_other_radius ? largest_radius(world, i) : 0.0);
  return {.most = clamp(limit, kLeastBound, kGreatestBound),
          .decay = law.decay[i],
          .range = law.threshold.value_or(i, reach),
          .self = i,
          .heading = world.state.heading(i)};
}

// The nearest neighbor's place in the buffer, by distance and number; the buffer is not empty.
std::size_t PerceptionPass::nearest() const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < buffer_.size; ++k) {
    const bool tie = buffer_.d2[k] == buffer_.d2[best] && buffer_.index[k] < buffer_.index[best];
    if (buffer_.d2[k] < buffer_.d2[best] || tie) best = k;
  }
  return best;
}

template <PairLaw::Form form>
Vec3 PerceptionPass::sum_pushes(const PushTerms& terms, bool closest) const {
  const FixedScale scale = FixedScale::for_bound(longest_push(form, terms.most));
  const double range2 = terms.range * terms.range;
  const std::size_t begin = closest ? nearest() : 0;
  const std::size_t end = closest ? begin + 1 : buffer_.size;
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (std::size_t k = begin; k < end; ++k) {
    if (!(buffer_.d2[k] < range2)) continue;
    const Vec3 part = push<form>(terms, {buffer_.dx[k], buffer_.dy[k], buffer_.d2[k], buffer_.index[k]});
    x += scale.to_fixed(part.x);
    y += scale.to_fixed(part.y);
  }
  return {scale.to_double(x), scale.to_double(y), 0.0};
}

void PerceptionPass::sum_law(const World& world, const PairLaw& law, AgentIndex i, Perceived::Columns& out) {
  Vec3 pushes;
  if (buffer_.size > 0) {
    const PushTerms terms = terms_of(world, law, i);
    switch (law.form) {
      case PairLaw::Form::inverse:
        pushes = sum_pushes<PairLaw::Form::inverse>(terms, law.closest);
        break;
      case PairLaw::Form::inverse_square:
        pushes = sum_pushes<PairLaw::Form::inverse_square>(terms, law.closest);
        break;
      case PairLaw::Form::linear:
        pushes = sum_pushes<PairLaw::Form::linear>(terms, law.closest);
        break;
      case PairLaw::Form::lateral:
        pushes = sum_pushes<PairLaw::Form::lateral>(terms, law.closest);
        break;
    }
  }
  out.x[i] = pushes.x;
  out.y[i] = pushes.y;
}

void PerceptionPass::store_list(AgentIndex i) {
  result_.list_start_[i] = result_.list_.size();
  const auto first = buffer_.index.begin();
  result_.list_.insert(result_.list_.end(), first, first + static_cast<std::ptrdiff_t>(buffer_.size));
  std::sort(result_.list_.end() - static_cast<std::ptrdiff_t>(buffer_.size), result_.list_.end());
}

}  // namespace drover
