#include "formations/bounding.h"

namespace drover {

void BoundingQueue::start(std::span<const std::size_t> cover_of_slot) {
  slots_.assign(cover_of_slot.size(), {});
  for (std::size_t slot = 0; slot < slots_.size(); ++slot)
    slots_[slot].held = cover_of_slot[slot];
}

void BoundingQueue::update(const BoundingRule& rule, std::int64_t step, double time,
                           std::span<const std::size_t> cover_of_slot,
                           std::span<const std::uint8_t> has_arrived) {
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    BoundingSlot& slot = slots_[k];
    const bool is_there = has_arrived[k] != 0;
    const bool is_too_long = time - slot.began >= rule.bound_timeout;
    if (is_there) slot.is_stranded = false;
    if (slot.state == BoundingState::bounding && (is_there || is_too_long)) {
      slot.state = BoundingState::cover;
      slot.is_stranded = !is_there;
    }
    if (is_there && slot.held == kNoCover) slot.held = cover_of_slot[k];
    if (cover_of_slot[k] == kNoCover) {
      slot = {.held = kNoCover};
    } else if (slot.state == BoundingState::cover && slot.held != cover_of_slot[k]) {
      slot.state = BoundingState::waiting;
      slot.queued = step;
    } else if (slot.state == BoundingState::waiting && slot.held == cover_of_slot[k]) {
      slot.state = BoundingState::cover;  // the slot has its old cover again
    }
  }
  start_next(time, cover_of_slot);
}

void BoundingQueue::start_next(double time, std::span<const std::size_t> cover_of_slot) {
  BoundingSlot* head = nullptr;
  for (BoundingSlot& slot : slots_) {
    if (slot.state == BoundingState::bounding) return;
    if (slot.state == BoundingState::waiting && (head == nullptr || slot.queued < head->queued)) head = &slot;
  }
  if (head == nullptr) return;
  head->state = BoundingState::bounding;
  head->is_stranded = false;
  head->held = cover_of_slot[static_cast<std::size_t>(head - slots_.data())];
  head->began = time;
}

}  // namespace drover
