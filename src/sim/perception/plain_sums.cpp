// Sums, counts and arg-mins over the neighbors of one agent.
#include <algorithm>
#include <cmath>

#include "sim/perception/plain_perception.h"
#include "sim/state/world.h"

namespace drover {

// The sum of the vectors term(k) over the buffer.
template <class Term>
Vec3 PlainPerception::sum_in_steps(const FixedScale& scale, Term term) const {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    const Vec3 part = term(k);
    x += scale.to_fixed(part.x);
    y += scale.to_fixed(part.y);
    if (is_spatial_) z += scale.to_fixed(part.z);
  }
  return {scale.to_double(x), scale.to_double(y), is_spatial_ ? scale.to_double(z) : 0.0};
}

// The sum of term(k) over the buffer, with a step that follows from the largest of these terms: a bound over
// the whole world would let agents that are no neighbors change the rounding.
template <class Term>
double PlainPerception::sum(Term term) const {
  double bound = kMinBound;
  for (std::size_t k = 0; k < buffer_.size; ++k)
    bound = larger(bound, std::fabs(term(k)));
  const FixedScale scale = FixedScale::for_bound(smaller(bound, kMaxBound));
  std::int64_t total = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k)
    total += scale.to_fixed(term(k));
  return scale.to_double(total);
}

void PlainPerception::reduce(AgentIndex i) {
  const AgentMotion& state = world_.state.motion;
  const std::vector<AgentIndex>& index = buffer_.index;
  double* row = result_.row(i);
  row[0] = pass_.wants(Reduction::count) ? static_cast<double>(buffer_.size) : 0.0;
  if (pass_.wants(Reduction::displacement)) {
    const auto way = [&](std::size_t k) { return buffer_.offset(k); };
    result_.set_vector(i, result_.displacement_, sum_in_steps(pass_.displacement_scale(world_, i), way));
  }
  if (pass_.wants(Reduction::direction)) {
    const auto unit = [&](std::size_t k) { return direction(buffer_.offset(k)); };
    result_.set_vector(i, result_.direction_, sum_in_steps(FixedScale::for_bound(1.0), unit));
  }
  if (pass_.wants(Reduction::heading)) {
    const auto heading = [&](std::size_t k) { return state.heading(index[k]); };
    result_.set_vector(i, result_.heading_, sum_in_steps(FixedScale::for_bound(1.0), heading));
  }
  if (pass_.wants(Reduction::velocity)) {
    const double x = sum([&](std::size_t k) { return state.vx[index[k]]; });
    const double y = sum([&](std::size_t k) { return state.vy[index[k]]; });
    const double z = is_spatial_ ? sum([&](std::size_t k) { return state.vz[index[k]]; }) : 0.0;
    result_.set_vector(i, result_.velocity_, {x, y, z});
  }
  if (pass_.wants(Reduction::mass_displacement)) {
    const auto mass = [&](std::size_t k) { return world_.state.limits.mass[index[k]]; };
    row[result_.mass_] = sum(mass);
    const double x = sum([&](std::size_t k) { return mass(k) * buffer_.dx[k]; });
    const double y = sum([&](std::size_t k) { return mass(k) * buffer_.dy[k]; });
    const double z = is_spatial_ ? sum([&](std::size_t k) { return mass(k) * buffer_.dz[k]; }) : 0.0;
    result_.set_vector(i, result_.mass_displacement_, {x, y, z});
  }
  if (pass_.wants(Reduction::speed))
    row[result_.speed_] = sum([&](std::size_t k) { return length(state.velocity(index[k])); });
  if (pass_.wants(Reduction::ahead)) count_ahead(i);
  if (pass_.wants(Reduction::nearest))
    row[result_.nearest_] = buffer_.size > 0 ? buffer_.d2[nearest()] : kInfinity;
  for (std::size_t k = 0; k < spec_.argmins.size(); ++k)
    find_argmin(spec_.argmins[k].find(i), i, result_.argmin_[k]);
  for (std::size_t k = 0; k < spec_.forces.size(); ++k)
    sum_force(k, i);
  if (spec_.list) store_list(i);
}

void PlainPerception::count_ahead(AgentIndex i) {
  const Vec3 heading = world_.state.motion.heading(i);
  std::uint32_t count = 0;
  for (std::size_t k = 0; k < buffer_.size; ++k) {
    if (dot(heading, buffer_.offset(k)) > 0.0) ++count;
  }
  result_.row(i)[result_.ahead_] = count;
}

void PlainPerception::find_argmin(const ArgMin* rule, AgentIndex i, std::vector<AgentIndex>& out) {
  AgentIndex best = kNoIndex;
  double best_key = kInfinity;
  for (std::size_t k = 0; rule != nullptr && k < buffer_.size; ++k) {
    const AgentIndex other = buffer_.index[k];
    const double key = rule->key(rule->params, world_, i, other, buffer_.offset(k));
    const bool tie = key == best_key && key < kInfinity && other < best;
    if (!(key < best_key) && !tie) continue;
    best = other;
    best_key = key;
  }
  out[i] = best;
}

// The index in the buffer of the nearest neighbor, by distance and index; the buffer is not empty.
std::size_t PlainPerception::nearest() const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < buffer_.size; ++k) {
    const bool tie = buffer_.d2[k] == buffer_.d2[best] && buffer_.index[k] < buffer_.index[best];
    if (buffer_.d2[k] < buffer_.d2[best] || tie) best = k;
  }
  return best;
}

template <PairForce::Form form>
Vec3 PlainPerception::sum_pushes(const PushParameters& parameters, bool closest) const {
  const double range2 = parameters.range * parameters.range;
  const std::size_t begin = closest ? nearest() : 0;
  const std::size_t end = closest ? begin + 1 : buffer_.size;
  const auto visit_pushes = [&](auto&& visit) {
    for (std::size_t k = begin; k < end; ++k) {
      if (!(buffer_.d2[k] < range2)) continue;
      const Vec3 d = buffer_.offset(k);
      visit(push<form>(parameters, {d.x, d.y, d.z, buffer_.d2[k], buffer_.index[k]}));
    }
  };
  double bound = max_push(form, parameters.max);
  if (is_far_below_limit(form, parameters)) {
    bound = kMinBound;
    visit_pushes([&](Vec3 part) {
      bound = larger(bound, larger(larger(std::fabs(part.x), std::fabs(part.y)), std::fabs(part.z)));
    });
  }
  const FixedScale scale = FixedScale::for_bound(bound);
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
  visit_pushes([&](Vec3 part) {
    x += scale.to_fixed(part.x);
    y += scale.to_fixed(part.y);
    if (is_spatial_) z += scale.to_fixed(part.z);
  });
  return {scale.to_double(x), scale.to_double(y), is_spatial_ ? scale.to_double(z) : 0.0};
}

void PlainPerception::sum_force(std::size_t index, AgentIndex i) {
  const PairForce* rule = spec_.forces[index].find(i);
  Vec3 pushes;
  if (rule != nullptr && buffer_.size > 0) {
    const PairForce& force = *rule;
    const PushParameters parameters = pass_.parameters_of(world_, force, i);
    switch (force.form) {
      case PairForce::Form::inverse:
        pushes = sum_pushes<PairForce::Form::inverse>(parameters, force.closest);
        break;
      case PairForce::Form::inverse_square:
        pushes = sum_pushes<PairForce::Form::inverse_square>(parameters, force.closest);
        break;
      case PairForce::Form::linear:
        pushes = sum_pushes<PairForce::Form::linear>(parameters, force.closest);
        break;
      case PairForce::Form::lateral:
        pushes = sum_pushes<PairForce::Form::lateral>(parameters, force.closest);
        break;
    }
  }
  result_.set_vector(i, result_.forces_ + result_.width_ * index, pushes);
}

void PlainPerception::store_list(AgentIndex i) {
  std::vector<AgentIndex>& list = result_.lists_[worker_];
  result_.list_position_[i] = {static_cast<std::uint32_t>(worker_), static_cast<std::uint32_t>(list.size())};
  const auto first = buffer_.index.begin();
  list.insert(list.end(), first, first + static_cast<std::ptrdiff_t>(buffer_.size));
  std::sort(list.end() - static_cast<std::ptrdiff_t>(buffer_.size), list.end());
}

}  // namespace drover
