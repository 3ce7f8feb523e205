// The columns every agent has. Row i of each belongs to the agent with index i; indices ascend with the ids
// of the agents. A new column is a member and a row of the table behind its struct: by that it is sized,
// hashed, saved, restored, compared and available to traces.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/check.h"
#include "core/parameter.h"
#include "core/vec3.h"
#include "sim/state/shared_column.h"

namespace drover {

struct MemberInfo {
  std::string_view name;
  std::string_view unit = {};
  std::string_view quantity = {};  // what it is a part of, for messages: "position" of x and y
  bool hashed = true;              // see ColumnInfo
};

// One column of a struct of columns.
template <class Struct, class Column>
struct MemberColumn {
  Column Struct::*member;
  MemberInfo info;
};
template <class Struct, class Column>
constexpr MemberColumn<Struct, Column> column(Column Struct::*member, const MemberInfo& info) {
  return {member, info};
}

// S(t): positions [m], velocities [m/s], unit headings and the rates at which they turn [rad/s].
struct AgentMotion {
  std::vector<double> x, y;
  std::vector<double> vx, vy;
  std::vector<double> hx, hy;
  SharedColumn<double> rotation;

  std::size_t size() const { return x.size(); }
  // Everything starts as 0.
  void resize(std::size_t count);
  Vec3 position(AgentIndex i) const { return {x[i], y[i], 0.0}; }
  Vec3 velocity(AgentIndex i) const { return {vx[i], vy[i], 0.0}; }
  Vec3 heading(AgentIndex i) const { return {hx[i], hy[i], 0.0}; }
  void set_position(AgentIndex i, Vec3 p) { set(x, y, i, p); }
  void set_velocity(AgentIndex i, Vec3 v) { set(vx, vy, i, v); }
  void set_heading(AgentIndex i, Vec3 h) { set(hx, hy, i, h); }
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
  }

 private:
  static void set(std::vector<double>& along_x, std::vector<double>& along_y, AgentIndex i, Vec3 v) {
    DROVER_DEBUG_CHECK(lies_in_plane(v), "the columns have no room for a height");
    along_x[i] = v.x;
    along_y[i] = v.y;
  }
};

// The limits of an agent. Limits that do not apply are infinite.
struct AgentLimits {
  SharedColumn<double> radius;     // m
  SharedColumn<double> mass;       // kg
  SharedColumn<double> max_speed;  // m/s
  // Limit of the linear part of a request, in its unit: m/s^2 or m/s.
  SharedColumn<double> max_acceleration;
  SharedColumn<double> max_turn_rate;  // rad/s
  // Limit of its angular part, in its unit: rad/s^2 or rad/s.
  SharedColumn<double> max_angular_acceleration;

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using L = AgentLimits;
    visit(column(&L::radius, {.name = "radius", .unit = "m"}));
    visit(column(&L::mass, {.name = "mass", .unit = "kg"}));
    visit(column(&L::max_speed, {.name = "max_speed", .unit = "m/s"}));
    visit(column(&L::max_acceleration, {.name = "max_acceleration", .unit = "m/s^2"}));
    visit(column(&L::max_turn_rate, {.name = "max_turn_rate", .unit = "rad/s"}));
    visit(column(&L::max_angular_acceleration, {.name = "max_angular_acceleration", .unit = "rad/s^2"}));
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
    visit(column(&S::present, {.name = "present"}));
    visit(column(&S::mode, {.name = "mode"}));
    visit(column(&S::mode_since, {.name = "mode_since", .unit = "ticks"}));
    visit(column(&S::request_length, {.name = "demand", .unit = "m/s^2"}));
  }
};

// Columns for observers only.
struct AgentRecord {
  // The tick in which it last came to its position without traveling: at the start of the run or by an event.
  SharedColumn<std::uint64_t> placed;

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    visit(column(&AgentRecord::placed, {.name = "placed", .unit = "ticks", .hashed = false}));
  }
};

// Gives each column of a struct `count` rows of zeros.
template <class Columns>
void resize_columns(Columns& columns, std::size_t count) {
  Columns::for_each_column([&](auto column) { (columns.*column.member).assign(count, {}); });
}

// Adds row `i` of `other` at the end.
template <class Columns>
void append_row(Columns& columns, const Columns& other, AgentIndex i) {
  Columns::for_each_column(
      [&](auto column) { (columns.*column.member).push_back((other.*column.member)[i]); });
}

// Gives every agent an entry of its own in the shared columns of a struct: from then on threads may set the
// numbers of different agents at once, and nothing allocates.
template <class Columns>
void materialize_columns(Columns& columns) {
  Columns::for_each_column([&](auto column) {
    if constexpr (requires { (columns.*column.member).materialize(); })
      (columns.*column.member).materialize();
  });
}

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
