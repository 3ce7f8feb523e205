// One mover at a time: who of a formation in cover runs to its next cover, while the others watch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/enum_names.h"
#include "formations/cover.h"

namespace drover {

// cover: at the cover it holds. waiting: its slot has another cover, and it is not its turn. bounding: on its
// way.
DROVER_ENUM(BoundingState, cover, waiting, bounding)

struct BoundingRule {
  double cover_radius = 0.5;    // how near a cover counts as there [m]
  double arrival_speed = 0.1;   // how slow [m/s]
  double bound_timeout = 30.0;  // after which a run ends where the member stands [s]
};

// Whether a member is in its cover, from its distance and its speed.
constexpr bool has_arrived(const BoundingRule& rule, double distance, double speed) {
  return distance <= rule.cover_radius && speed < rule.arrival_speed;
}

// The queue of slots whose cover changed, first come first served, of one step the lowest slot first. The
// state is plain data, to be stored, hashed and saved.
struct BoundingSlot {
  BoundingState state = BoundingState::cover;
  bool is_stranded = false;     // its run took too long: it stays where it is until the next one
  std::size_t held = kNoCover;  // the cover it is at, or on its way to; kNoCover before its first run
  std::int64_t queued = 0;      // the step in which it began to wait
  double began = 0.0;           // when its run began [s]

  // Whether it is nowhere in particular and stays there.
  bool stands() const { return is_stranded || held == kNoCover; }

  friend bool operator==(const BoundingSlot&, const BoundingSlot&) = default;
};

class BoundingQueue {
 public:
  // All at the covers of their slots.
  void start(std::span<const std::size_t> cover_of_slot);

  // A step: runs end, slots with another cover queue up, and the head of the queue starts when nobody runs.
  // The cover that a slot has when its run starts is the one it runs to. `has_arrived` says of each slot
  // whether its member is at the cover it holds; where it holds none yet, whether it is at that of its slot.
  // A slot without a cover is in nobody's way: it follows the anchor at once.
  void update(const BoundingRule& rule, std::int64_t step, double time,
              std::span<const std::size_t> cover_of_slot, std::span<const std::uint8_t> has_arrived);

  std::span<const BoundingSlot> slots() const { return slots_; }
  std::vector<BoundingSlot>& state() { return slots_; }

 private:
  void start_next(double time, std::span<const std::size_t> cover_of_slot);

  std::vector<BoundingSlot> slots_;
};

}  // namespace drover
