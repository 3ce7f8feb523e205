#include "formations/emergent.h"

#include <algorithm>
#include <tuple>

#include "core/frame.h"
#include "formations/drift.h"

namespace drover {
namespace {

// A length as a whole number of 2^-20 m, so that ties do not depend on rounding; far ones count as 1e9 m.
std::int64_t in_steps(double length) {
  constexpr double kRounding = 0x1.8p52;
  const double steps = clamp(length, -1e9, 1e9) * 0x1p20;
  return static_cast<std::int64_t>((steps + kRounding) - kRounding);
}

}  // namespace

// A candidate with its key: the lower, the better. Candidates come by ascending parent, left first, so the
// first of equal keys is the one to take.
struct EmergentSelection::Choice {
  EmergentClaim claim;
  std::pair<std::int64_t, std::int64_t> key;

  void offer(const EmergentClaim& candidate, std::int64_t rank, std::int64_t distance) {
    const std::pair candidate_key(rank, distance);
    if (claim.is_placed && key <= candidate_key) return;
    claim = candidate;
    key = candidate_key;
  }
};

Vec3 group_heading(const EmergentMembers& members) {
  Vec3 sum;
  double count = 0.0;
  for (std::size_t k = 0; k < members.headings.size(); ++k) {
    if (members.is_present[k] == 0) continue;
    sum += members.headings[k];
    count += 1.0;
  }
  return length(sum) < 1e-6 * count || count == 0.0 ? Vec3{1.0, 0.0, 0.0} : direction(sum);
}

// Orders the members, finds the root, and lists what is placed.
void EmergentSelection::start(const EmergentMembers& members, std::vector<EmergentClaim>& claims) {
  heading_ = group_heading(members);
  claims.resize(members.positions.size());
  order_.clear();
  for (std::size_t k = 0; k < claims.size(); ++k) {
    if (members.is_present[k] != 0) order_.push_back(k);
  }
  std::ranges::sort(order_, {}, [&](std::size_t k) {
    return std::pair(-in_steps(dot(members.positions[k], heading_)), k);
  });
  const auto is_root = [&](std::size_t k) { return claims[k].is_placed && claims[k].parent == kNoMember; };
  const auto present_root = std::ranges::find_if(order_, is_root);
  if (present_root != order_.end()) {
    root_ = *present_root;
  } else if (!order_.empty()) {
    const bool is_chosen = members.root < claims.size() && members.is_present[members.root] != 0;
    root_ = is_chosen ? members.root : order_.front();
    std::ranges::fill(claims, EmergentClaim{});
    claims[root_].is_placed = true;
  }
  parents_.clear();
  places_.clear();
  for (std::size_t k = 0; k < claims.size(); ++k) {
    if (!claims[k].is_placed) continue;
    parents_.push_back(k);
    places_.push_back({claims[k].rank, claims[k].lateral});
  }
  std::ranges::sort(places_);
}

EmergentClaim EmergentSelection::best_claim(const EmergentRule& rule, const EmergentMembers& members,
                                            const PlaceCheck& check, std::size_t member,
                                            const std::vector<EmergentClaim>& claims) const {
  const Frame frame = upright(heading_);
  Choice feasible, nearest;
  for (const std::size_t parent : parents_) {
    for (const int side : {1, -1}) {
      if (!(side > 0 ? rule.left : rule.right) || !has_free_place(claims[parent], side)) continue;
      EmergentClaim claim{.is_placed = true, .parent = parent, .side = side};
      claim.rank = claims[parent].rank + 1;
      claim.lateral = claims[parent].lateral + side;
      const Vec3 point =
          members.positions[root_] + frame.vector(Vec3{-static_cast<double>(claim.rank) * rule.back,
                                                       static_cast<double>(claim.lateral) * rule.side, 0.0});
      const std::int64_t distance = in_steps(length(point - members.positions[member]));
      if (check.is_blocked != nullptr && check.is_blocked(check.context, member, point)) {
        claim.is_blocked = true;
        nearest.offer(claim, 0, distance);
      } else {
        feasible.offer(claim, rule.policy == EmergentPolicy::rank ? claim.rank : 0, distance);
      }
    }
  }
  return feasible.claim.is_placed ? feasible.claim : nearest.claim;
}

void EmergentSelection::select(const EmergentRule& rule, const EmergentMembers& members,
                               const PlaceCheck& check, std::vector<EmergentClaim>& claims) {
  release_absent(members.is_present, claims);
  start(members, claims);
  for (const std::size_t member : order_) {
    if (claims[member].is_placed) continue;
    // A place that is taken stays so during a selection: what is left are the parents at the border, and not
    // all that are placed are looked at for every member.
    std::erase_if(parents_, [&](std::size_t parent) {
      const EmergentClaim& claim = claims[parent];
      return !(rule.left && has_free_place(claim, 1)) && !(rule.right && has_free_place(claim, -1));
    });
    claims[member] = best_claim(rule, members, check, member, claims);
    if (!claims[member].is_placed) continue;
    parents_.insert(std::ranges::lower_bound(parents_, member), member);
    const Place place{claims[member].rank, claims[member].lateral};
    places_.insert(std::ranges::lower_bound(places_, place), place);
  }
}

// Followers have the rank after their parent's, so at most as many passes as there are ranks find them all.
void release(std::size_t member, std::vector<EmergentClaim>& claims) {
  claims[member] = {};
  for (bool found = true; found;) {
    found = false;
    for (EmergentClaim& claim : claims) {
      if (!claim.is_placed || claim.parent == kNoMember || claims[claim.parent].is_placed) continue;
      claim = {};
      found = true;
    }
  }
}

void release_absent(std::span<const std::uint8_t> is_present, std::vector<EmergentClaim>& claims) {
  for (std::size_t k = 0; k < claims.size(); ++k) {
    if (claims[k].is_placed && is_present[k] == 0) release(k, claims);
  }
}

void release_infeasible(std::span<const std::uint8_t> is_infeasible, double now, double reselect_after,
                        std::vector<double>& since, std::vector<EmergentClaim>& claims) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  since.resize(claims.size(), kNever);
  for (std::size_t k = 0; k < claims.size(); ++k) {
    since[k] = is_infeasible[k] == 0 ? kNever : smaller(since[k], now);
    if (now - since[k] < reselect_after || is_infeasible[k] == 0) continue;
    release(k, claims);
    since[k] = kNever;
  }
}

Vec3 emergent_target(const EmergentRule& rule, const EmergentClaim& claim, Vec3 parent_position,
                     Vec3 parent_heading) {
  return parent_position +
         upright(parent_heading).vector(-rule.back, static_cast<double>(claim.side) * rule.side);
}

}  // namespace drover
