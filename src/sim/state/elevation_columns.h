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
  std::vector<std::uint32_t> falls;    // how often it left the ground without a jump

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

// By index of the agent, where some jump: how often.
struct JumpColumns {
  std::vector<std::uint32_t> takeoffs;
  std::vector<std::uint32_t> bad_takeoffs;  // of them those that were off by more than is allowed
  std::vector<std::uint32_t> landed;        // of them those that ended on the pad
  std::vector<std::uint32_t> missed;        // or elsewhere
  std::vector<std::uint32_t> aborts;        // run-ups that were given up
  std::vector<std::uint32_t> failed;        // jumps that were given up for good

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using J = JumpColumns;
    visit(column(&J::takeoffs, {.name = "jump_takeoffs", .hashed = false}));
    visit(column(&J::bad_takeoffs, {.name = "jump_bad_takeoffs", .hashed = false}));
    visit(column(&J::landed, {.name = "jumps_landed", .hashed = false}));
    visit(column(&J::missed, {.name = "jumps_missed", .hashed = false}));
    visit(column(&J::aborts, {.name = "jump_aborts", .hashed = false}));
    visit(column(&J::failed, {.name = "jumps_failed", .hashed = false}));
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
