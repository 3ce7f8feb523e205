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

// Along so many points of the way of its anchor a formation looks for passages.
inline constexpr std::size_t kMostPointsAhead = 64;

// An anchor that starts elsewhere than it would, because that place lies in a wall or an obstacle.
struct MovedAnchor {
  std::uint32_t formation = 0;
  Vec3 from, to;  // [m]
};

// What formations work with, and what is found anew about each.
struct FormationMemory {
  std::vector<FormationScratch> scratch;          // by index of the formation
  std::vector<std::optional<Vec3>> watch_points;  // by index of the formation
  std::vector<std::vector<Vec3>> points_ahead;    // the same; of the ways of anchors
  CostTable costs;
  Assigner assigner;
  Assignment assignment;
  std::vector<AgentIndex> free_members;
  std::vector<std::size_t> free_slots;
  std::vector<std::uint8_t> is_taken;  // by slot
  std::vector<PatternSlot> tried, tried_slots;
  std::vector<std::size_t> tried_indices;
  std::vector<double> tried_radii;
  EmergentFormations emergent;
  CoverFormations covers;
  // Of one formation in cover.
  std::vector<AgentIndex> cover_agents;
  std::vector<Vec3> cover_positions, cover_velocities;
  std::span<const std::size_t> first_covers;  // by slot, while members choose theirs
};

class Formations {
 public:
  // Asks for the memory that steps take, as far as the number of members is known.
  explicit Formations(const Model& model);

  bool exist() const { return !memory_.scratch.empty(); }

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
    memory_.watch_points[formation] = point;
  }
  // The way of the anchor of a formation in the present state, for update(): the points after its place [m],
  // at most kMostPointsAhead; none where it goes straight.
  void set_points_ahead(std::uint32_t formation, std::span<const Vec3> points) {
    memory_.points_ahead[formation].assign(points.begin(), points.end());
  }
  void store_for_next_step(World& world);
  void integrate(World& world);

  const FormationScratch& scratch(std::uint32_t formation) const { return memory_.scratch[formation]; }

 private:
  void reserve(const Model& model);

  FormationMemory memory_;
  std::vector<std::uint32_t> top_down_, bottom_up_;
  bool has_claims_ = false;  // some formation is emergent
};

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
