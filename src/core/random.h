// Counter-based random numbers: a draw is a pure function of the agent, the tick, the purpose and how many
// draws came before it with the same key. There is no generator to share, so neither threads nor the order of
// agents matter.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace drover {

// What a draw is for; separate purposes never share numbers. Registered: values are part of the results and
// are never changed or reused.
enum class Purpose : std::uint32_t {
  placement = 1,
  placement_jitter = 2,
  parameter = 3,
  behavior = 4,
  arbiter = 5,
  initial_state = 6,
  condition = 7,
  sweep = 8,      // of plans of many runs
  goal = 9,       // goals of agents, and how long they wait or are served there
  source = 10,    // the times at which agents come
  obstacle = 11,  // places, sizes and turns of obstacles
  action = 12,
  hands = 13,  // whether a catch succeeds
};

// The number of a named stream inside a purpose, e.g. of "wander#0" or "max_speed" (FNV-1a, 32 bits).
constexpr std::uint32_t stream_of(std::string_view name) {
  std::uint32_t hash = 0x811c9dc5u;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x01000193u;
  }
  return hash;
}

struct StreamKey {
  std::uint64_t seed = 0;
  std::uint32_t agent = 0;  // id, not index
  std::uint64_t tick = 0;
  Purpose purpose = Purpose::behavior;
  std::uint32_t stream = 0;
};

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

// One block of Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// 2011).
PhiloxCounter philox(const PhiloxCounter& counter, const PhiloxKey& key);

// The draws of one key, in order. Cheap to construct; every draw takes one Philox block, below() more where
// it must retry. Two draws in one expression have no defined order: give each its own statement.
//
// Mapping: block = philox(counter (agent, tick low, tick high, draw), key2), where key2 is the first half of
// philox(counter (purpose, stream, 0, 0), key = seed). So agents, ticks and draws are separated exactly and
// purposes and streams through a 64-bit hash. A key has 2^32 draws.
class Draws {
 public:
  explicit Draws(const StreamKey& key);

  // [0, 1), a multiple of 2^-53.
  double uniform();
  // (0, 1), an odd multiple of 2^-53.
  double open_uniform();
  // [-1, 1), a multiple of 2^-52.
  double signed_uniform();
  // The difference of two uniform numbers: triangular on (-1, 1), variance 1/6.
  double binomial();
  // Standard normal: mean 0, deviation 1, |value| < 8.3.
  double normal();
  // 0 .. count - 1, each equally likely; count > 0. Lemire, "Fast random integer generation in an interval",
  // 2019.
  std::uint32_t below(std::uint32_t count);

 private:
  PhiloxCounter next_block();

  PhiloxKey key_;
  PhiloxCounter counter_;
};

}  // namespace drover
