// Emergent formations: no pattern; every agent claims a place behind and beside another. After Millington &
// Funge 3.7.3, with an order that the book lacks: nothing there keeps two agents from following each other.
//
// Places form a lattice behind the root: (rank, lateral) lies rank * back behind it and lateral * side to its
// left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/enum_names.h"
#include "core/vec3.h"

namespace drover {

// rank: the foremost free place, then the nearest. distance: the nearest.
DROVER_ENUM(EmergentPolicy, rank, distance)

struct EmergentRule {
  double back = 2.0;  // [m]
  double side = 2.0;  // [m]
  bool left = true;   // which sides of an agent may be claimed
  bool right = true;
  EmergentPolicy policy = EmergentPolicy::rank;
};

inline constexpr std::size_t kNoMember = std::numeric_limits<std::size_t>::max();

// A place that is claimed. Members are indices in ascending order of their numbers; they keep their index.
struct EmergentClaim {
  bool is_placed = false;
  bool is_blocked = false;         // no free place was feasible
  std::size_t parent = kNoMember;  // whom it follows; kNoMember for the root
  int side = 0;                    // of the parent: 1 left, -1 right
  std::int64_t rank = 0;
  std::int64_t lateral = 0;

  friend bool operator==(const EmergentClaim&, const EmergentClaim&) = default;
};

// What selection sees of the members. Positions are displacements from the member with the lowest number.
struct EmergentMembers {
  std::span<const Vec3> positions;  // [m]
  std::span<const Vec3> headings;   // of unit length
  std::span<const std::uint8_t> is_present;
  std::size_t root = kNoMember;  // chosen by the user
};

// Whether a member's body at a point, a displacement like the positions, would touch an obstacle or a wall.
struct PlaceCheck {
  const void* context = nullptr;
  bool (*is_blocked)(const void* context, std::size_t member, Vec3 point) = nullptr;  // null: never
};

// The direction of the sum of headings; +x where they cancel, below 1e-6 per member.
Vec3 group_heading(const EmergentMembers& members);

// Keeps the claims that are placed and gives places to the other members that are present, from the front to
// the rear of the group heading. Without a placed root, all select anew. Projections and distances are
// compared in multiples of 2^-20 m; ties go to the lower number, then to the left.
class EmergentSelection {
 public:
  // Memory for so many members.
  void reserve(std::size_t members) {
    order_.reserve(members);
    parents_.reserve(members);
    places_.reserve(members);
  }

  void select(const EmergentRule& rule, const EmergentMembers& members, const PlaceCheck& check,
              std::vector<EmergentClaim>& claims);

 private:
  struct Choice;
  struct Place {
    std::int64_t rank, lateral;
    auto operator<=>(const Place&) const = default;
  };

  void start(const EmergentMembers& members, std::vector<EmergentClaim>& claims);
  bool has_free_place(const EmergentClaim& parent, int side) const {
    return !std::ranges::binary_search(places_, Place{parent.rank + 1, parent.lateral + side});
  }
  EmergentClaim best_claim(const EmergentRule& rule, const EmergentMembers& members, const PlaceCheck& check,
                           std::size_t member, const std::vector<EmergentClaim>& claims) const;

  Vec3 heading_;
  std::size_t root_ = kNoMember;
  std::vector<std::size_t> order_;    // front to rear
  std::vector<std::size_t> parents_;  // placed members that others may follow, ascending
  std::vector<Place> places_;         // claimed, ascending
};

// Takes the place from a member and from all that follow it, directly or not.
void release(std::size_t member, std::vector<EmergentClaim>& claims);

// Of members that are no longer present, as release() does.
void release_absent(std::span<const std::uint8_t> is_present, std::vector<EmergentClaim>& claims);

// Of members whose steady target has lain in an obstacle for reselect_after [s] at the time now, as release()
// does. `since` is when that began for each member, infinite where it does not; it grows with the members.
void release_infeasible(std::span<const std::uint8_t> is_infeasible, double now, double reselect_after,
                        std::vector<double>& since, std::vector<EmergentClaim>& claims);

// Where a member belongs that follows a parent at a position with a heading: the steady target, whose
// velocity is that of the parent.
Vec3 emergent_target(const EmergentRule& rule, const EmergentClaim& claim, Vec3 parent_position,
                     Vec3 parent_heading);

}  // namespace drover
