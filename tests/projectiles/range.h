// Scenes in which something flies.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::test {

// A scenario of agents of type "a" who fire "shot" (the insides of JSON objects and lists).
struct Range {
  double dimensions = 2.0;
  double dt = 0.02;
  std::string shot = "";        // keys of the projectile type
  std::string fire = "";        // keys of the action beside its type and projectile; empty: nobody fires
  std::string agents = "";      // empty: one at the origin, or far away where nobody fires
  std::string world = "";       // more keys, each starting with a comma
  std::string scenario = "";    // likewise
  std::string simulation = "";  // likewise
};

inline std::string text_of(const Range& range) {
  // One who never does keeps the table of projectiles where nobody fires.
  const char* place = range.fire.empty() ? "[-500,-500]" : "[0,0]";
  const std::string agents =
      range.agents.empty() ? fmt::format(R"({{"type":"a","position":{}}})", place) : range.agents;
  const std::string fire = range.fire.empty() ? R"("target":{"point":[1,1]},"max_range":1e-9)" : range.fire;
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":{},"duration":100{}}},"world":{{"dimensions":{}{}}},
  "projectile_types":{{"shot":{{{}}}}},
  "agent_types":{{"a":{{"actions":[{{"type":"fire","projectile":"shot",{}}}]}},"b":{{}}}},
  "agents":[{}]{}}})",
      range.dt, range.simulation, range.dimensions, range.world, range.shot, fire, agents, range.scenario);
}

inline Simulator simulator_of(const Range& range) {
  return make_simulator(text_of(range));
}

// Puts a projectile into flight, as if the first agent had fired it; it flies from the present state.
inline void put_in_flight(Simulator& simulator, Vec3 position, Vec3 velocity) {
  State& state = world_of(simulator).state;
  const std::size_t row = state.projectile_counts.in_flight[0]++;
  state.projectiles.number[row] = ++state.projectile_counts.fired[0];
  state.projectiles.launched[row] = state.tick;
  state.projectiles.is_clear[row] = 1;
  state.projectiles.set_motion(row, position, velocity);
}

inline Vec3 first_position(const Simulator& simulator) {
  return simulator.world().state.projectiles.position(0);
}
inline Vec3 first_velocity(const Simulator& simulator) {
  return simulator.world().state.projectiles.velocity(0);
}
inline std::uint32_t in_flight(const Simulator& simulator) {
  return simulator.world().state.projectile_counts.in_flight[0];
}

// The ends of flights in so many steps, in their order.
inline std::vector<Impact> impacts_in(Simulator& simulator, int steps) {
  std::vector<Impact> impacts;
  for (int k = 0; k < steps; ++k) {
    run_steps(simulator, 1);
    impacts.insert(impacts.end(), simulator.impacts().begin(), simulator.impacts().end());
  }
  return impacts;
}

inline void expect_near(Vec3 found, Vec3 expected, double tolerance) {
  EXPECT_NEAR(found.x, expected.x, tolerance);
  EXPECT_NEAR(found.y, expected.y, tolerance);
  EXPECT_NEAR(found.z, expected.z, tolerance);
}

}  // namespace drover::test
