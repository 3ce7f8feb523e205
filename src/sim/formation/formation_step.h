// One formation in a step: what its members say about it, who fills which slot, and where its anchor and its
// slots are. Formations says in which order.
#pragma once

#include "sim/formation/formation_columns.h"
#include "sim/formation/formations.h"

namespace drover {

// An anchor by its row.
inline Anchor anchor_in(const AgentMotion& motion, AgentIndex i) {
  Anchor anchor{motion.position(i), motion.heading(i), motion.velocity(i), motion.rotation[i]};
  if (motion.uz.is_uniform()) return anchor;
  anchor.up = motion.frame(i).up;
  anchor.tilting = {motion.rotation_x[i], motion.rotation_y[i], 0.0};
  return anchor;
}

// An agent that stands for an upright anchor.
Anchor upright_anchor_at(const AgentMotion& motion, AgentIndex i);

struct FormationStep {
  // A slot as it is offered to members.
  struct OfferedSlot {
    Vec3 position;  // [m]
    std::string_view role = {};
    double cover = 1.0;
  };

  FormationStep(FormationMemory& shared, World& in, std::uint32_t index)
      : memory(shared),
        world(in),
        f(index),
        formation(in.model().formations[index]),
        def(formation.def),
        scratch(shared.scratch[index]),
        columns(in.state.formation_columns),
        motion(in.state.motion),
        bounds(in.model().bounds) {}

  // formation_members.cpp
  // Whether the formation has ended, because its leader is lost.
  bool replace_leader();
  void end_pattern();
  bool has_changed();
  void place_members();
  void list_free(Reassignment rule);
  void fill_holes();
  void take_cover();
  void fill_covers(const CoverMembers& members);
  CoverMembers cover_members();
  OfferedSlot offered_slot(const Anchor& anchor, std::size_t slot) const;
  void find_costs();
  void assign_slots(AssignmentMethod method);
  // formation_slots.cpp
  void measure();
  void list_placed();
  void lay_out_pattern();
  void shift_slots();
  void shift_all_slots();
  bool is_anchor_free() const;
  void find_means();
  void find_limits();
  void find_least_half_width();
  void find_least_aside();
  SlotPose slot_in_world(const Anchor& anchor, std::size_t slot) const;
  void lay_out();
  void lay_out_reserve();
  // formation_succession.cpp
  void find_half_width();
  bool has_trail() const;
  PlaceOnWay place_on_way(double x, Vec3 heading) const;
  SlotPose slot_on_way(const Anchor& anchor, const PatternSlot& slot) const;
  Vec3 lead_of_slot(std::size_t slot) const;
  void find_places_on_way();
  Vec3 straightened(std::size_t k, Vec3 v) const;
  Vec3 offset_from_anchor(std::size_t k) const;
  Vec3 place_by_progress(std::span<const Vec3> offsets_from_anchor) const;
  Vec3 next_on_way() const;
  Vec3 held_on_way(Vec3 offset) const;
  void find_points_behind(double back, std::span<Vec3> out) const;
  // formation_anchors.cpp
  void start_anchor();
  void start_in_slots(std::span<const AgentIndex> in_slots);
  void turn_to_frame();
  void move_anchor(bool has_stepped);
  void find_anchor_goal();
  void find_anchor();
  void integrate();
  Anchor next_anchor() const;
  Anchor next_steered_anchor() const;
  Vec3 turned_within_limit(Vec3 toward, double speed) const;
  double greatest_rate_of_turn(double speed) const;
  double max_turn_rate_of_front(double speed) const;
  double share_of_turn() const;
  Frame frame_behind(const Frame& leader_frame, std::span<const PatternSlot> slots) const;
  Anchor anchor_for_costs();
  void store_for_next_step();
  void set_request(Vec3 velocity, Vec3 facing);
  Vec3 room_to_start(Vec3 start);
  // formation_passages.cpp
  void choose_pattern();
  std::size_t widest_with_room();
  double speed_limit();
  Vec3 kept_clear(Vec3 velocity);
  Extents extents_in(std::uint32_t index);

  AgentIndex leader() const { return columns.leader[f]; }
  const PatternDef& pattern() const { return pattern_of(world, f); }
  Moderation moderation() const { return moderation_of(world, f); }
  bool is_inner() const { return drover::is_inner(world, f); }
  bool turns_in_succession() const { return formation.turns_in_succession[columns.pattern[f]] != 0; }
  // The agent that a slot of the present pattern marks; kNoIndex without.
  AgentIndex marked_by(std::size_t slot) const {
    const std::vector<AgentIndex>& marks = formation.marks[columns.pattern[f]];
    return slot < marks.size() ? marks[slot] : kNoIndex;
  }
  // Inline, so that what a caller does not ask for costs nothing.
  [[gnu::always_inline]] MemberPose member_pose(AgentIndex member) const {
    if (world.model().is_anchor(member)) return memory.scratch[formation_at(world, member)].mean;
    return {motion.position(member), motion.velocity(member), level_heading(motion, member)};
  }
  [[gnu::always_inline]] MemberBody member_body(AgentIndex member) const {
    if (world.model().is_anchor(member)) return memory.scratch[formation_at(world, member)].body;
    const AgentLimits& limits = world.state.limits;
    const bool has_inertia = world.model().agents.request_unit[member] == RequestUnit::acceleration;
    return {.radius = limits.radius[member],
            .max_speed = world.preferred_speed(member),
            .max_acceleration = has_inertia ? limits.max_request[member] : kInfinity,
            .least_half_width = limits.radius[member]};
  }
  double largest_radius() const {
    double radius = 0.0;
    for (const AgentIndex i : scratch.members)
      radius = larger(radius, member_body(i).radius);
    return radius;
  }
  // What `take` says about members, in their order; until the next call.
  template <class Take>
  std::vector<Vec3>& collect(std::span<const AgentIndex> members, const Take& take) {
    scratch.values.clear();
    for (const AgentIndex i : members)
      scratch.values.push_back(take(i));
    return scratch.values;
  }
  // The same about those that count, by their index among these.
  template <class Take>
  std::vector<Vec3>& collect_counted(const Take& take) {
    scratch.values.clear();
    for (std::size_t k = 0; k < scratch.counted.size(); ++k)
      scratch.values.push_back(take(k));
    return scratch.values;
  }

  FormationMemory& memory;
  World& world;
  std::uint32_t f;  // index of the formation
  const Formation& formation;
  const FormationDef& def;
  FormationScratch& scratch;
  FormationColumns& columns;
  AgentMotion& motion;
  const Bounds& bounds;
};

}  // namespace drover
