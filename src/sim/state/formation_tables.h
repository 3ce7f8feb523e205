// What the state knows about formations; there are no such columns without them.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/state/column_table.h"
#include "sim/state/formation_model.h"
#include "sim/state/shared_column.h"

namespace drover {

// By index of the agent, anchors included.
struct MembershipColumns {
  std::vector<std::uint32_t> member_of;  // index of the formation; kNoIndex for none
  std::vector<std::uint32_t> slot;       // in that formation; kNoIndex for none
  std::vector<std::uint8_t> straggles;   // 1: too far from its slot to count

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using M = MembershipColumns;
    visit(column(&M::member_of, {.name = "formation/member_of", .initial = kNoIndex}));
    visit(column(&M::slot, {.name = "formation/slot", .initial = kNoIndex}));
    visit(column(&M::straggles, {.name = "formation/straggles"}));
  }
};

// Of emergent formations, by index of the agent: EmergentClaim. Its formation is kNoIndex without a claim,
// its parent for the root.
struct ClaimColumns {
  std::vector<std::uint32_t> claim_formation;
  std::vector<std::uint32_t> claim_parent;
  std::vector<std::uint8_t> claim_is_left;
  std::vector<double> claim_place;    // rank and lateral
  std::vector<double> blocked_since;  // by a wall or an obstacle [s]; infinite where the place is free

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using C = ClaimColumns;
    visit(column(&C::claim_formation, {.name = "formation/claim_formation", .initial = kNoIndex}));
    visit(column(&C::claim_parent, {.name = "formation/claim_parent", .initial = kNoIndex}));
    visit(column(&C::claim_is_left, {.name = "formation/claim_is_left"}));
    visit(column(&C::claim_place, {.name = "formation/claim_place", .width = 2}));
    visit(column(&C::blocked_since, {.name = "formation/blocked_since", .initial = kInfinity}));
  }
};

// Of formations in cover, by index of the agent that fills the slot: BoundingSlot.
struct CoverColumns {
  std::vector<std::uint32_t> cover;       // of the slot; kNoIndex for none
  std::vector<std::uint32_t> held_cover;  // kNoIndex for none
  std::vector<std::uint8_t> bounding_state;
  std::vector<std::uint8_t> is_stranded;
  std::vector<std::uint64_t> queued;  // [ticks]
  std::vector<double> began;          // [s]

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using C = CoverColumns;
    visit(column(&C::cover, {.name = "formation/cover", .initial = kNoIndex}));
    visit(column(&C::held_cover, {.name = "formation/held_cover", .initial = kNoIndex}));
    visit(column(&C::bounding_state, {.name = "formation/bounding_state"}));
    visit(column(&C::is_stranded, {.name = "formation/is_stranded"}));
    visit(column(&C::queued, {.name = "formation/queued"}));
    visit(column(&C::began, {.name = "formation/began"}));
  }
};

// Of covers found around shapes, one formation after the other.
struct DerivedCoverColumns {
  std::vector<double> quality;  // 0 where there is no cover
  std::vector<double> facing;   // x, y: toward the nearest threat, of unit length; zero without

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using D = DerivedCoverColumns;
    visit(column(&D::quality, {.name = "derived_covers/quality", .owner = StateOwner::world}));
    visit(column(&D::facing, {.name = "derived_covers/facing", .owner = StateOwner::world, .width = 2}));
  }
};

// By index of the formation.
struct FormationColumns {
  std::vector<std::uint8_t> is_disbanded;
  std::vector<std::uint32_t> leader;         // kNoIndex without
  std::vector<std::uint32_t> leader_slot;    // the slot that the leader has
  std::vector<double> wanted_velocity;       // x, y: what the anchor's stack asked for [m/s]
  SharedColumn<double> wanted_climb;         // z of that, in space [m/s]
  std::vector<double> wanted_heading;        // x, y: of unit length
  std::vector<std::uint32_t> pattern;        // Formation::pattern
  std::vector<std::uint64_t> pattern_since;  // tick in which it began
  std::vector<std::uint32_t> slot_count;     // that are laid out
  std::vector<std::uint32_t> member_count;   // for which they were
  std::vector<std::uint8_t> is_changed;      // why they have to be laid out anew
  std::vector<double> assignment_cost;       // of the last assignment; only observed
  std::vector<double> assignment_gap;        // by how much it is above the optimum; only observed
  // Narrow passages: the index in pattern_fallback, since when a wider pattern has had room [ticks], and the
  // greatest speed where no pattern has [m/s].
  std::vector<std::uint32_t> fallback;
  std::vector<std::uint64_t> free_since;
  std::vector<double> speed_limit;
  // Covers found around shapes: from when on they may be found anew [s], and for where threats were and which
  // shapes were present they were, as a hash.
  std::vector<double> next_covers;
  std::vector<std::uint64_t> covers_for;

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using F = FormationColumns;
    const auto add = [&](auto member, MemberInfo info) {
      info.owner = StateOwner::formation;
      visit(column(member, info));
    };
    add(&F::is_disbanded, {.name = "formations/is_disbanded"});
    add(&F::leader, {.name = "formations/leader", .initial = kNoIndex});
    add(&F::leader_slot, {.name = "formations/leader_slot"});
    add(&F::wanted_velocity, {.name = "formations/wanted_velocity", .width = 2});
    add(&F::wanted_climb, {.name = "formations/wanted_climb", .spatial = true});
    add(&F::wanted_heading, {.name = "formations/wanted_heading", .width = 2});
    add(&F::pattern, {.name = "formations/pattern"});
    add(&F::pattern_since, {.name = "formations/pattern_since"});
    add(&F::slot_count, {.name = "formations/slot_count"});
    add(&F::member_count, {.name = "formations/member_count"});
    add(&F::is_changed, {.name = "formations/is_changed", .initial = kHasStarted});
    add(&F::assignment_cost, {.name = "formations/assignment_cost", .hashed = false});
    add(&F::assignment_gap, {.name = "formations/assignment_gap", .hashed = false});
    add(&F::fallback, {.name = "formations/fallback"});
    add(&F::next_covers, {.name = "formations/next_covers"});
    add(&F::covers_for, {.name = "formations/covers_for"});
    add(&F::free_since, {.name = "formations/free_since", .initial = static_cast<double>(kNever)});
    add(&F::speed_limit, {.name = "formations/speed_limit", .initial = kInfinity});
  }
};

}  // namespace drover
