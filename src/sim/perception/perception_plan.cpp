// Which needs of behaviors, conditions and quantities become one perception, and which of their rules one
// law.
#include <algorithm>

#include "sim/perception/perception.h"
#include "sim/state/world.h"

namespace drover {
namespace {

// Whether neighborhoods differ in nothing but numbers and who counts, so that one pass can search them.
bool same_shape(const NeighborhoodDef& a, const NeighborhoodDef& b) {
  return a.length_factor.is_present() == b.length_factor.is_present() &&
         a.min_radius.is_present() == b.min_radius.is_present() && a.add_other_radius == b.add_other_radius &&
         a.view == b.view && a.same_type == b.same_type && a.walls_hide == b.walls_hide &&
         a.max_neighbors == b.max_neighbors && a.neighbors.type == b.neighbors.type;
}

// Equal factors are one when they are linked.
bool same_factor(const std::optional<RampDef>& a, const std::optional<RampDef>& b) {
  return a.has_value() == b.has_value() && (!a || a->index == b->index);
}

bool same_neighborhood(const NeighborhoodDef& a, const NeighborhoodDef& b) {
  return same_shape(a, b) && a.radius == b.radius && a.length_factor == b.length_factor && a.fov == b.fov &&
         a.min_radius == b.min_radius && a.near_radius == b.near_radius && a.back_factor == b.back_factor &&
         a.front_factor == b.front_factor && a.neighbors == b.neighbors &&
         same_factor(a.radius_by, b.radius_by) && same_factor(a.fov_by, b.fov_by) && a.reach == b.reach &&
         a.reach_params == b.reach_params;
}

bool same_form(const PairForce& a, const PairForce& b) {
  return a.form == b.form && a.closest == b.closest;
}

bool same_key(const ArgMin& a, const ArgMin& b) {
  return a.key == b.key;
}

template <class Rule, class IsOfForm>
bool same_forms(const std::vector<Law<Rule>>& a, const std::vector<Law<Rule>>& b,
                const IsOfForm& is_of_form) {
  return std::ranges::equal(a, b, [&](const Law<Rule>& one, const Law<Rule>& other) {
    return is_of_form(one.variants.front(), other.variants.front());
  });
}

// Whether one perception can find what both need. Of agents that count for one of them none may count for the
// other unless all do: each agent has one label.
bool can_share(const PerceptionPlan::Entry& a, const PerceptionPlan::Entry& b) {
  const NeighborhoodDef& shape = b.spec.shape();
  const auto joins = [&](const NeighborhoodDef& other) {
    return other.neighbors == shape.neighbors ||
           (!shape.same_type && other.neighbors.type == shape.neighbors.type);
  };
  if (!same_shape(a.spec.shape(), shape) || !std::ranges::all_of(a.spec.neighborhood.variants, joins))
    return false;
  if (a.spec.reductions != b.spec.reductions || a.spec.list != b.spec.list) return false;
  if (!same_forms(a.spec.forces, b.spec.forces, same_form)) return false;
  if (!same_forms(a.spec.argmins, b.spec.argmins, same_key)) return false;
  for (std::size_t i = 0; i < a.subscribers.size(); ++i) {
    if (a.subscribers[i] != 0 && b.subscribers[i] != 0) return false;
  }
  return true;
}

// The variants of `other` become those of its subscribers.
template <class Rule>
void join(Law<Rule>& law, const Law<Rule>& other, const std::vector<std::uint8_t>& subscribers) {
  if (law.variant_of.empty()) law.variant_of.assign(subscribers.size(), 0);
  const auto first = static_cast<std::uint32_t>(law.variants.size());
  law.variants.insert(law.variants.end(), other.variants.begin(), other.variants.end());
  for (AgentIndex i = 0; i < subscribers.size(); ++i) {
    if (subscribers[i] == 0) continue;
    const std::uint32_t variant = other.variant_of.empty() ? 0 : other.variant_of[i];
    law.variant_of[i] = variant == kNoIndex ? kNoIndex : first + variant;
  }
}

void join(PerceptionPlan::Entry& entry, const PerceptionPlan::Entry& other) {
  join(entry.spec.neighborhood, other.spec.neighborhood, other.subscribers);
  for (std::size_t k = 0; k < entry.spec.forces.size(); ++k)
    join(entry.spec.forces[k], other.spec.forces[k], other.subscribers);
  for (std::size_t k = 0; k < entry.spec.argmins.size(); ++k)
    join(entry.spec.argmins[k], other.spec.argmins[k], other.subscribers);
  for (std::size_t i = 0; i < entry.subscribers.size(); ++i)
    entry.subscribers[i] |= other.subscribers[i];
}

// What is the same for all that ask needs no column.
template <class Rule>
void drop_columns(std::vector<Law<Rule>>& laws, const std::vector<std::uint8_t>& subscribers) {
  for (Law<Rule>& law : laws) {
    bool is_for_all = law.variants.size() == 1 && !law.variant_of.empty();
    for (std::size_t i = 0; is_for_all && i < subscribers.size(); ++i)
      is_for_all = subscribers[i] == 0 || law.variant_of[i] == 0;
    if (is_for_all) law.variant_of.clear();
  }
}

}  // namespace

PerceptionPlan::Entry& PerceptionPlan::entry_for(const NeighborhoodDef& neighborhood,
                                                 PerceptionHandle& handle) {
  std::size_t k = 0;
  while (k < entries_.size() && !same_neighborhood(entries_[k].spec.shape(), neighborhood))
    ++k;
  if (k == entries_.size()) {
    DROVER_CHECK(merged_.empty(), "needs are declared twice alike");
    Entry& entry = entries_.emplace_back();
    entry.spec.neighborhood.variants.push_back(neighborhood);
    entry.subscribers.assign(agent_count_, 0);
  }
  for (const AgentIndex i : agents_)
    entries_[k].subscribers[i] |= subscription_;
  handle.perception = merged_.empty() ? static_cast<std::uint32_t>(k) : merged_as_[k];
  return entries_[k];
}

// The index of the law by which the present agents get the rule: one in which none of them has another one.
template <class Rule, class IsOfForm>
std::uint32_t PerceptionPlan::law_for(const Rule& rule, std::vector<Law<Rule>>& laws,
                                      const IsOfForm& is_of_form) {
  for (std::uint32_t k = 0; k < laws.size(); ++k) {
    Law<Rule>& law = laws[k];
    if (!is_of_form(law.variants.front(), rule)) continue;
    const auto same = std::find(law.variants.begin(), law.variants.end(), rule);
    const auto variant = static_cast<std::uint32_t>(same - law.variants.begin());
    const bool are_free = std::ranges::all_of(
        agents_, [&](AgentIndex i) { return law.variant_of[i] == kNoIndex || law.variant_of[i] == variant; });
    if (!are_free) continue;
    if (same == law.variants.end()) law.variants.push_back(rule);
    for (const AgentIndex i : agents_)
      law.variant_of[i] = variant;
    return k;
  }
  Law<Rule>& law = laws.emplace_back();
  law.variants.push_back(rule);
  law.variant_of.assign(agent_count_, kNoIndex);
  for (const AgentIndex i : agents_)
    law.variant_of[i] = 0;
  return static_cast<std::uint32_t>(laws.size() - 1);
}

PerceptionHandle PerceptionPlan::need(const NeighborhoodDef& neighborhood,
                                      std::initializer_list<Reduction> reductions) {
  PerceptionHandle handle;
  Entry& entry = entry_for(neighborhood, handle);
  entry.spec.reductions |= static_cast<unsigned>(Reduction::count);
  for (const Reduction reduction : reductions)
    entry.spec.reductions |= static_cast<unsigned>(reduction);
  return handle;
}

PerceptionHandle PerceptionPlan::need_force(const NeighborhoodDef& neighborhood, const PairForce& force) {
  PerceptionHandle handle;
  Entry& entry = entry_for(neighborhood, handle);
  entry.spec.reductions |= static_cast<unsigned>(Reduction::count);
  handle.index = law_for(force, entry.spec.forces, same_form);
  return handle;
}

PerceptionHandle PerceptionPlan::need_argmin(const NeighborhoodDef& neighborhood, const ArgMin& argmin) {
  PerceptionHandle handle;
  handle.index = law_for(argmin, entry_for(neighborhood, handle).spec.argmins, same_key);
  return handle;
}

PerceptionHandle PerceptionPlan::need_list(const NeighborhoodDef& neighborhood) {
  PerceptionHandle handle;
  Entry& entry = entry_for(neighborhood, handle);
  entry.spec.reductions |= static_cast<unsigned>(Reduction::count);
  entry.spec.list = true;
  return handle;
}

std::uint32_t PerceptionPlan::need_position_sample(double period) {
  const auto known = std::ranges::find(sample_periods_, period);
  const auto index = static_cast<std::uint32_t>(known - sample_periods_.begin());
  if (known == sample_periods_.end()) sample_periods_.push_back(period);
  return index;
}

void PerceptionPlan::merge() {
  for (const Entry& entry : entries_) {
    const auto shared =
        std::ranges::find_if(merged_, [&entry](const Entry& other) { return can_share(other, entry); });
    merged_as_.push_back(static_cast<std::uint32_t>(shared - merged_.begin()));
    if (shared == merged_.end()) {
      merged_.push_back(entry);
    } else {
      join(*shared, entry);
    }
  }
}

std::vector<PerceptionPlan::Entry> PerceptionPlan::take() {
  std::vector<Entry> entries = std::move(merged_.empty() ? entries_ : merged_);
  for (Entry& entry : entries) {
    drop_columns(entry.spec.forces, entry.subscribers);
    drop_columns(entry.spec.argmins, entry.subscribers);
  }
  return entries;
}

}  // namespace drover
