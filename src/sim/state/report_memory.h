// What others know of an agent by its reports (dead reckoning): the report that they go by, the error of what
// was shown when it arrived, and the reports on their way. A row of a column of the state, which exists for
// agent types with "dead_reckoning" alone.
#pragma once

#include <cstdint>
#include <span>

#include "ballistics/dead_reckoning.h"

namespace drover {

class ReportMemory {
  enum Slot : std::size_t { kCount, kArrival, kError, kHeader = kError + 3 };
  enum Part : std::size_t {
    kSent,
    kPosition,
    kVelocity = kPosition + 3,
    kAcceleration = kVelocity + 3,
    kWidth = 10
  };

 public:
  // Of the numbers of a row that holds so many reports.
  static constexpr std::size_t width(std::size_t capacity) { return kHeader + capacity * kWidth; }

  // Only to look at.
  explicit ReportMemory(std::span<const double> numbers);
  // To change.
  explicit ReportMemory(std::span<double> numbers) : ReportMemory(std::span<const double>(numbers)) {
    written_ = numbers;
  }

  // By the time at which they were sent: number 0 is the one that others go by, the others are on their way.
  std::size_t count() const { return count_; }
  // Times are ticks, which doubles hold exactly.
  double sent(std::size_t k) const { return numbers_[slot(k) + kSent]; }
  StateReport report(std::size_t k, double dt) const;
  double arrival() const { return numbers_[kArrival]; }
  Vec3 error() const { return vector_at(kError); }

  // The agent is there for the first time: all know the report at once.
  void start(std::uint64_t tick, const StateReport& report);
  void send(std::uint64_t tick, const StateReport& report);
  // From now on others go by the report with number 1.
  void forget_first();
  void correct(std::uint64_t tick, Vec3 error);
  void forget_all() { set_count(0); }

 private:
  static std::size_t slot(std::size_t k) { return kHeader + k * kWidth; }
  Vec3 vector_at(std::size_t at) const { return {numbers_[at], numbers_[at + 1], numbers_[at + 2]}; }
  void set_vector(std::size_t at, Vec3 v);
  void set_count(std::size_t count);

  std::span<const double> numbers_;
  std::span<double> written_;
  std::size_t capacity_;
  std::size_t count_ = 0;
};

}  // namespace drover
