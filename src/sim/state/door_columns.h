// What the state knows where obstacles or walls appear and vanish; elsewhere there are no such columns.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/state/column_table.h"

namespace drover {

// Whether each is present, by its index.
struct DoorColumns {
  std::vector<std::uint8_t> obstacles;
  std::vector<std::uint8_t> walls;

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using D = DoorColumns;
    visit(column(&D::obstacles, {.name = "obstacle_present", .initial = 1.0, .owner = StateOwner::world}));
    visit(column(&D::walls, {.name = "wall_present", .initial = 1.0, .owner = StateOwner::world}));
  }
};

// By index of the agent.
struct CaughtColumns {
  std::vector<std::uint8_t> caught;       // in one that appeared, and found no place yet
  std::vector<std::uint32_t> pushed_out;  // how often it was

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    visit(column(&CaughtColumns::caught, {.name = "caught"}));
    visit(column(&CaughtColumns::pushed_out, {.name = "pushed_out", .hashed = false}));
  }
};

}  // namespace drover
