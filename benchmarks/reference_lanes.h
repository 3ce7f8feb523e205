// The pairs and the motion of one step of the reference kernel, for registers of kLanes doubles. A source per
// kind of register defines kLanes and includes this file; everything is local to that source.

#include <cstdint>
#include <cstring>

#include "reference_arena.h"

namespace drover::reference {
namespace {

// The compiler keeps to the registers as long as a vector fits into one: with more lanes g++ 12 is many times
// slower.
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
using Mask = decltype(Lanes{} < Lanes{});

constexpr Lanes kZero = {};
constexpr Lanes kOne = kZero + 1.0;
constexpr double kMaxAcceleration = 4.0;  // m/s^2
constexpr double kMaxSpeed = 1.0;         // m/s
constexpr double kSeparationWeight = 0.25;
constexpr double kCohesionWeight = 0.5;

Lanes load(const double* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

void store(double* to, Lanes lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

Lanes square_root(Lanes lanes) {
  for (int k = 0; k < kLanes; ++k)
    lanes[k] = __builtin_sqrt(lanes[k]);
  return lanes;
}

Lanes smaller(Lanes a, Lanes b) {
  return a < b ? a : b;
}

// What the agents of a block see. Each sees itself as well, which is taken back in the end.
struct Sums {
  Lanes push_x = kZero, push_y = kZero;        // away from the neighbors: displacement / distance^2 [1/m]
  Lanes away_x = kZero, away_y = kZero;        // from the neighbors to the agent [m]
  Lanes heading_x = kZero, heading_y = kZero;  // of the neighbors
  Lanes count = kZero;
};

// Adds the candidates [begin, end) that are nearer than 1 m.
inline void add_neighbors(const Columns& now, std::uint32_t begin, std::uint32_t end, Lanes x, Lanes y,
                          Sums& out) {
  // A copy stays in registers.
  Sums sums = out;
  for (std::uint32_t j = begin; j < end; ++j) {
    const Lanes dx = x - now.x[j];
    const Lanes dy = y - now.y[j];
    // The tiny number keeps the agent itself from dividing by zero and vanishes next to any other distance.
    const Lanes d2 = dx * dx + dy * dy + 1e-30;
    const Mask near = d2 < kOne;
    const Lanes inverse = near ? kOne / d2 : kZero;
    sums.push_x += dx * inverse;
    sums.push_y += dy * inverse;
    sums.away_x += near ? dx : kZero;
    sums.away_y += near ? dy : kZero;
    sums.heading_x += near ? kZero + now.heading_x[j] : kZero;
    sums.heading_y += near ? kZero + now.heading_y[j] : kZero;
    sums.count += near ? kOne : kZero;
  }
  out = sums;
}

struct Pair {
  Lanes x, y;
};

// The acceleration of a block [m/s^2]; zero without neighbors.
inline Pair acceleration(const Sums& sums, Pair heading, Lanes speed) {
  const Lanes count = sums.count - kOne;
  const Mask seen = count > kZero;
  const Lanes share = kOne / (seen ? count : kOne);
  const Lanes away2 = sums.away_x * sums.away_x + sums.away_y * sums.away_y;
  const Mask has_side = away2 > kZero + 1e-24;
  const Lanes to_unit = has_side ? kOne / square_root(has_side ? away2 : kOne) : kZero;
  const auto request = [&](Lanes push, Lanes away, Lanes headings, Lanes own) {
    const Lanes align = (headings - own) * share - own;
    const Lanes cohere = -(away * to_unit) * kMaxSpeed - own * speed;
    return kSeparationWeight * push + align + kCohesionWeight * cohere;
  };
  const Lanes x = request(sums.push_x, sums.away_x, sums.heading_x, heading.x);
  const Lanes y = request(sums.push_y, sums.away_y, sums.heading_y, heading.y);
  const Lanes length2 = x * x + y * y;
  const Lanes most2 = kZero + kMaxAcceleration * kMaxAcceleration;
  const Lanes part = length2 > most2 ? kMaxAcceleration / square_root(length2) : kOne;
  return {seen ? x * part : kZero, seen ? y * part : kZero};
}

// One side of the square is the other.
inline Lanes wrapped(Lanes v, double side) {
  v = v < kZero ? v + side : v;
  return v >= kZero + side ? v - side : v;
}

// Moves the block that starts at `first`. Lanes beyond the strip are written again by the block they belong
// to.
inline void move(const Arena& arena, std::uint32_t first, Pair heading, Lanes speed, Pair pull) {
  constexpr double dt = kTimeStep;
  const Lanes vx = heading.x * speed + pull.x * dt;
  const Lanes vy = heading.y * speed + pull.y * dt;
  const Lanes v2 = vx * vx + vy * vy;
  const Mask moves = v2 > kZero + 1e-18;
  const Lanes length = square_root(moves ? v2 : kOne);
  heading.x = moves ? vx / length : heading.x;
  heading.y = moves ? vy / length : heading.y;
  speed = moves ? smaller(length, kZero + kMaxSpeed) : kZero;
  const Lanes way = speed * dt;
  store(arena.next.x + first, wrapped(load(arena.now.x + first) + heading.x * way, arena.side));
  store(arena.next.y + first, wrapped(load(arena.now.y + first) + heading.y * way, arena.side));
  store(arena.next.heading_x + first, heading.x);
  store(arena.next.heading_y + first, heading.y);
  store(arena.next.speed + first, speed);
  store(arena.acceleration_x + first, pull.x);
  store(arena.acceleration_y + first, pull.y);
}

// The block of kLanes agents from `first`, of which those before `end` are in the strip that starts with bin
// `strip`.
inline void advance_block(const Arena& arena, std::uint32_t strip, std::uint32_t first, std::uint32_t end) {
  const Columns& now = arena.now;
  const std::uint32_t last = first + kLanes < end ? first + kLanes - 1 : end - 1;
  // Bins around those of the first and the last agent; the strip's order is that of its bins.
  const std::uint32_t low = bin_across(arena, now.x[first]) - kBinsPerMeter;
  const std::uint32_t high = bin_across(arena, now.x[last]) + kBinsPerMeter;
  const Lanes x = load(now.x + first);
  const Lanes y = load(now.y + first);
  Sums sums;
  for (std::uint32_t k = 0; k < 3; ++k) {
    const std::uint32_t* starts = arena.starts + strip + k * arena.stride - arena.stride;
    add_neighbors(now, starts[low], starts[high + 1], x, y, sums);
  }
  const Pair heading = {load(now.heading_x + first), load(now.heading_y + first)};
  const Lanes speed = load(now.speed + first);
  move(arena, first, heading, speed, acceleration(sums, heading, speed));
  for (std::uint32_t i = first; i <= last; ++i)
    count_bin(arena, i);
}

void advance(const Arena& arena) {
  for (std::uint32_t k = 0; k < arena.strips; ++k) {
    const std::uint32_t strip = (k + 1) * arena.stride;
    const std::uint32_t end = arena.starts[strip + arena.stride];
    for (std::uint32_t first = arena.starts[strip]; first < end; first += kLanes)
      advance_block(arena, strip, first, end);
  }
}

}  // namespace
}  // namespace drover::reference
