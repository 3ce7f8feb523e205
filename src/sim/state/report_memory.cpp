#include "sim/state/report_memory.h"

namespace drover {

// A snapshot may hold anything: a count that cannot be is that of no reports.
ReportMemory::ReportMemory(std::span<const double> numbers)
    : numbers_(numbers), capacity_((numbers.size() - kHeader) / kWidth) {
  const double count = numbers[kCount];
  if (count >= 0.0 && count <= static_cast<double>(capacity_)) count_ = static_cast<std::size_t>(count);
}

StateReport ReportMemory::report(std::size_t k, double dt) const {
  const std::size_t at = slot(k);
  return {.time = sent(k) * dt,
          .position = vector_at(at + kPosition),
          .velocity = vector_at(at + kVelocity),
          .acceleration = vector_at(at + kAcceleration)};
}

void ReportMemory::start(std::uint64_t tick, const StateReport& report) {
  forget_all();
  send(tick, report);
  correct(tick, {});
}

void ReportMemory::send(std::uint64_t tick, const StateReport& report) {
  if (count_ == capacity_) forget_first();
  const std::size_t at = slot(count_);
  written_[at + kSent] = static_cast<double>(tick);
  set_vector(at + kPosition, report.position);
  set_vector(at + kVelocity, report.velocity);
  set_vector(at + kAcceleration, report.acceleration);
  set_count(count_ + 1);
}

// Few are on their way: the others move up, and zeros take the place of the last one, so that what is hashed
// is what counts.
void ReportMemory::forget_first() {
  const std::size_t end = slot(count_);
  for (std::size_t at = slot(0); at < end; ++at)
    written_[at] = at + kWidth < end ? numbers_[at + kWidth] : 0.0;
  set_count(count_ - 1);
}

void ReportMemory::correct(std::uint64_t tick, Vec3 error) {
  written_[kArrival] = static_cast<double>(tick);
  set_vector(kError, error);
}

void ReportMemory::set_vector(std::size_t at, Vec3 v) {
  written_[at] = v.x;
  written_[at + 1] = v.y;
  written_[at + 2] = v.z;
}

void ReportMemory::set_count(std::size_t count) {
  count_ = count;
  written_[kCount] = static_cast<double>(count);
}

}  // namespace drover
