// The columns of the agents: what a step replaces (AgentState) and what stays as it is (AgentTable).
// Entry i of every column belongs to the agent with index i; indices ascend with the agents' numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/quantity.h"
#include "core/vec3.h"
#include "sim/definitions/request_unit.h"
#include "sim/state/shared_column.h"

namespace drover {

// S(t): positions [m], velocities [m/s], unit headings and the rates at which they turn [rad/s].
struct AgentState {
  std::vector<double> x, y;
  std::vector<double> vx, vy;
  std::vector<double> hx, hy;
  SharedColumn<double> rotation;

  std::size_t size() const { return x.size(); }
  // Everything starts as 0.
  void resize(std::size_t count) {
    for (auto* column : {&x, &y, &vx, &vy, &hx, &hy})
      column->assign(count, 0.0);
    rotation.assign(count, 0.0);
  }
  Vec3 position(AgentIndex i) const { return {x[i], y[i], 0.0}; }
  Vec3 velocity(AgentIndex i) const { return {vx[i], vy[i], 0.0}; }
  Vec3 heading(AgentIndex i) const { return {hx[i], hy[i], 0.0}; }
  void set_position(AgentIndex i, Vec3 p) { x[i] = p.x, y[i] = p.y; }
  void set_velocity(AgentIndex i, Vec3 v) { vx[i] = v.x, vy[i] = v.y; }
  void set_heading(AgentIndex i, Vec3 h) { hx[i] = h.x, hy[i] = h.y; }
  // Entry `i` becomes that of `other`.
  void copy_agent(const AgentState& other, AgentIndex i) {
    set_position(i, other.position(i));
    set_velocity(i, other.velocity(i));
    set_heading(i, other.heading(i));
    rotation.set(i, other.rotation[i]);
  }
};

// What an agent is. Limits that do not apply are infinite.
struct AgentTable {
  std::vector<std::uint32_t> number;          // stable, unique, ascending
  SharedColumn<std::uint32_t> type;           // index of the agent type, which is also its stack
  std::vector<std::uint32_t> rank;            // position among all agents of the type there will ever be
  SharedColumn<std::uint32_t> group;          // index of the named group, kNoIndex without
  SharedColumn<double> radius;                // m
  SharedColumn<double> mass;                  // kg
  SharedColumn<double> max_speed;             // m/s
  SharedColumn<double> max_force;             // N
  SharedColumn<double> own_max_acceleration;  // what the agent type says, whatever the force allows [m/s^2]
  // Limit of the linear part of a request, in its unit: m/s^2 or m/s.
  SharedColumn<double> max_acceleration;
  SharedColumn<double> max_turn_rate;  // rad/s
  // Limit of its angular part, in its unit: rad/s^2 or rad/s.
  SharedColumn<double> max_angular_acceleration;
  SharedColumn<RequestUnit> request_unit;  // that of the stack
  SharedColumn<std::uint8_t> present;      // 0: not yet spawned, or removed; its state then stands still

  std::size_t size() const { return number.size(); }
  // Gives each agent entries of its own in the columns that events may change.
  void spread() {
    for (auto* column : {&radius, &mass, &max_speed, &max_force, &own_max_acceleration, &max_acceleration,
                         &max_turn_rate, &max_angular_acceleration})
      column->spread();
    present.spread();
  }
  // By agent; empty where all are there.
  std::span<const std::uint8_t> presence() const {
    return present.is_shared() ? std::span<const std::uint8_t>() : present.entries();
  }
};

// A list of agents that share something: a named group or a type. Indices ascend.
struct AgentList {
  std::string name;
  std::vector<AgentIndex> agents;
};

}  // namespace drover
