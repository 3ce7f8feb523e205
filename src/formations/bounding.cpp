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
  end_runs(rule, time, has_arrived);
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    if (slots_[k].held == kNoCover && has_arrived[k] != 0) slots_[k].held = cover_of_slot[k];
  }
  queue_up(step, cover_of_slot);
  start_next(time, cover_of_slot);
}

void BoundingQueue::end_runs(const BoundingRule& rule, double time,
                             std::span<const std::uint8_t> has_arrived) {
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    BoundingSlot& slot = slots_[k];
    if (has_arrived[k] != 0) slot.is_stranded = false;
    if (slot.state != BoundingState::bounding) continue;
    const bool is_too_long = time - slot.began >= rule.bound_timeout;
    if (has_arrived[k] == 0 && !is_too_long) continue;
    slot.state = BoundingState::cover;
    slot.is_stranded = has_arrived[k] == 0;
  }
}

void BoundingQueue::queue_up(std::int64_t step, std::span<const std::size_t> cover_of_slot) {
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    BoundingSlot& slot = slots_[k];
    if (cover_of_slot[k] == kNoCover) {
      slot = {.held = kNoCover};
    } else if (slot.state == BoundingState::cover && slot.held != cover_of_slot[k]) {
      slot.state = BoundingState::waiting;
      slot.queued = step;
    } else if (slot.state == BoundingState::waiting && slot.held == cover_of_slot[k]) {
      slot.state = BoundingState::cover;  // the slot has its old cover again
    }
  }
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
