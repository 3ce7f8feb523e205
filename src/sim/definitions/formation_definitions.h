// What a scenario file says about formations: who belongs to one, which places they keep and how the whole
// moves. The mathematics is in src/formations; see sim/formation for what a step does with it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/field.h"
#include "formations/assignment.h"
#include "formations/bounding.h"
#include "formations/cover.h"
#include "formations/emergent.h"
#include "formations/moderation.h"
#include "formations/pattern.h"
#include "formations/slot_cost.h"
#include "sim/definitions/steering_definitions.h"

namespace drover {

// With which members follow the velocity they want, where their formation says nothing else [s].
inline constexpr double kResponseTimeOfMembers = 0.1;

// rigid: members are put into their slots. two_level: they steer to them. emergent: there are no slots; each
// member claims a place behind and beside another.
DROVER_ENUM(FormationMode, two_level, rigid, emergent)

// steered: an invisible body with a stack of behaviors. leader: an agent. fixed: it stands.
DROVER_ENUM(AnchorType, steered, leader, fixed)

// How slots turn with a leader in space. yaw: with its heading seen from above, upright. full: with its whole
// orientation.
DROVER_ENUM(SlotFrame, yaw, full)

// How slots follow an anchor that turns. wheel: as a rigid body. in_succession: each turns where the anchor
// turned.
DROVER_ENUM(FormationTurn, automatic, wheel, in_succession)

// What becomes of a formation that has lost its leader.
DROVER_ENUM(LeaderLoss, steered, promote, disband)

DROVER_ENUM(ModerationChoice, automatic, none, velocity_offset, lead, leash)

// What is meant where an anchor is steered.
constexpr Moderation moderation_of(ModerationChoice choice) {
  switch (choice) {
    case ModerationChoice::none:
      return Moderation::none;
    case ModerationChoice::velocity_offset:
      return Moderation::velocity_offset;
    case ModerationChoice::lead:
      return Moderation::lead;
    case ModerationChoice::automatic:
    case ModerationChoice::leash:
      break;
  }
  return Moderation::leash;
}

// Where the heading of the members comes from.
DROVER_ENUM(HeadingEstimator, geometry, facing, frame_change)

// What happens to the slots of the others when somebody joins or leaves.
DROVER_ENUM(Reassignment, optimal, keep, compact, sequential)

// Which slots are offered where a pattern has more of them than there are members.
DROVER_ENUM(FillChoice, automatic, first, any)

// How much a formation in a slot of another one counts there.
DROVER_ENUM(MemberWeight, equal, members)

DROVER_ENUM(EmergentSides, both, left, right)

// What a slot costs some members besides the other terms; absent: they must not fill it.
struct SlotCostDef {
  std::int64_t slot = 0;
  Parameter cost;
  static const Table& table();
};

// Those who belong to a formation: one of the four references.
struct MemberDef {
  Reference agent{ReferenceType::agent, {}, kNoIndex};
  Reference group{ReferenceType::group, {}, kNoIndex};
  Reference agent_type{ReferenceType::agent_type, {}, kNoIndex};
  Reference formation{ReferenceType::formation, {}, kNoIndex};
  std::string kind;
  Parameter w_distance;
  std::vector<SlotCostDef> slot_costs;
  static const Table& table();

  std::array<const Reference*, 4> references() const { return {&agent, &group, &agent_type, &formation}; }
};

struct AnchorDef {
  AnchorType type = AnchorType::steered;
  Reference leader{ReferenceType::agent, {}, kNoIndex};
  std::int64_t leader_slot = 0;
  LeaderLoss on_leader_lost = LeaderLoss::steered;
  SlotFrame frame = SlotFrame::yaw;
  std::optional<Vec3> position;
  Parameter heading;
  Target face;
  Parameter face_angle;
  Parameter speed_fraction;
  Parameter max_turn_rate;
  double small_obstacle = 2.0;
  SteeringDef steering;
  static const Table& table();
};

// A pattern that is called by its name. The members `abort_if`, `then` are for patterns that move.
DROVER_ENUM(PatternEnd, hold, base)
struct NamedPatternDef {
  PatternDef pattern;
  PatternEnd then = PatternEnd::hold;
  std::optional<ConditionDef> abort_if;
  static const Table& table();
};

// What it costs a kind of member to fill a slot that asks for a role.
struct RoleCostDef {
  std::string role;
  double cost = 0.0;
  static const Table& table();
};
struct MemberKindDef {
  std::vector<RoleCostDef> fills;
  static const Table& table();
};

struct EmergentDef {
  EmergentRule rule;
  EmergentSides sides = EmergentSides::both;
  double reselect_after = 1.0;
  Reference root{ReferenceType::agent, {}, kNoIndex};
  static const Table& table();
};

struct CoverPointDef {
  std::string id;
  Vec3 position;
  double quality = 1.0;
  Parameter facing;
  static const Table& table();
};
// Places of cover that are listed, or found around what stands.
DROVER_ENUM(CoverSource, points, shapes)
// Which covers are near: by the way over the navigation grid where there is one, or straight.
DROVER_ENUM(CoverDistance, way, air)

struct CoverDef {
  CoverSource from = CoverSource::points;
  std::vector<CoverPointDef> points;
  Target threat;
  Parameter standoff;
  double spacing = 1.0;
  Parameter max_range;
  Parameter peek;
  double least_quality = 0.5;
  CoverDistance by = CoverDistance::way;
  CoverRule rule;
  bool one_mover = false;
  BoundingRule bounding;
  Target watch;
  static const Table& table();
};

struct FormationDef {
  FormationMode mode = FormationMode::two_level;
  std::optional<PatternDef> pattern;
  NamedList<NamedPatternDef> patterns;
  std::vector<MemberDef> members;
  AnchorDef anchor;
  FormationTurn turn = FormationTurn::automatic;
  // Moderation.
  ModerationChoice moderation = ModerationChoice::automatic;
  Parameter lead_distance;
  double lead_angle = 0.39269908169872414;  // pi / 8
  double offset_factor = 0.0;
  double leash_length = 3.0;
  Parameter max_straggle;
  HeadingEstimator heading_estimator = HeadingEstimator::geometry;
  // How members go to their slots.
  Parameter feed_forward;
  double slow_radius = 2.0;
  double response_time = kResponseTimeOfMembers;
  // Who gets which slot.
  AssignmentMethod assignment = AssignmentMethod::optimal;
  Reassignment reassign = Reassignment::optimal;
  FillChoice fill = FillChoice::automatic;
  double cost_limit = kDefaultCostLimit;
  SlotCostWeights weights;
  MemberWeight weight = MemberWeight::equal;
  bool hard_roles = false;
  NamedList<MemberKindDef> member_kinds;
  std::optional<Vec3> reserve_point;
  // Narrow passages.
  std::vector<std::string> pattern_fallback;
  double refit_delay = 2.0;
  std::optional<EmergentDef> emergent;
  std::optional<CoverDef> cover;
  static const Table& table();
};

// The pattern of the formation that is meant by "base" where patterns are named.
inline constexpr std::string_view kBasePattern = "base";

}  // namespace drover
