// The columns every agent has. Row i of each belongs to the agent with index i; indices ascend with the
// numbers of the agents. A new column is a member and a row of the table behind its struct: by that it is
// sized, hashed, saved, restored, compared and available to traces.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/check.h"
#include "core/frame.h"
#include "core/parameter.h"
#include "core/vec3.h"
#include "sim/state/column_table.h"
#include "sim/state/shared_column.h"

namespace drover {

// S(t): positions [m], velocities [m/s], unit headings, unit vectors up and the rates at which the headings
// turn [rad/s]. In the plane, where all agents share their height and stand upright, the columns of the third
// dimension hold one number each and cost nothing.
struct AgentMotion {
  std::vector<double> x, y;
  SharedColumn<double> z;
  std::vector<double> vx, vy;
  SharedColumn<double> vz;
  std::vector<double> hx, hy;
  SharedColumn<double> hz;
  SharedColumn<double> ux, uy, uz;
  SharedColumn<double> rotation;                // about up
  SharedColumn<double> rotation_x, rotation_y;  // about the other axes of the world

  std::size_t size() const { return x.size(); }
  // Everything starts as 0, but agents are upright.
  void resize(std::size_t count);
  Vec3 position(AgentIndex i) const { return {x[i], y[i], z[i]}; }
  Vec3 velocity(AgentIndex i) const { return {vx[i], vy[i], vz[i]}; }
  Vec3 heading(AgentIndex i) const { return {hx[i], hy[i], hz[i]}; }
  // The orientation. `left` of agents that are all upright is found without a product, which would make other
  // zeros of some headings.
  Frame frame(AgentIndex i) const {
    if (uz.is_uniform()) return upright(heading(i));
    const Vec3 up{ux[i], uy[i], uz[i]};
    return {heading(i), cross(up, heading(i)), up};
  }
  // All three at once, which asks only once whether there are heights.
  void set_motion(AgentIndex i, Vec3 p, Vec3 v, Vec3 h) {
    DROVER_DEBUG_CHECK(!z.is_uniform() || (lies_in_plane(p) && lies_in_plane(v) && lies_in_plane(h)),
                       "the plane has no room for a height");
    set_planar(x, y, i, p);
    set_planar(vx, vy, i, v);
    set_planar(hx, hy, i, h);
    if (z.is_uniform()) return;
    z.set(i, p.z);
    vz.set(i, v.z);
    hz.set(i, h.z);
  }
  void set_position(AgentIndex i, Vec3 p) { set(x, y, z, i, p); }
  void set_velocity(AgentIndex i, Vec3 v) { set(vx, vy, vz, i, v); }
  void set_heading(AgentIndex i, Vec3 h) { set(hx, hy, hz, i, h); }
  void set_up(AgentIndex i, Vec3 up) {
    ux.set(i, up.x);
    uy.set(i, up.y);
    uz.set(i, up.z);
  }
  // In space. Where the heading is upright in the plane, turns about up leave it so exactly.
  void set_frame(AgentIndex i, const Frame& frame) {
    set_heading(i, frame.forward);
    set_up(i, frame.up);
  }
  Vec3 angular_velocity(AgentIndex i) const { return {rotation_x[i], rotation_y[i], rotation[i]}; }
  void set_angular_velocity(AgentIndex i, Vec3 w) {
    rotation_x.set(i, w.x);
    rotation_y.set(i, w.y);
    rotation.set(i, w.z);
  }
  // Row `i` becomes that of `other`.
  void copy_agent(const AgentMotion& other, AgentIndex i);

  // Calls visit(MemberColumn) for every column.
  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using M = AgentMotion;
    visit(column(&M::x, {.name = "x", .unit = "m", .quantity = "position"}));
    visit(column(&M::y, {.name = "y", .unit = "m", .quantity = "position"}));
    visit(column(&M::vx, {.name = "vx", .unit = "m/s", .quantity = "velocity"}));
    visit(column(&M::vy, {.name = "vy", .unit = "m/s", .quantity = "velocity"}));
    visit(column(&M::hx, {.name = "hx", .quantity = "heading"}));
    visit(column(&M::hy, {.name = "hy", .quantity = "heading"}));
    visit(column(&M::rotation, {.name = "rotation", .unit = "rad/s", .quantity = "rotation"}));
    visit(column(&M::z, {.name = "z", .unit = "m", .quantity = "position", .spatial = true}));
    visit(column(&M::vz, {.name = "vz", .unit = "m/s", .quantity = "velocity", .spatial = true}));
    visit(column(&M::hz, {.name = "hz", .quantity = "heading", .spatial = true}));
    visit(column(&M::ux, {.name = "ux", .quantity = "orientation", .spatial = true}));
    visit(column(&M::uy, {.name = "uy", .quantity = "orientation", .spatial = true}));
    visit(column(&M::uz, {.name = "uz", .quantity = "orientation", .spatial = true, .initial = 1.0}));
    visit(column(&M::rotation_x,
                 {.name = "rotation_x", .unit = "rad/s", .quantity = "rotation", .spatial = true}));
    visit(column(&M::rotation_y,
                 {.name = "rotation_y", .unit = "rad/s", .quantity = "rotation", .spatial = true}));
  }

 private:
  static void set_planar(std::vector<double>& along_x, std::vector<double>& along_y, AgentIndex i, Vec3 v) {
    along_x[i] = v.x;
    along_y[i] = v.y;
  }
  // Heights are kept where agents have heights of their own (materialize_columns).
  static void set(std::vector<double>& along_x, std::vector<double>& along_y, SharedColumn<double>& along_z,
                  AgentIndex i, Vec3 v) {
    DROVER_DEBUG_CHECK(!along_z.is_uniform() || lies_in_plane(v), "the plane has no room for a height");
    set_planar(along_x, along_y, i, v);
    if (!along_z.is_uniform()) along_z.set(i, v.z);
  }
};

// Of the linear part of a request, by the agent: an acceleration or a velocity.
inline constexpr std::string_view kUnitOfRequest = "m/s^2 or m/s";

// The limits of an agent. Limits that do not apply are infinite.
struct AgentLimits {
  SharedColumn<double> radius;     // m
  SharedColumn<double> mass;       // kg
  SharedColumn<double> max_speed;  // m/s
  // Limit of the linear part of a request, in its unit: m/s^2 or m/s.
  SharedColumn<double> max_request;
  SharedColumn<double> max_turn_rate;  // rad/s
  // Limit of its angular part, in its unit: rad/s^2 or rad/s.
  SharedColumn<double> max_angular_request;

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using L = AgentLimits;
    visit(column(&L::radius, {.name = "radius", .unit = "m"}));
    visit(column(&L::mass, {.name = "mass", .unit = "kg"}));
    visit(column(&L::max_speed, {.name = "max_speed", .unit = "m/s", .initial = kInfinity}));
    visit(column(&L::max_request, {.name = "max_request", .unit = kUnitOfRequest, .initial = kInfinity}));
    visit(column(&L::max_turn_rate, {.name = "max_turn_rate", .unit = "rad/s", .initial = kInfinity}));
    visit(column(&L::max_angular_request,
                 {.name = "max_angular_request", .unit = "rad/s^2 or rad/s", .initial = kInfinity}));
  }
};

// The limits that agents declare, where those that hold follow from them in the course of a run: events set
// them, or factors follow quantities. Elsewhere the columns are empty.
struct OwnLimits {
  std::vector<double> max_force;         // N
  std::vector<double> max_acceleration;  // m/s^2
  std::vector<double> max_speed;         // m/s; where some agents have a factor or lead as roots
  std::vector<double> max_turn_rate;     // rad/s; where some agents have a factor
  // m/s; where some agents have one, a factor on it, or get one by an event; infinite for the others.
  std::vector<double> preferred_speed;

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using L = OwnLimits;
    visit(column(&L::max_force, {.name = "max_force", .unit = "N", .initial = kInfinity}));
    visit(column(&L::max_acceleration,
                 {.name = "own_max_acceleration", .unit = "m/s^2", .initial = kInfinity}));
    visit(column(&L::max_speed, {.name = "own_max_speed", .unit = "m/s", .initial = kInfinity}));
    visit(column(&L::max_turn_rate, {.name = "own_max_turn_rate", .unit = "rad/s", .initial = kInfinity}));
    visit(column(&L::preferred_speed, {.name = "preferred_speed", .unit = "m/s", .initial = kInfinity}));
  }
};

// How the motion of each agent changed in the last step (sim/step/changes.h). They are columns where the
// motion follows them: a run that is resumed, and the trial states of a step, need them.
struct ChangeColumns {
  std::vector<double> acceleration;  // m/s^2
  std::vector<double> turn_rate;     // rad/s

  bool exist() const { return !acceleration.empty(); }

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    visit(column(&ChangeColumns::acceleration, {.name = "acceleration", .unit = "m/s^2"}));
    visit(column(&ChangeColumns::turn_rate, {.name = "turn_rate", .unit = "rad/s"}));
  }
};

// What an agent is doing.
struct AgentStatus {
  SharedColumn<std::uint8_t> present;      // 0: not yet spawned, or removed; its motion then stands still
  SharedColumn<std::uint32_t> mode;        // index in AgentType::modes
  SharedColumn<std::uint64_t> mode_since;  // the tick in which it came into its mode
  std::vector<double> request_length;      // of the last step, m/s^2 or m/s by the unit of its requests

  // Presence by agent; empty where all are present.
  std::span<const std::uint8_t> presence() const {
    return present.is_uniform() ? std::span<const std::uint8_t>() : present.entries();
  }

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using S = AgentStatus;
    visit(column(&S::present, {.name = "present", .initial = 1.0}));
    visit(column(&S::mode, {.name = "mode"}));
    visit(column(&S::mode_since, {.name = "mode_since", .unit = "ticks"}));
    visit(column(&S::request_length, {.name = "request_length", .unit = kUnitOfRequest}));
  }
};

// Columns for observers only.
struct AgentRecord {
  // The tick in which it last came to its position without traveling: at the start of the run or by an event.
  SharedColumn<std::uint64_t> teleport_tick;

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    visit(column(&AgentRecord::teleport_tick, {.name = "placed", .unit = "ticks", .hashed = false}));
  }
};

inline void AgentMotion::resize(std::size_t count) {
  resize_columns(*this, count);
}

inline void AgentMotion::copy_agent(const AgentMotion& other, AgentIndex i) {
  for_each_column([&](auto column) {
    auto& values = this->*column.member;
    if constexpr (requires { values.set(i, values[i]); }) {
      values.set(i, (other.*column.member)[i]);
    } else {
      values[i] = (other.*column.member)[i];
    }
  });
}

}  // namespace drover
