// The columns of the agents: what a step replaces (AgentState) and what stays as it is (AgentTable).
// Entry i of every column belongs to the agent with index i; indices ascend with the agents' numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/quantity.h"
#include "core/vec3.h"

namespace drover {

// S(t): positions [m], velocities [m/s] and unit headings.
struct AgentState {
  std::vector<double> x, y;
  std::vector<double> vx, vy;
  std::vector<double> hx, hy;

  std::size_t size() const { return x.size(); }
  void resize(std::size_t count) {
    for (auto* column : {&x, &y, &vx, &vy, &hx, &hy})
      column->resize(count);
  }
  Vec3 position(AgentIndex i) const { return {x[i], y[i], 0.0}; }
  Vec3 velocity(AgentIndex i) const { return {vx[i], vy[i], 0.0}; }
  Vec3 heading(AgentIndex i) const { return {hx[i], hy[i], 0.0}; }
  void set_position(AgentIndex i, Vec3 p) { x[i] = p.x, y[i] = p.y; }
  void set_velocity(AgentIndex i, Vec3 v) { vx[i] = v.x, vy[i] = v.y; }
  void set_heading(AgentIndex i, Vec3 h) { hx[i] = h.x, hy[i] = h.y; }
};

// What an agent is. Limits that do not apply are infinite.
struct AgentTable {
  std::vector<std::uint32_t> number;     // stable, unique, ascending
  std::vector<std::uint32_t> type;       // index of the agent type, which is also its stack
  std::vector<std::uint32_t> rank;       // position within the stack's list of agents
  std::vector<std::uint32_t> group;      // index of the named group, kNoIndex without
  std::vector<double> radius;            // m
  std::vector<double> mass;              // kg
  std::vector<double> max_speed;         // m/s
  std::vector<double> max_acceleration;  // m/s^2
  std::vector<double> max_turn_rate;     // rad/s

  std::size_t size() const { return number.size(); }
};

// A list of agents that share something: a named group or a type. Indices ascend.
struct AgentList {
  std::string name;
  std::vector<AgentIndex> agents;
};

}  // namespace drover
