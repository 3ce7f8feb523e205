#include "formations/cover.h"

#include <algorithm>

namespace drover {

void CoverSelection::reserve(std::size_t covers, std::size_t members, std::size_t most_assigned) {
  is_in_use_.reserve(covers);
  is_chosen_.reserve(covers);
  candidates_.reserve(covers);
  entering_.reserve(std::min(covers, members));
  freed_.reserve(members);
  const std::size_t assigned = std::min({covers, members, most_assigned});
  costs_.reserve(assigned, assigned);
  assigner_.reserve(assigned, assigned);
  assignment_.slot_of.reserve(assigned);
}

// The covers to use, the nearest first.
void CoverSelection::rank(const CoverRule& rule, const CoverScene& scene,
                          const std::vector<std::size_t>& cover_of_slot) {
  is_in_use_.assign(scene.covers.size(), false);
  for (const std::size_t cover : cover_of_slot) {
    if (cover != kNoCover) is_in_use_[cover] = true;
  }
  candidates_.clear();
  const Cost hysteresis = to_cost(rule.hysteresis);
  for (std::size_t cover = 0; cover < scene.covers.size(); ++cover) {
    const Vec3 place = scene.covers[cover];
    const double distance = scene.distances.empty() ? length(place) : scene.distances[cover];
    if (distance == std::numeric_limits<double>::infinity()) continue;
    if (scene.leader != nullptr && length(place - *scene.leader) < rule.leader_exclusion) continue;
    const bool is_new = !is_in_use_[cover];
    candidates_.push_back({to_cost(distance) - (is_new ? 0 : hysteresis), is_new, cover});
  }
  const std::size_t count = std::min(scene.members.size(), candidates_.size());
  const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(candidates_.begin(), end, candidates_.end());
  candidates_.erase(end, candidates_.end());
}

// Of slots that are freed, those of the lowest index get a cover.
void CoverSelection::fill_freed(const CoverScene& scene, std::vector<std::size_t>& cover_of_slot) {
  if (freed_.size() > entering_.size()) freed_.resize(entering_.size());
  // As a rule one cover drops out and one enters, and the assignment has no choice.
  if (freed_.size() == 1 && entering_.size() == 1) {
    cover_of_slot[freed_.front()] = entering_.front();
    return;
  }
  costs_.resize(freed_.size(), entering_.size());
  for (std::size_t k = 0; k < freed_.size(); ++k) {
    for (std::size_t e = 0; e < entering_.size(); ++e)
      costs_.at(k, e) = to_cost(length(scene.covers[entering_[e]] - scene.members[freed_[k]]));
  }
  assigner_.assign(AssignmentMethod::optimal, costs_, assignment_);
  for (std::size_t k = 0; k < freed_.size(); ++k)
    cover_of_slot[freed_[k]] = entering_[assignment_.slot_of[k]];
}

void CoverSelection::select(const CoverRule& rule, const CoverScene& scene,
                            std::vector<std::size_t>& cover_of_slot) {
  const bool is_first = cover_of_slot.empty();
  cover_of_slot.resize(scene.members.size(), kNoCover);
  rank(rule, scene, cover_of_slot);
  if (is_first) {
    for (std::size_t slot = 0; slot < candidates_.size(); ++slot)
      cover_of_slot[slot] = candidates_[slot].cover;
    return;
  }
  entering_.clear();
  is_chosen_.assign(scene.covers.size(), false);
  for (const Candidate& candidate : candidates_) {
    is_chosen_[candidate.cover] = true;
    if (candidate.is_new) entering_.push_back(candidate.cover);
  }
  std::ranges::sort(entering_);
  freed_.clear();
  for (std::size_t slot = 0; slot < cover_of_slot.size(); ++slot) {
    std::size_t& cover = cover_of_slot[slot];
    if (cover != kNoCover && is_chosen_[cover]) continue;
    cover = kNoCover;
    freed_.push_back(slot);
  }
  if (!entering_.empty()) fill_freed(scene, cover_of_slot);
}

}  // namespace drover
