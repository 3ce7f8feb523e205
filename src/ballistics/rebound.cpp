#include "ballistics/rebound.h"

#include <cmath>

#include "ballistics/scalar_search.h"
#include "core/frame.h"

namespace drover {
namespace {

// Distances that count as zero [m], beyond what is lost to rounding and below all that matters.
constexpr double kTouch = 1e-9;
// By what share a way has to be shorter than another: that of a mirrored way is equal but for its roundings.
constexpr double kShorter = 1.0 - 1e-12;

Vec3 seen_from_above(Vec3 v) {
  return {v.x, v.y, 0.0};
}

// A wall drawn in by the radius of a ball.
struct ContactLine {
  ContactLine(const ReboundWall& wall, double radius)
      : normal(seen_from_above(wall.normal)),
        start(seen_from_above(wall.start) + normal * radius),
        along(direction(seen_from_above(wall.end - wall.start))),
        length(drover::length(seen_from_above(wall.end - wall.start))) {}

  double depth(Vec3 point) const { return dot(point - start, normal); }
  bool spans(Vec3 point) const {
    const double offset = dot(point - start, along);
    return offset >= -kTouch && offset <= length + kTouch;
  }
  // Whether a leg goes through it.
  bool stops(Vec3 from, Vec3 to) const {
    const double before = depth(from);
    const double after = depth(to);
    if (!(before > kTouch && after < -kTouch)) return false;
    return spans(from + (to - from) * (before / (before - after)));
  }

  Vec3 normal;
  Vec3 start;
  Vec3 along;
  double length;
};

// What a bounce does to the tangential speed: multiply it, or take a part of it in one of the two directions.
enum class Slide { grips, slips_ahead, slips_back };
constexpr std::size_t kSlides = 3;

bool has_friction(const BounceLaw& law) {
  return law.friction > 0.0 && law.grip_share > 0.0;
}

Vec3 image_of(Vec3 target, const ContactLine& wall, const BounceLaw& law, Slide slide) {
  const double depth = wall.depth(target);
  if (slide == Slide::grips) {
    const double kept = has_friction(law) ? 1.0 - law.grip_share : 1.0;
    return target - wall.normal * (depth + depth * kept / law.restitution);
  }
  const double image_depth = depth / law.restitution;
  const double shift = law.friction * (1.0 + law.restitution) * image_depth;
  return target - wall.normal * (depth + image_depth) +
         wall.along * (slide == Slide::slips_ahead ? shift : -shift);
}

using WallSequence = std::array<std::size_t, kMostRebounds>;

class ReboundSearch {
 public:
  ReboundSearch(const ReboundShot& shot, std::span<const ReboundWall> walls,
                FunctionRef<bool(Vec3, Vec3)> is_free)
      : law_(shot.law),
        start_(seen_from_above(shot.start)),
        target_(seen_from_above(shot.target)),
        radius_(shot.radius),
        walls_(walls),
        is_free_(is_free) {}

  // The shortest with this many bounces.
  std::optional<Rebound> shortest(std::size_t bounces) const {
    std::optional<Rebound> best;
    std::size_t sequences = 1;
    for (std::size_t i = 0; i < bounces; ++i)
      sequences *= walls_.size();
    for (std::size_t number = 0; number < sequences; ++number) {
      const std::optional<WallSequence> sequence = sequence_of(number, bounces);
      if (!sequence) continue;
      const std::optional<Rebound> rebound = along(*sequence, bounces);
      if (rebound && (!best || rebound->unfolded_way < kShorter * best->unfolded_way)) best = rebound;
    }
    return best;
  }

 private:
  // The digits of the number are those of the walls, so that sequences come in their order; none with
  // repetitions.
  std::optional<WallSequence> sequence_of(std::size_t number, std::size_t bounces) const {
    WallSequence sequence{};
    for (std::size_t i = bounces; i-- > 0; number /= walls_.size()) {
      sequence[i] = number % walls_.size();
      for (std::size_t j = i + 1; j < bounces; ++j)
        if (sequence[j] == sequence[i]) return std::nullopt;
    }
    return sequence;
  }

  // By any combination of slides that agrees with the law.
  std::optional<Rebound> along(const WallSequence& sequence, std::size_t bounces) const {
    std::size_t combinations = 1;
    for (std::size_t i = 0; has_friction(law_) && i < bounces; ++i)
      combinations *= kSlides;
    for (std::size_t combination = 0; combination < combinations; ++combination) {
      Vec3 aim = target_;
      std::size_t rest = combination;
      for (std::size_t i = bounces; i-- > 0; rest /= kSlides)
        aim = image_of(aim, line(sequence[i]), law_, static_cast<Slide>(rest % kSlides));
      const std::optional<Rebound> rebound = followed(sequence, bounces, aim - start_);
      if (rebound) return rebound;
    }
    return std::nullopt;
  }

  // The way of a ball; none where it does not get to the target.
  std::optional<Rebound> followed(const WallSequence& sequence, std::size_t bounces, Vec3 aim) const {
    Rebound rebound{
        .direction = direction(aim), .bounces = bounces, .walls = sequence, .unfolded_way = length(aim)};
    Vec3 position = start_;
    Vec3 heading = rebound.direction;
    for (std::size_t i = 0; i < bounces; ++i) {
      const ContactLine wall = line(sequence[i]);
      const double approach = -dot(heading, wall.normal);
      const double depth = wall.depth(position);
      if (!(approach > 0.0 && depth >= 0.0)) return std::nullopt;
      const Vec3 contact = position + heading * (depth / approach);
      if (!wall.spans(contact) || !leg_is_free(position, contact)) return std::nullopt;
      const Vec3 bounced = bounce(heading, {}, wall.normal, law_);
      rebound.contacts[i] = contact;
      rebound.legs[i] = length(contact - position);
      rebound.speed_share[i] = length(bounced);
      position = contact;
      heading = direction(bounced);
    }
    const Vec3 rest = target_ - position;
    rebound.legs[bounces] = length(rest);
    const double miss = length(rest - heading * dot(rest, heading));
    if (!(dot(rest, heading) >= 0.0) || miss > kTouch * (1.0 + rebound.unfolded_way)) return std::nullopt;
    if (!leg_is_free(position, target_)) return std::nullopt;
    return rebound;
  }

  bool leg_is_free(Vec3 from, Vec3 to) const {
    for (std::size_t i = 0; i < walls_.size(); ++i)
      if (line(i).stops(from, to)) return false;
    return is_free_(from, to);
  }

  ContactLine line(std::size_t wall) const { return {walls_[wall], radius_}; }

  BounceLaw law_;
  Vec3 start_;
  Vec3 target_;
  double radius_;
  std::span<const ReboundWall> walls_;
  FunctionRef<bool(Vec3, Vec3)> is_free_;
};

}  // namespace

std::optional<Rebound> predict_rebound(const ReboundShot& shot, std::span<const ReboundWall> walls,
                                       FunctionRef<bool(Vec3, Vec3)> leg_is_free) {
  const ReboundSearch search(shot, walls, leg_is_free);
  for (std::size_t bounces = shot.min_bounces; bounces <= shot.max_bounces && bounces <= kMostRebounds;
       ++bounces) {
    if (bounces > 0 && !(shot.law.restitution > 0.0)) break;
    const std::optional<Rebound> rebound = search.shortest(bounces);
    if (rebound) return rebound;
  }
  return std::nullopt;
}

std::optional<Rebound> predict_rebound(const ReboundShot& shot, std::span<const ReboundWall> walls) {
  return predict_rebound(shot, walls, [](Vec3, Vec3) { return true; });
}

double rebound_launch_speed(const Rebound& rebound, const RollingLaw& rolling, double arrival_speed) {
  double speed = arrival_speed;
  for (std::size_t i = rebound.bounces; i > 0; --i)
    speed = rolling_launch_speed(rolling, rebound.legs[i], speed) / rebound.speed_share[i - 1];
  return rolling_launch_speed(rolling, rebound.legs[0], speed);
}

std::optional<DiscRebound> predict_disc_rebound(Vec3 start, Vec3 target, Vec3 center, double radius,
                                                const BounceLaw& law) {
  const Vec3 to_start = seen_from_above(start - center);
  const Vec3 to_target = seen_from_above(target - center);
  if (!(length(to_start) > radius && length(to_target) > radius)) return std::nullopt;
  const Frame front = upright(direction(to_start));
  const double whole_angle = front.bearing(to_target);
  const double turn = whole_angle < 0.0 ? -1.0 : 1.0;

  const auto normal_at = [&](double angle) { return front.turned(angle * turn); };
  const auto outgoing = [&](Vec3 normal) {
    return bounce(direction(normal * radius - to_start), {}, normal, law);
  };
  const auto faces_start = [&](Vec3 normal) { return dot(normal * radius - to_start, normal) < 0.0; };
  // Whether the way after the bounce passes the target on the side of the start.
  const auto is_before = [&](double angle) {
    const Vec3 normal = normal_at(angle);
    return faces_start(normal) && turn * cross(outgoing(normal), to_target - normal * radius).z > 0.0;
  };
  const double angle = whole_angle == 0.0 ? 0.0 : bisect(0.0, whole_angle * turn, is_before);

  const Vec3 normal = normal_at(angle);
  const Vec3 away = direction(outgoing(normal));
  const Vec3 rest = to_target - normal * radius;
  const bool is_hit = faces_start(normal) && dot(away, rest) > 0.0 &&
                      length(cross(away, rest)) <= kTouch * (1.0 + length(rest));
  if (!is_hit) return std::nullopt;
  return DiscRebound{center + normal * radius, direction(normal * radius - to_start)};
}

PongArrival pong_arrival(double y, double velocity, double low, double high, double time,
                         double restitution) {
  const double width = high - low;
  if (!(width > 0.0)) return {low, 0};
  if (restitution == 1.0) {
    const double crossings = std::floor((y + velocity * time - low) / width);
    const double rest = y + velocity * time - low - crossings * width;
    const bool is_turned = crossings - 2.0 * std::floor(0.5 * crossings) != 0.0;
    return {is_turned ? high - rest : low + rest, static_cast<std::size_t>(std::fabs(crossings))};
  }
  PongArrival arrival{y, 0};
  while (velocity != 0.0) {
    const double needed = ((velocity > 0.0 ? high : low) - arrival.y) / velocity;
    if (needed > time) break;
    arrival.y = velocity > 0.0 ? high : low;
    velocity *= -restitution;
    time -= needed;
    ++arrival.bounces;
  }
  arrival.y += velocity * time;
  return arrival;
}

}  // namespace drover
