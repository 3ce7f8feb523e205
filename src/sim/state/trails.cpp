#include "sim/state/trails.h"

#include <cmath>
#include <tuple>

#include "core/exact_integers.h"

namespace drover {
namespace {

constexpr double kSpacing = 0.5;         // of the points, in radii
constexpr double kMostPoints = 100'000;  // whatever the memory is
constexpr double kLongestRest = 1.0;     // between two points; what is longer does not count as time [s]
// The cosine of 30 degrees, as for paths.
constexpr double kComesBack = 0.86602540378443865;

// What is behind an agent before it has moved: where a formation stands that it will lead.
void begin(const World& world, const TrailRecord& trail, TrailMemory& memory) {
  const Vec3 position = world.state.motion.position(trail.agent);
  const double start = memory.last_arc_length();
  if (trail.length == kInfinity) return memory.add(position, start, 0.0, world.time());
  const Vec3 heading = world.state.motion.heading(trail.agent);
  memory.add(position - heading * trail.length, start, 0.0, world.time());
  memory.add(position, start + trail.length, 0.0, world.time());
}

// An agent that is pushed back has not been where it was: those behind it would walk there and back.
Vec3 step_without_retreat(const World& world, const TrailRecord& trail, TrailMemory& memory) {
  const Vec3 position = world.state.motion.position(trail.agent);
  const Vec3 heading = world.state.motion.heading(trail.agent);
  const auto step = [&] {
    return world.model().bounds.displacement(memory.position(memory.count() - 1), position);
  };
  while (trail.length < kInfinity && memory.count() > 2) {
    const Vec3 newest = memory.position(memory.count() - 1) - memory.position(memory.count() - 2);
    if (dot(heading, newest) <= 0.0 || dot(step(), newest) >= 0.0) break;
    memory.forget_newest();
  }
  return step();
}

double spacing_of(const World& world, const TrailRecord& trail) {
  return trail.spacing > 0.0 ? trail.spacing : kSpacing * world.state.limits.radius[trail.agent];
}

void record(const World& world, const TrailRecord& trail, TrailMemory memory) {
  const AgentIndex i = trail.agent;
  const bool is_there = world.model().is_anchor(i) || world.is_present(i);
  if (!is_there || world.state.record.teleport_tick[i] == world.state.tick) memory.forget_all();
  if (!is_there) return;
  if (memory.count() == 0) return begin(world, trail, memory);
  const Vec3 step = step_without_retreat(world, trail, memory);
  const double distance = length(step);
  if (distance < spacing_of(world, trail) || distance < kLengthEpsilon) return;
  const std::size_t newest = memory.count() - 1;
  const double time = world.time();
  const double clock = memory.clock(newest) + smaller(kLongestRest, time - memory.time());
  const double arc_length = memory.arc_length(newest) + distance;
  memory.add(memory.position(newest) + step, arc_length, clock, time);
  const auto is_old = [&](std::size_t k) {
    return memory.clock(k) <= clock - trail.memory || memory.arc_length(k) <= arc_length - trail.length;
  };
  while (memory.count() > 2 && is_old(1))
    memory.forget_oldest();
}

}  // namespace

std::size_t trail_capacity(const TrailRecord& trail, double max_speed, double radius, double dt) {
  const double spacing = trail.spacing > 0.0 ? trail.spacing : kSpacing * radius;
  const double way = trail.length < kInfinity ? trail.length : trail.memory * max_speed;
  return static_cast<std::size_t>(
      smaller(kMostPoints, std::ceil(smaller(trail.memory / dt, way / spacing)) + 3.0));
}

std::size_t trail_width(std::size_t capacity) {
  return TrailMemory::width(capacity);
}

void record_trails(World& world) {
  for (const TrailRecord& trail : world.model().trails)
    record(world, trail, TrailMemory(world.state.columns.values(trail.points)));
}

// A snapshot may hold anything: numbers of points that cannot be count as none.
TrailMemory::TrailMemory(std::span<const double> numbers)
    : numbers_(numbers), capacity_((numbers.size() - kHeader) / kPointWidth) {
  const double first = numbers[kFirst];
  const double end = numbers[kEnd];
  if (!(0.0 <= first && first <= end && end <= kLargestExactInteger &&
        end - first <= static_cast<double>(capacity_)))
    return;
  first_ = static_cast<std::uint64_t>(first);
  end_ = static_cast<std::uint64_t>(end);
}

Vec3 TrailMemory::position(std::size_t k) const {
  return {part(k, kPosition), part(k, kPosition + 1), part(k, kPosition + 2)};
}

void TrailMemory::add(Vec3 position, double arc_length, double clock, double time) {
  if (count() == capacity_) ++first_;
  ++end_;
  write_ends();
  const std::size_t at = slot(count() - 1);
  const double numbers[kPointWidth] = {position.x, position.y, position.z, arc_length, clock};
  for (std::size_t k = 0; k < kPointWidth; ++k)
    written_[at + k] = numbers[k];
  written_[kTime] = time;
}

void TrailMemory::forget_oldest() {
  ++first_;
  write_ends();
}

void TrailMemory::forget_newest() {
  --end_;
  write_ends();
}

void TrailMemory::forget_all() {
  first_ = end_;
  write_ends();
}

double TrailMemory::last_arc_length() const {
  return end_ == 0 ? 0.0 : numbers_[kHeader + (end_ - 1) % capacity_ * kPointWidth + kArcLength];
}

void TrailMemory::write_ends() {
  written_[kFirst] = static_cast<double>(first_);
  written_[kEnd] = static_cast<double>(end_);
}

TrailPath::TrailPath(const World& world, std::uint32_t trail, Vec3 viewer)
    : bounds_(world.model().bounds),
      memory_(world.state.columns.values(world.model().trails[trail].points)),
      agent_(world.model().trails[trail].agent),
      viewer_(viewer) {
  if (!exists()) return;
  const Vec3 newest = memory_.position(last() - 1);
  const Vec3 step = bounds_.displacement(newest, world.state.motion.position(agent_));
  head_ = newest + step;
  end_ = memory_.arc_length(last() - 1) + length(step);
}

Vec3 TrailPath::near_viewer(Vec3 p) const {
  return bounds_.wraps() ? viewer_ + bounds_.displacement(viewer_, p) : p;
}

std::size_t TrailPath::segment_at(double s) const {
  std::size_t low = 0;
  std::size_t high = last();
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    if (memory_.arc_length(middle) <= s)
      low = middle;
    else
      high = middle;
  }
  return low;
}

Vec3 TrailPath::point_at(double s) const {
  const double at = on_path(s);
  const std::size_t k = segment_at(at);
  return near_viewer(point(k) + direction(edge(k)) * (at - arc_length_of(k)));
}

Vec3 TrailPath::point_beyond(double s, Vec3 ahead) const {
  if (s > end_) return near_viewer(head_) + ahead * (s - end_);
  if (s >= begin()) return point_at(s);
  return near_viewer(point(0)) - direction_at(begin()) * (begin() - s);
}

Vec3 TrailPath::direction_at(double s) const {
  std::size_t k = segment_at(on_path(s));
  while (k > 0 && length(edge(k)) < kLengthEpsilon)
    --k;
  return direction(edge(k));
}

double TrailPath::nearest_parameter(Vec3 p) const {
  return begin() + arc_length_to_nearest(p, begin(), {0.0, kInfinity});
}

double TrailPath::arc_length_to_nearest(Vec3 p, double from, const Path::Window& window) const {
  const double low = larger(begin(), from - window.behind);
  const double high = smaller(end_, from + window.ahead);
  double best = on_path(from) - from;
  auto best_rank = std::tuple(kInfinity, 0.0, 0.0);
  for (std::size_t k = segment_at(low); k < last() && arc_length_of(k) <= high; ++k) {
    const Vec3 a = near_viewer(point(k));
    const Vec3 along = direction(edge(k));
    const double first = larger(0.0, low - arc_length_of(k));
    const double end = smaller(arc_length_of(k + 1), high) - arc_length_of(k);
    const double at = larger(first, smaller(end, dot(p - a, along)));
    const double s = arc_length_of(k) + at;
    const auto rank = std::tuple(length2(a + along * at - p), std::fabs(s - from), s);
    if (rank < best_rank) {
      best_rank = rank;
      best = s - from;
    }
  }
  return best;
}

bool TrailPath::is_reversal(std::size_t k) const {
  return dot(direction(edge(k - 1)), direction(edge(k))) < -kComesBack;
}

Path::Window TrailPath::to_reversals(double from, bool travels_forward, double distance) const {
  Path::Window window{kInfinity, kInfinity};
  const std::size_t first = segment_at(on_path(from - distance));
  for (std::size_t k = first > 0 ? first : 1; k < last() && arc_length_of(k) <= from + distance; ++k) {
    if (!is_reversal(k)) continue;
    const double ahead = arc_length_of(k) - from;
    const bool is_here = std::fabs(ahead) <= kLengthEpsilon;
    if (is_here ? travels_forward : ahead < 0.0)
      window.behind = is_here ? 0.0 : -ahead;
    else
      window.ahead = smaller(window.ahead, is_here ? 0.0 : ahead);
  }
  return window;
}

double TrailPath::leading_distance(double from, double reach) const {
  const double at = on_path(from);
  const Vec3 origin = point_at(at);
  const bool forward = reach > 0.0;
  std::size_t k = segment_at(at);
  while (forward ? k + 1 < last() : k > 0) {
    const std::size_t corner = forward ? k + 1 : k;
    const double distance = std::fabs(arc_length_of(corner) - at);
    if (distance >= std::fabs(reach)) break;
    k = forward ? k + 1 : k - 1;
    const Vec3 onwards = forward ? direction(edge(k)) : -direction(edge(k));
    const Vec3 away = near_viewer(point(corner)) - origin;
    const bool comes_back = dot(away, onwards) < -kComesBack * length(away);
    if (distance > kLengthEpsilon && (is_reversal(corner) || comes_back))
      return forward ? distance : -distance;
  }
  return reach;
}

}  // namespace drover
