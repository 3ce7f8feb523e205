// Moving from cover to cover (bounding overwatch): Millington & Funge 3.7.10.
//
// The slots of the formation are the covers nearest to the anchor. Slots are stable: a cover that stays keeps
// its slot, and so do members; only slots whose cover dropped out get another one.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/vec3.h"
#include "formations/assignment.h"

namespace drover {

inline constexpr std::size_t kNoCover = std::numeric_limits<std::size_t>::max();

struct CoverRule {
  double hysteresis = 0.5;        // how much nearer a cover must be to replace one in use [m]
  double leader_exclusion = 3.0;  // covers nearer to the leader than this do not count [m]
};

// What selection sees in a step; positions are displacements from the anchor [m].
struct CoverScene {
  std::span<const Vec3> covers;   // in ascending order of ids
  std::span<const Vec3> members;  // of each slot
  const Vec3* leader = nullptr;   // null without
  // Of the covers from the anchor, infinite for those that do not count; none: straight [m].
  std::span<const double> distances = {};
};

// The cover of each slot. The first selection gives slot 0 the nearest; then freed slots get the covers that
// enter, by optimal assignment of their members' distances. Where there are fewer covers than slots, the
// freed slots of the highest index have none and follow the anchor. Keys are whole multiples of 2^-20 m; ties
// go to covers in use, then to the lower id.
class CoverSelection {
 public:
  // Memory for so many covers and members; assignments of more than `most_assigned` members take more.
  void reserve(std::size_t covers, std::size_t members, std::size_t most_assigned);

  void select(const CoverRule& rule, const CoverScene& scene, std::vector<std::size_t>& cover_of_slot);

 private:
  struct Candidate {
    std::int64_t key;
    bool is_new;
    std::size_t cover;
    auto operator<=>(const Candidate&) const = default;
  };

  void rank(const CoverRule& rule, const CoverScene& scene, const std::vector<std::size_t>& cover_of_slot);
  void fill_freed(const CoverScene& scene, std::vector<std::size_t>& cover_of_slot);

  std::vector<bool> is_in_use_, is_chosen_;
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> entering_, freed_;
  CostTable costs_;
  Assigner assigner_;
  Assignment assignment_;
};

// The greatest speed of the anchor at which k members in a row of covers all stand in cover between two
// bounds, the rearmost running k times as far as the anchor.
constexpr double max_anchor_speed(double member_speed, std::size_t members) {
  return members == 0 ? 0.0 : member_speed / static_cast<double>(members);
}

}  // namespace drover
