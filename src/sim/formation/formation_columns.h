// The columns of formations, as spans: world.state.membership.slot[agent].
#pragma once

#include <vector>

#include "formations/anchor.h"
#include "sim/state/world.h"

namespace drover {

// A vector of the plane in a column of two numbers a row.
inline Vec3 vector_in(const std::vector<double>& numbers, std::uint32_t row) {
  return {numbers[2 * row], numbers[2 * row + 1], 0.0};
}
inline void set_vector(std::vector<double>& numbers, std::uint32_t row, Vec3 v) {
  numbers[2 * row] = v.x;
  numbers[2 * row + 1] = v.y;
}

// What the stack of an anchor asked for [m/s].
inline Vec3 wanted_velocity_of(const World& world, std::uint32_t formation) {
  const FormationColumns& columns = world.state.formation_columns;
  Vec3 velocity = vector_in(columns.wanted_velocity, formation);
  velocity.z = columns.wanted_climb[formation];
  return velocity;
}
// The horizontal direction in which an agent is turned; in the plane its heading.
inline Vec3 level_heading(const AgentMotion& motion, AgentIndex i) {
  return motion.uz.is_uniform() ? motion.heading(i) : level_heading(motion.frame(i));
}

inline std::uint32_t formation_of(const World& world, AgentIndex member) {
  return world.state.membership.member_of[member];
}
// kNoIndex without.
inline std::uint32_t slot_of(const World& world, AgentIndex member) {
  return world.state.membership.slot[member];
}
inline AgentIndex leader_of(const World& world, std::uint32_t formation) {
  return world.state.formation_columns.leader[formation];
}
inline bool is_disbanded(const World& world, std::uint32_t formation) {
  return world.state.formation_columns.is_disbanded[formation] != 0;
}
inline const PatternDef& pattern_of(const World& world, std::uint32_t formation) {
  return world.model().formations[formation].pattern(world.state.formation_columns.pattern[formation]);
}
// Whether it fills a slot of another formation, which then is where its anchor is.
inline bool is_inner(const World& world, std::uint32_t formation) {
  return formation_of(world, world.model().formations[formation].anchor) != kNoIndex;
}
// Whether an agent is a member of the formation, or of one in its slots.
inline bool belongs_to(const World& world, AgentIndex agent, std::uint32_t formation) {
  std::uint32_t f = formation_of(world, agent);
  while (f != kNoIndex && f != formation)
    f = formation_of(world, world.model().formations[f].anchor);
  return f != kNoIndex;
}
// Since its pattern began [s].
inline double pattern_time(const World& world, std::uint32_t formation) {
  const std::uint64_t since = world.state.formation_columns.pattern_since[formation];
  return static_cast<double>(world.state.tick - since) * world.model().dt;
}
// It begins now.
inline void change_pattern(World& world, std::uint32_t formation, std::uint32_t pattern) {
  world.state.formation_columns.pattern[formation] = pattern;
  world.state.formation_columns.pattern_since[formation] = world.state.tick;
  world.state.formation_columns.is_changed[formation] |= kPatternChanged;
}
// An agent becomes a member, and leaves the formation that it belongs to. One that belongs to it already
// stays as it is, and nobody joins a formation that has ended.
void join_formation(World& world, AgentIndex agent, std::uint32_t formation);
// An agent of no formation stays as it is.
void leave_formation(World& world, AgentIndex agent);
// Index of the formation that an anchor belongs to.
inline std::uint32_t formation_at(const World& world, AgentIndex anchor) {
  return anchor - world.model().first_anchor;
}

}  // namespace drover
