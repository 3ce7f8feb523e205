// The ways of agents that others follow: a point every half radius, as far back as the agent moved in the
// last seconds; of anchors of formations that turn in succession, as far back as these reach. They are
// columns of the state, where something asks for them; elsewhere there are none.
#pragma once

#include <cstdint>
#include <span>

#include "sim/geometry/path.h"
#include "sim/state/world.h"

namespace drover {

// How many points a trail holds whose agent has a speed [m/s] and a radius [m], and how many numbers it
// takes.
std::size_t trail_capacity(const TrailRecord& trail, double max_speed, double radius, double dt);
std::size_t trail_width(std::size_t capacity);

// Adds where agents are now to their trails, and forgets what is older than their memory.
void record_trails(World& world);

// What a trail remembers, in a ring: the point with number n, counted from the first that there ever was, is
// at n modulo the capacity.
class TrailMemory {
  enum Slot : std::size_t { kFirst, kEnd, kTime, kHeader };
  enum Part : std::size_t { kPosition, kArcLength = 3, kClock, kPointWidth };

 public:
  static constexpr std::size_t width(std::size_t capacity) { return kHeader + capacity * kPointWidth; }

  // Only to look at.
  explicit TrailMemory(std::span<const double> numbers);
  // To change.
  explicit TrailMemory(std::span<double> numbers) : TrailMemory(std::span<const double>(numbers)) {
    written_ = numbers;
  }

  std::size_t count() const { return static_cast<std::size_t>(end_ - first_); }
  std::size_t capacity() const { return capacity_; }
  // By number from the oldest on. On a torus they go on beyond the edges.
  Vec3 position(std::size_t k) const;
  double arc_length(std::size_t k) const { return part(k, kArcLength); }  // since the first point ever [m]
  double clock(std::size_t k) const { return part(k, kClock); }           // how long it had moved then [s]
  double time() const { return numbers_[kTime]; }                         // of the newest [s]

  void add(Vec3 position, double arc_length, double clock, double time);
  void forget_oldest();
  void forget_newest();
  // The arc length goes on from that of the newest.
  void forget_all();
  double last_arc_length() const;

 private:
  double part(std::size_t k, std::size_t part) const { return numbers_[slot(k) + part]; }
  std::size_t slot(std::size_t k) const { return kHeader + (first_ + k) % capacity_ * kPointWidth; }
  void write_ends();

  std::span<const double> numbers_;
  std::span<double> written_;
  std::size_t capacity_;
  std::uint64_t first_ = 0, end_ = 0;  // numbers of the oldest point and of the one behind the newest
};

// A trail as an open path of which the newest end is where its agent is now. Its arc lengths are those since
// the trail began, so that they mean the same place as long as it is remembered. In a world that wraps,
// places are the images nearest to a viewer.
class TrailPath {
 public:
  TrailPath(const World& world, std::uint32_t trail, Vec3 viewer);

  // Whether its agent is there. The other functions are for trails that exist.
  bool exists() const { return memory_.count() > 0; }
  AgentIndex agent() const { return agent_; }
  static constexpr bool is_closed() { return false; }
  double begin() const { return memory_.arc_length(0); }
  double end() const { return end_; }
  double on_path(double s) const { return clamp(s, begin(), end_); }
  Vec3 point_at(double s) const;
  // The same, going on straight beyond both ends; in `ahead`, of unit length, beyond the agent.
  Vec3 point_beyond(double s, Vec3 ahead) const;
  // Along the trail, in the direction of its agent; zero where it has not moved yet.
  Vec3 direction_at(double s) const;

  // As for paths (path.h), those about reversals within a distance.
  double nearest_parameter(Vec3 p) const;
  double arc_length_to_nearest(Vec3 p, double from, const Path::Window& window) const;
  Path::Window to_reversals(double from, bool travels_forward, double distance) const;
  double leading_distance(double from, double reach) const;

 private:
  // The last of the points is the place of the agent.
  std::size_t last() const { return memory_.count(); }
  Vec3 point(std::size_t k) const { return k < last() ? memory_.position(k) : head_; }
  double arc_length_of(std::size_t k) const { return k < last() ? memory_.arc_length(k) : end_; }
  Vec3 edge(std::size_t k) const { return point(k + 1) - point(k); }
  std::size_t segment_at(double s) const;
  bool is_reversal(std::size_t k) const;
  Vec3 near_viewer(Vec3 p) const;

  const Bounds& bounds_;
  TrailMemory memory_;
  AgentIndex agent_;
  Vec3 viewer_;
  Vec3 head_;
  double end_ = 0.0;
};

}  // namespace drover
