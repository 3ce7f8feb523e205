// What is added up, counted or picked out of the neighbors of one agent.
#include <algorithm>
#include <cmath>

#include "sim/perception/plain_perception.h"
#include "sim/state/world.h"

namespace drover {
void PlainPerception::reduce(AgentIndex i) {
  result_.row(i)[0] = static_cast<double>(buffer_.size);
  if (pass_.wants(Reduction::displacement)) sum_displacements(i);
  if (pass_.wants(Reduction::heading)) sum_headings(i);
  if (pass_.wants(Reduction::velocity)) sum_velocities(i);
  if (pass_.wants(Reduction::mass_displacement)) sum_masses(i);
  if (pass_.wants(Reduction::speed)) sum_speeds(i);
  if (pass_.wants(Reduction::ahead)) count_ahead(i);
  for (std::size_t k = 0; k < spec_.leasts.size(); ++k)
    find_least(spec_.leasts[k], i, result_.least_[k]);
  for (std::size_t k = 0; k < spec_.laws.size(); ++k)
    sum_law(k, i);
  if (spec_.list) store_list(i);
}

void PlainPerception::sum_displacements(AgentIndex i) {
  const FixedScale scale = pass_.displacement_scale(world_, i);
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    x += scale.to_fixed(buffer_.dx[k]);
    y += scale.to_fixed(buffer_.dy[k]);
  }
  result_.set_pair(i, result_.displacement_, {scale.to_double(x), scale.to_double(y), 0.0});
}

void PlainPerception::sum_headings(AgentIndex i) {
  const FixedScale scale = FixedScale::for_bound(1.0);
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    x += scale.to_fixed(world_.state.motion.hx[buffer_.index[k]]);
    y += scale.to_fixed(world_.state.motion.hy[buffer_.index[k]]);
  }
  result_.set_pair(i, result_.heading_, {scale.to_double(x), scale.to_double(y), 0.0});
}

// The sum of term(k) over the places of the buffer, in steps made for the longest of these terms: others have
// no say in the rounding, as they would with a bound for the whole world.
template <class Term>
double PlainPerception::sum(Term term) const {
  double bound = kLeastBound;
  for (std::size_t k = 0; k < buffer_.size; ++k)
    bound = larger(bound, std::fabs(term(k)));
  const FixedScale scale = FixedScale::for_bound(smaller(bound, kGreatestBound));
  std::int64_t total = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k)
    total += scale.to_fixed(term(k));
  return scale.to_double(total);
}

void PlainPerception::sum_velocities(AgentIndex i) {
  const AgentMotion& state = world_.state.motion;
  const double x = sum([&](std::size_t k) { return state.vx[buffer_.index[k]]; });
  const double y = sum([&](std::size_t k) { return state.vy[buffer_.index[k]]; });
  result_.set_pair(i, result_.velocity_, {x, y, 0.0});
}

void PlainPerception::sum_speeds(AgentIndex i) {
  result_.row(i)[result_.speed_] =
      sum([&](std::size_t k) { return length(world_.state.motion.velocity(buffer_.index[k])); });
}

void PlainPerception::sum_masses(AgentIndex i) {
  const auto mass = [&](std::size_t k) { return world_.state.limits.mass[buffer_.index[k]]; };
  result_.row(i)[result_.mass_] = sum(mass);
  const double x = sum([&](std::size_t k) { return mass(k) * buffer_.dx[k]; });
  const double y = sum([&](std::size_t k) { return mass(k) * buffer_.dy[k]; });
  result_.set_pair(i, result_.mass_displacement_, {x, y, 0.0});
}

void PlainPerception::count_ahead(AgentIndex i) {
  const Vec3 heading = world_.state.motion.heading(i);
  std::uint32_t count = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    if (heading.x * buffer_.dx[k] + heading.y * buffer_.dy[k] > 0.0) ++count;
  }
  result_.row(i)[result_.ahead_] = count;
}

void PlainPerception::find_least(const LeastLaw& law, AgentIndex i, std::vector<AgentIndex>& out) {
  AgentIndex best = kNoIndex;
  double best_key = kInfinity;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    const AgentIndex other = buffer_.index[k];
    const double key = law.key(law.params, world_, i, other, {buffer_.dx[k], buffer_.dy[k], 0.0});
    const bool tie = key == best_key && key < kInfinity && other < best;
    if (!(key < best_key) && !tie) continue;
    best = other;
    best_key = key;
  }
  out[i] = best;
}

// The nearest neighbor's place in the buffer, by distance and number; the buffer is not empty.
std::size_t PlainPerception::nearest() const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < buffer_.size; ++k) {
    const bool tie = buffer_.d2[k] == buffer_.d2[best] && buffer_.index[k] < buffer_.index[best];
    if (buffer_.d2[k] < buffer_.d2[best] || tie) best = k;
  }
  return best;
}

template <PairLaw::Form form>
Vec3 PlainPerception::sum_pushes(const PushTerms& terms, bool closest) const {
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

void PlainPerception::sum_law(std::size_t number, AgentIndex i) {
  const PairLaw& law = spec_.laws[number];
  Vec3 pushes;
  if (buffer_.size > 0) {
    const PushTerms terms = pass_.terms_of(world_, law, i);
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
  result_.set_pair(i, result_.laws_ + 2 * number, pushes);
}

void PlainPerception::store_list(AgentIndex i) {
  std::vector<AgentIndex>& list = result_.lists_[worker_];
  result_.list_place_[i] = {static_cast<std::uint32_t>(worker_), static_cast<std::uint32_t>(list.size())};
  const auto first = buffer_.index.begin();
  list.insert(list.end(), first, first + static_cast<std::ptrdiff_t>(buffer_.size));
  std::sort(list.end() - static_cast<std::ptrdiff_t>(buffer_.size), list.end());
}

}  // namespace drover
