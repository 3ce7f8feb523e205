// What an agent remembers of its pipeline, as numbers of a memory: what it did last, how long a deadlock is
// to be steered out of, and since when the agent has not moved.
#pragma once

#include <span>
#include <utility>

#include "sim/definitions/pipeline_record.h"
#include "sim/step/agent_view.h"

namespace drover {

class PipelineMemory {
  enum Slot : std::size_t {
    kAttempts,
    kCause,
    kConstraint,          // counted from 1; 0: none
    kHeldUntil,           // tick
    kStillSince,          // tick
    kStill,               // where the agent was then: x, y [m]
    kRanAt = kStill + 2,  // tick
    kHasSubGoal,
    kSubGoal,  // x, y [m]
    kCount = kSubGoal + 2
  };

 public:
  static constexpr std::size_t kWidth = kCount;

  // Only to look at.
  explicit PipelineMemory(std::span<const double> numbers) : numbers_(numbers) {}
  // To change.
  explicit PipelineMemory(std::span<double> numbers) : numbers_(numbers), written_(numbers) {}

  // A snapshot may hold anything: what cannot be counts as none.
  PipelineRecord record() const {
    PipelineRecord record;
    record.attempts = static_cast<std::uint32_t>(whole(kAttempts, kMostAttempts));
    record.cause = static_cast<DeadlockCause>(whole(kCause, kDeadlockCauseNames.size() - 1));
    const std::size_t constraint = whole(kConstraint, kMostConstraints);
    record.constraint = constraint == 0 ? kNoIndex : static_cast<std::uint32_t>(constraint - 1);
    return record;
  }
  std::optional<Vec3> sub_goal() const {
    return numbers_[kHasSubGoal] == 0.0 ? std::nullopt : std::optional(remembered_vector(numbers_, kSubGoal));
  }
  // Whether the agent is still to be steered out of a deadlock.
  bool is_held(std::uint64_t tick) const {
    return record().cause != DeadlockCause::none && static_cast<double>(tick) < numbers_[kHeldUntil];
  }
  // For how many ticks it has stayed near one place.
  double still_for(std::uint64_t tick) const { return static_cast<double>(tick) - numbers_[kStillSince]; }
  Vec3 still_at() const { return remembered_vector(numbers_, kStill); }

  void note(const PipelineRecord& record, std::optional<Vec3> sub_goal) {
    written_[kAttempts] = record.attempts;
    written_[kCause] = static_cast<double>(record.cause);
    written_[kConstraint] = record.constraint == kNoIndex ? 0.0 : 1.0 + record.constraint;
    written_[kHasSubGoal] = sub_goal ? 1.0 : 0.0;
    remember_vector(written_, kSubGoal, sub_goal.value_or(Vec3{}));
  }
  void hold_until(std::uint64_t tick) { written_[kHeldUntil] = static_cast<double>(tick); }
  // Whether it was asked in this step or the one before; from now on it was.
  bool goes_on(std::uint64_t tick) {
    const double before = std::exchange(written_[kRanAt], static_cast<double>(tick));
    return written_[kRanAt] - before <= 1.0;
  }
  void restart_clock(Vec3 here, std::uint64_t tick) {
    remember_vector(written_, kStill, here);
    written_[kStillSince] = static_cast<double>(tick);
  }

 private:
  static constexpr std::size_t kMostAttempts = 64;
  static constexpr std::size_t kMostConstraints = 1000000;

  std::size_t whole(Slot slot, std::size_t most) const {
    const double number = numbers_[slot];
    return 0.0 <= number && number <= static_cast<double>(most) ? static_cast<std::size_t>(number) : 0;
  }

  std::span<const double> numbers_;
  std::span<double> written_;
};

}  // namespace drover
