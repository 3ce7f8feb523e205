#include "observe/compare/divergence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/det_math.h"

namespace drover {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Doubles in their order as whole numbers: neighbors differ by one, and the two zeros are the same.
std::int64_t rank_of(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

// Wrapping is exact, and so are the subtractions from pi of angles beyond a right one.
double angle_between(double a, double b) {
  a = det::wrap_angle(a);
  b = det::wrap_angle(b);
  const double straight = std::fabs(a - b);
  return straight <= det::kPi ? straight : (det::kPi - std::fabs(a)) + (det::kPi - std::fabs(b));
}

// Of a distance that is not 0.
double excess_of(double distance, double expected, const Tolerance& tolerance) {
  const double allowed = tolerance.absolute + tolerance.relative * std::fabs(expected);
  return std::isfinite(distance) && allowed > 0.0 ? distance / allowed : kInfinite;
}

}  // namespace

std::uint64_t ulps_between(double a, double b) {
  const std::int64_t low = std::min(rank_of(a), rank_of(b));
  const std::int64_t high = std::max(rank_of(a), rank_of(b));
  return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
}

double excess(double expected, double actual, const Tolerance& tolerance) {
  const bool is_there = !std::isnan(expected), is_found = !std::isnan(actual);
  if (expected == actual || (!is_there && !is_found)) return 0.0;
  if (!is_there || !is_found) return kInfinite;
  return excess_of(std::fabs(actual - expected), expected, tolerance);
}

double angle_excess(double expected, double actual, const Tolerance& tolerance) {
  if (!std::isfinite(expected) || !std::isfinite(actual)) return excess(expected, actual, tolerance);
  const double distance = angle_between(expected, actual);
  return distance == 0.0 ? 0.0 : excess_of(distance, expected, tolerance);
}

double Difference::distance() const {
  if (is_text) return 0.0;
  if (std::isnan(expected) || std::isnan(actual)) return kInfinite;
  const bool is_on_circle = is_angle && std::isfinite(expected) && std::isfinite(actual);
  return is_on_circle ? angle_between(expected, actual) : std::fabs(actual - expected);
}

void Divergence::add(Difference difference) {
  if (present_ && present_->step != difference.step) close_step();
  if (!present_) present_ = Growth{.step = difference.step};
  const double distance = difference.distance();
  if (present_->values++ == 0 || distance > present_->largest) {
    present_->largest = distance;
    present_->quantity = difference.quantity;
    present_->unit = difference.unit;
    present_->agent = difference.agent;
  }
  ++count_;
  if (difference.excess > 1.0) {
    ++intolerable_;
    if (!first_intolerable_) first_intolerable_ = difference;
  }
  const auto is_larger = [](const Difference& a, const Difference& b) {
    return std::tuple(a.excess, a.distance()) > std::tuple(b.excess, b.distance());
  };
  if (largest_.size() < kLargest || is_larger(difference, largest_.back())) {
    if (largest_.size() == kLargest) largest_.pop_back();
    largest_.insert(std::ranges::upper_bound(largest_, difference, is_larger), difference);
  }
  if (!first_) first_ = std::move(difference);
}

void Divergence::finish_step(std::uint64_t step) {
  if (present_ && present_->step != step) close_step();
  if (!present_) present_ = Growth{.step = step};
  close_step();
}

void Divergence::close_step() {
  ++steps_compared_;
  Growth closed = *std::exchange(present_, std::nullopt);
  if (growth_.empty() && closed.values == 0) return;
  if (!growth_.empty() && !is_kept_) growth_.pop_back();
  growth_.push_back(std::move(closed));
  const std::uint64_t distance = growth_.back().step - growth_.front().step;
  is_kept_ = distance >= next_distance_;
  while (next_distance_ <= distance && next_distance_ < std::uint64_t{1} << 63)
    next_distance_ = std::max<std::uint64_t>(1, next_distance_ * 2);
}

std::vector<Divergence::Growth> Divergence::growth() const {
  Divergence finished = *this;
  if (finished.present_) finished.close_step();
  return finished.growth_;
}

}  // namespace drover
