// What formations do in a run. A step goes through them like this, all from S(t):
//
//   update()              after the events of S(t): who is left, who fills which slot, what anchors take from
//                         their members. It changes the state.
//   lay_out()             where the slots are, as far as S(t) shows it; for observers.
//   set_anchor_request()  the requests of the anchors' stacks, which run before those of the members.
//   lay_out_again()       the same with these requests.
//   store_for_next_step() what the next step has to know: headings that are wanted, who is too far to count.
//   integrate()           where anchors and members that are placed will be, when all bodies have moved.
//
// lay_out() changes nothing but State::slots and what is found anew, so a restored state goes on as if it had
// never been saved.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "formations/assignment.h"
#include "sim/formation/cover_formation.h"
#include "sim/formation/emergent_formation.h"
#include "sim/formation/formation_scratch.h"
#include "sim/state/world.h"

namespace drover {

// A formation of more members finds no costs where slots go by the order of the members, and asks for the
// memory of an assignment when it is needed.
inline constexpr std::size_t kManyMembers = 500;

// An anchor that starts elsewhere than it would, because that place lies in a wall or an obstacle.
struct MovedAnchor {
  std::uint32_t formation = 0;
  Vec3 from, to;  // [m]
};

class Formations {
 public:
  // Asks for the memory that steps take, as far as the number of members is known.
  explicit Formations(const Model& model);

  bool exist() const { return !scratch_.empty(); }

  // Before the first step: gives the anchors that declare none a place, and all members slots. The agents in
  // `in_slots` then start in theirs. Returns the anchors that found no room where they would start.
  std::vector<MovedAnchor> start(World& world, std::span<const AgentIndex> in_slots);

  // Who belongs to them: of a state that update() has not seen.
  void list_members(World& world);
  // `has_stepped`: the state was reached by a step, and the other copy of the motion is the state before.
  void update(World& world, bool has_stepped);
  // `is_restored`: update() has not seen this state.
  void lay_out(World& world, bool is_restored);
  // The same state, and other requests of anchors than the last time.
  void lay_out_again(World& world);
  // What the stack of an anchor asked for [m/s]; `facing`: the direction it is told to turn to, zero for the
  // direction of travel.
  void set_anchor_request(World& world, std::uint32_t formation, Vec3 velocity, Vec3 facing);
  // What members in cover look at, for the layouts of this state [m].
  void set_watch_point(std::uint32_t formation, std::optional<Vec3> point) {
    watch_points_[formation] = point;
  }
  void store_for_next_step(World& world) const;
  void integrate(World& world) const;

  const FormationScratch& scratch(std::uint32_t formation) const { return scratch_[formation]; }
  // Outer formations before those in their slots.
  std::span<const std::uint32_t> top_down() const { return top_down_; }

 private:
  // A slot as it is offered to members.
  struct OfferedSlot {
    Vec3 position;  // [m]
    std::string_view role = {};
    double cover = 1.0;
  };

  void reserve(const Model& model);
  void turn_to_frame(World& world, std::uint32_t f);
  // formation_members.cpp
  void list_former(const World& world, AgentIndex i);
  void replace_leader(World& world, std::uint32_t f);
  void end_pattern(World& world, std::uint32_t f);
  bool has_changed(World& world, std::uint32_t f) const;
  void place_members(World& world, std::uint32_t f);
  std::size_t needed_slots(const World& world, std::uint32_t f, Reassignment rule) const;
  void list_free(const World& world, std::uint32_t f, Reassignment rule);
  void fill_holes(World& world, std::uint32_t f);
  void take_cover(World& world, std::uint32_t f);
  void fill_covers(World& world, std::uint32_t f, const CoverMembers& members);
  CoverMembers cover_members(const World& world, std::uint32_t f);
  OfferedSlot offered_slot(const World& world, std::uint32_t f, const Anchor& anchor, std::size_t slot) const;
  void find_costs(const World& world, std::uint32_t f);
  void assign_slots(World& world, std::uint32_t f, AssignmentMethod method);
  // formation_slots.cpp
  void measure(const World& world, std::uint32_t f);
  void list_placed(const World& world, std::uint32_t f);
  void lay_out_pattern(const World& world, std::uint32_t f);
  void shift_slots(const World& world, std::uint32_t f);
  void shift_all_slots(const World& world, std::uint32_t f);
  void find_means(const World& world, std::uint32_t f);
  void find_limits(const World& world, std::uint32_t f);
  MemberPose member_pose(const World& world, AgentIndex member) const;
  MemberBody member_body(const World& world, AgentIndex member) const;
  SlotPose slot_in_world(const World& world, std::uint32_t f, const Anchor& anchor, std::size_t slot) const;
  void lay_out(World& world, std::uint32_t f);
  void lay_out_reserve(World& world, std::uint32_t f);
  // formation_anchors.cpp
  void start_anchor(World& world, std::uint32_t f);
  void start_in_slots(World& world, std::span<const AgentIndex> in_slots);
  void move_anchor(World& world, std::uint32_t f, bool has_stepped);
  void find_anchor_goal(const World& world, std::uint32_t f);
  void find_anchor(const World& world, std::uint32_t f);
  Anchor next_anchor(const World& world, std::uint32_t f) const;
  Anchor next_steered_anchor(const World& world, std::uint32_t f) const;
  double greatest_rate_of_turn(const World& world, std::uint32_t f, double speed) const;
  double share_of_turn(const World& world, std::uint32_t f) const;
  Anchor anchor_for_costs(const World& world, std::uint32_t f);
  Vec3 room_to_start(const World& world, std::uint32_t f, Vec3 start);

  // formation_passages.cpp
  void choose_pattern(World& world, std::uint32_t f);
  void take_pattern(World& world, std::uint32_t f, std::uint32_t index);
  std::size_t widest_with_room(const World& world, std::uint32_t f);
  double speed_limit(const World& world, std::uint32_t f);
  Extents extents_in(const World& world, std::uint32_t f, std::uint32_t pattern);
  double free_way(const World& world, std::uint32_t f, const Extents& extents, double back) const;

  std::vector<FormationScratch> scratch_;  // by index of the formation
  std::vector<std::uint32_t> top_down_;
  bool has_claims_ = false;  // some formation is emergent
  CostTable costs_;
  Assigner assigner_;
  Assignment assignment_;
  std::vector<AgentIndex> free_members_;
  std::vector<std::size_t> free_slots_;
  std::vector<std::uint8_t> is_taken_;  // by slot
  std::vector<PatternSlot> tried_, tried_slots_;
  std::vector<std::size_t> tried_indices_;
  std::vector<double> tried_radii_;
  EmergentFormations emergent_;
  CoverFormations covers_;
  std::vector<std::optional<Vec3>> watch_points_;  // by index of the formation
  // Of one formation in cover.
  std::vector<AgentIndex> cover_agents_;
  std::vector<Vec3> cover_positions_, cover_velocities_;
  std::span<const std::size_t> first_covers_;  // by slot, while members choose theirs
};

// Inline, so that what a caller does not ask for costs nothing.
[[gnu::always_inline]] inline MemberPose Formations::member_pose(const World& world,
                                                                 AgentIndex member) const {
  if (world.model().is_anchor(member)) return scratch_[member - world.model().first_anchor].mean;
  const AgentMotion& motion = world.state.motion;
  return {motion.position(member), motion.velocity(member), motion.heading(member)};
}

[[gnu::always_inline]] inline MemberBody Formations::member_body(const World& world,
                                                                 AgentIndex member) const {
  if (world.model().is_anchor(member)) return scratch_[member - world.model().first_anchor].body;
  const AgentLimits& limits = world.state.limits;
  const bool has_inertia = world.model().agents.request_unit[member] == RequestUnit::acceleration;
  return {.radius = limits.radius[member],
          .max_speed = world.preferred_speed(member),
          .max_acceleration = has_inertia ? limits.max_request[member] : kInfinity};
}

// The agent that a slot of the present pattern marks; kNoIndex without.
AgentIndex marked_by(const World& world, std::uint32_t formation, std::size_t slot);
// Whether a slot that asks for the role admits a member.
bool may_fill(const World& world, const Formation& formation, AgentIndex member, std::size_t slot,
              std::string_view role);
// Whether and how the anchor of a formation follows from its members.
Moderation moderation_of(const World& world, std::uint32_t formation);
// The greatest speed of a steered anchor, or of the root of an emergent formation, as a part of the least of
// the members that follow.
double anchor_speed_fraction(const World& world, std::uint32_t formation, std::size_t followers);
// How a member with this greatest speed [m/s] goes to its slot.
SlotArrival slot_arrival_of(const World& world, std::uint32_t formation, double max_speed);

}  // namespace drover
