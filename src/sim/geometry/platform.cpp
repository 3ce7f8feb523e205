#include "sim/geometry/platform.h"

#include <algorithm>
#include <cmath>

#include "core/field_table.h"

namespace drover {
namespace {

// A time this little before a keyframe is that of the keyframe: the clock is a multiple of the step, which is
// rounded [s].
inline constexpr double kSameTime = 1e-9;

}  // namespace

Platform::Platform(const PlatformDef& def, std::uint32_t region_index)
    : region_(region_index),
      interp_(def.interp),
      loop_(def.loop),
      solid_(def.solid),
      when_blocked_(def.when_blocked) {
  for (const std::vector<double>& row : def.keyframes) {
    const bool has_place = row.size() == 4;
    const Vec3 place = has_place ? Vec3{row[1], row[2], row[3]} : Vec3{0.0, 0.0, row[1]};
    keyframes_.push_back({row[0], place});
    const Vec3 first = keyframes_.front().place;
    travels_ = travels_ || place.x != first.x || place.y != first.y;
  }
}

double Platform::lowest() const {
  const auto height = [](const Keyframe& k) { return k.place.z; };
  return height(*std::ranges::min_element(keyframes_, {}, height));
}

double Platform::highest() const {
  const auto height = [](const Keyframe& k) { return k.place.z; };
  return height(*std::ranges::max_element(keyframes_, {}, height));
}

Platform::Moment Platform::moment_at(double clock) const {
  double time = clock + kSameTime;
  const Keyframe& first = keyframes_.front();
  const Keyframe& last = keyframes_.back();
  if (time < first.time) return {first, first, 0.0, first.time - clock};
  if (loop_) time -= period() * std::floor((time - first.time) / period());
  // Of a clock as late as no run gets the rounding may lead beyond both ends.
  time = larger(time, first.time);
  const auto next = std::upper_bound(keyframes_.begin(), keyframes_.end(), time,
                                     [](double t, const Keyframe& k) { return t < k.time; });
  if (next == keyframes_.end()) return {last, last, 0.0, kInfinity};
  const Keyframe& from = *(next - 1);
  return {from, *next, larger(0.0, time - kSameTime - from.time), next->time - from.time};
}

Vec3 Platform::shift_at(double clock) const {
  const Moment moment = moment_at(clock);
  const Vec3 first = keyframes_.front().place;
  const Vec3 begin = moment.from.place - first;
  const double u =
      &moment.from == &moment.to || interp_ == PlatformInterp::hold ? 0.0 : moment.since / moment.span;
  const double part = interp_ == PlatformInterp::smooth ? u * u * (3.0 - 2.0 * u) : u;
  const Vec3 shift = begin + (moment.to.place - moment.from.place) * part;
  return {shift.x, shift.y, 0.0};
}

// From rest to rest over a rise h in a time T: z = h (3 u^2 - 2 u^3), u = t / T.
HeightPiece Platform::piece_from(double clock, double longest) const {
  const auto& [from, to, since, span] = moment_at(clock);
  HeightPiece piece{.duration = smaller(longest, span - since), .height = from.place.z};
  if (&from == &to || interp_ == PlatformInterp::hold) return piece;
  const double rise = to.place.z - from.place.z;
  const double u = since / span;
  if (interp_ == PlatformInterp::linear) {
    piece.height += rise * u;
    piece.speed = rise / span;
    return piece;
  }
  piece.height += rise * u * u * (3.0 - 2.0 * u);
  piece.speed = 6.0 * rise * u * (1.0 - u) / span;
  piece.acceleration = 6.0 * rise * (1.0 - 2.0 * u) / (span * span);
  piece.jerk = -12.0 * rise / (span * span * span);
  return piece;
}

// Who comes between two departures takes the later one.
std::optional<double> Platform::mean_trip(double from, double to, double tolerance) const {
  if (!loop_) return std::nullopt;
  const std::size_t count = keyframes_.size() - 1;  // the last one is the first again
  const auto time_of = [&](std::size_t k) {
    return keyframes_[k % count].time + period() * static_cast<double>(k / count);
  };
  const auto is_at = [&](std::size_t k, double height) {
    return std::fabs(keyframes_[k % count].place.z - height) <= tolerance;
  };
  double sum = 0.0;
  std::optional<double> departure;  // the one before
  for (std::size_t k = 0; k < 2 * count; ++k) {
    if (!is_at(k, from) || is_at(k + 1, from)) continue;
    if (departure && k >= count) {
      std::size_t arrival = k + 1;
      while (arrival <= k + count && !is_at(arrival, to))
        ++arrival;
      if (arrival > k + count) return std::nullopt;
      const double gap = time_of(k) - *departure;
      sum += gap * (time_of(arrival) - 0.5 * (time_of(k) + *departure));
    }
    departure = time_of(k);
  }
  if (!departure) return std::nullopt;
  return sum / period();
}

}  // namespace drover
