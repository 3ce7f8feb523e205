// What the state knows of projectiles, which are no agents; elsewhere there are no such columns.
#pragma once

#include <cstdint>
#include <vector>

#include "core/vec3.h"
#include "sim/state/column_table.h"

namespace drover {

// What a projectile does. In the plane balls never fly.
enum class ProjectilePhase : std::uint8_t { flies, rolls, rests, held };

// Those in flight are in the first rows, by ascending number; the rows behind them hold zeros.
struct ProjectileColumns {
  std::vector<std::uint32_t> number;    // of each: one more than that of the one before; from 1
  std::vector<std::uint32_t> type;      // index in Model::projectile_types
  std::vector<std::uint32_t> owner;     // index of the agent that fired it; kNoIndex: none did
  std::vector<double> x, y, z;          // m
  std::vector<double> vx, vy, vz;       // m/s
  std::vector<std::uint64_t> launched;  // tick of the state that it was fired in
  std::vector<std::uint8_t> phase;      // a ProjectilePhase
  // Index of the agent that holds it or, of a free one, that let it go; kNoIndex: none, or it has been out of
  // the reach of that one.
  std::vector<std::uint32_t> holder;
  // That of one who missed it, likewise; neither can catch it before.
  std::vector<std::uint32_t> barred;
  std::vector<std::uint8_t> is_clear;  // whether it has been out of the body of its owner, which it then hits

  std::size_t room() const { return number.size(); }
  Vec3 position(std::size_t row) const { return {x[row], y[row], z[row]}; }
  Vec3 velocity(std::size_t row) const { return {vx[row], vy[row], vz[row]}; }
  void set_motion(std::size_t row, Vec3 p, Vec3 v) {
    x[row] = p.x;
    y[row] = p.y;
    z[row] = p.z;
    vx[row] = v.x;
    vy[row] = v.y;
    vz[row] = v.z;
  }

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using P = ProjectileColumns;
    constexpr StateOwner kOwner = StateOwner::projectile;
    visit(column(&P::number, {.name = "projectile_number", .owner = kOwner}));
    visit(column(&P::type, {.name = "projectile_type", .owner = kOwner}));
    visit(column(&P::owner, {.name = "projectile_owner", .owner = kOwner}));
    visit(column(&P::x, {.name = "projectile_x", .unit = "m", .owner = kOwner}));
    visit(column(&P::y, {.name = "projectile_y", .unit = "m", .owner = kOwner}));
    visit(column(&P::z, {.name = "projectile_z", .unit = "m", .owner = kOwner}));
    visit(column(&P::vx, {.name = "projectile_vx", .unit = "m/s", .owner = kOwner}));
    visit(column(&P::vy, {.name = "projectile_vy", .unit = "m/s", .owner = kOwner}));
    visit(column(&P::vz, {.name = "projectile_vz", .unit = "m/s", .owner = kOwner}));
    visit(column(&P::launched, {.name = "projectile_launched", .unit = "ticks", .owner = kOwner}));
    visit(column(&P::phase, {.name = "projectile_phase", .owner = kOwner}));
    visit(column(&P::holder, {.name = "projectile_holder", .owner = kOwner}));
    visit(column(&P::barred, {.name = "projectile_barred", .owner = kOwner}));
    visit(column(&P::is_clear, {.name = "projectile_is_clear", .owner = kOwner}));
  }
};

// One number each.
struct ProjectileCounts {
  std::vector<std::uint32_t> in_flight;  // how many rows are used
  std::vector<std::uint32_t> fired;      // the greatest number of any

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using P = ProjectileCounts;
    visit(column(&P::in_flight, {.name = "projectiles_in_flight", .owner = StateOwner::world}));
    visit(column(&P::fired, {.name = "projectiles_fired", .owner = StateOwner::world}));
  }
};

// By index of the agent.
struct ShotColumns {
  std::vector<std::uint32_t> shots;      // that it fired or threw
  std::vector<std::uint32_t> hits;       // that hit it
  std::vector<std::uint32_t> unsolved;   // times that it had no solution
  std::vector<std::uint32_t> kept_back;  // shots for which there was no room
  std::vector<std::uint32_t> dry;        // times that it would have fired and had nothing to fire

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using S = ShotColumns;
    visit(column(&S::shots, {.name = "shots"}));
    visit(column(&S::hits, {.name = "hits"}));
    visit(column(&S::unsolved, {.name = "shots_unsolved", .hashed = false}));
    visit(column(&S::kept_back, {.name = "shots_kept_back", .hashed = false}));
    visit(column(&S::dry, {.name = "shots_dry", .hashed = false}));
  }
};

// By index of the agent, where some have hands.
struct HandColumns {
  std::vector<std::uint32_t> ball;   // number of the projectile that it holds; 0: none
  std::vector<std::uint64_t> since;  // tick from which on it holds it

  bool exist() const { return !ball.empty(); }

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    visit(column(&HandColumns::ball, {.name = "held_ball"}));
    visit(column(&HandColumns::since, {.name = "held_since", .unit = "ticks"}));
  }
};

// By index of the agent, where something pushes bodies.
struct PushColumns {
  // What is left of the velocity that a body without inertia was pushed to [m/s].
  std::vector<double> vx, vy, vz;
  std::vector<std::uint32_t> blasts;  // explosions that reached it

  bool exist() const { return !vx.empty(); }
  Vec3 velocity(AgentIndex i) const { return {vx[i], vy[i], vz[i]}; }
  void set_velocity(AgentIndex i, Vec3 v) {
    vx[i] = v.x;
    vy[i] = v.y;
    vz[i] = v.z;
  }

  template <class Visit>
  static void for_each_column(Visit&& visit) {
    using P = PushColumns;
    visit(column(&P::vx, {.name = "pushed_vx", .unit = "m/s"}));
    visit(column(&P::vy, {.name = "pushed_vy", .unit = "m/s"}));
    visit(column(&P::vz, {.name = "pushed_vz", .unit = "m/s"}));
    visit(column(&P::blasts, {.name = "blasts"}));
  }
};

}  // namespace drover
