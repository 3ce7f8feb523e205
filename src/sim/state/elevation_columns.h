// What the state knows of heights where agents stand upright on ground with heights; elsewhere there are no
// such columns.
#pragma once

#include <cstdint>
#include <vector>

#include "core/vec3.h"
#include "sim/state/column_table.h"

namespace drover {

// By index of the agent.
struct ElevationColumns {
  std::vector<double> z;               // height of the feet [m]
  std::vector<double> vz;              // how fast they rise [m/s]
  std::vector<std::uint8_t> grounded;  // whether they are on the ground; else the agent flies
  std::vector<std::uint32_t> falls;    // how often it left the ground

  bool exist() const { return !z.empty(); }

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using E = ElevationColumns;
    visit(column(&E::z, {.name = "z", .unit = "m", .quantity = "position"}));
    visit(column(&E::vz, {.name = "vz", .unit = "m/s", .quantity = "velocity"}));
    visit(column(&E::grounded, {.name = "grounded", .initial = 1.0}));
    visit(column(&E::falls, {.name = "falls", .hashed = false}));
  }
};

// By index of the platform.
struct PlatformColumns {
  std::vector<std::uint64_t> ticks;   // for how many steps its clock has run
  std::vector<std::uint8_t> started;  // whether its clock runs

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using P = PlatformColumns;
    visit(column(&P::ticks, {.name = "platform_ticks", .unit = "ticks", .owner = StateOwner::world}));
    visit(column(&P::started, {.name = "platform_started", .initial = 1.0, .owner = StateOwner::world}));
  }
};

// Where a platform is: how far its region is from where it is declared, and its top [m].
struct PlatformPose {
  Vec3 shift;
  double top = 0.0;
};

// What a platform does in the step from S(t). It follows from S(t), so it is neither hashed nor saved.
struct PlatformMove {
  PlatformPose from, to;
  double clock = 0.0;  // that it begins with [s]
  bool runs = false;   // else it stands still
};

}  // namespace drover
