// Bodies and their places, in a hash table of cells, so that asking who is near takes a time independent of
// their number. Cells are as large as what a body keeps free around it, in powers of two: a large body is
// found in large cells and costs nobody else.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/parameter.h"
#include "core/target.h"
#include "core/vec3.h"
#include "sim/geometry/bounds.h"

namespace drover {

class TakenBodies {
 public:
  struct Body {
    Vec3 p;            // m
    double radius;     // m
    AgentIndex agent;  // whose it is
    std::uint32_t level;
    std::uint32_t next;  // in the same slot, added before; kNoIndex without
  };

  // Which bodies a question is about: those whose centers are nearer than `spacing`, and those whose borders
  // are nearer than `gap` to a body with this radius [m].
  struct Question {
    double radius = 0.0;
    double gap = 0.0;
    double spacing = 0.0;
  };

  TakenBodies() : first_(kFewest, kNoIndex) {}
  explicit TakenBodies(const Bounds& bounds) : TakenBodies() { reset(bounds); }

  // For so many bodies; from then on nothing allocates.
  void reserve(std::size_t count) {
    bodies_.reserve(count);
    while (first_.size() < 2 * count)
      first_.resize(2 * first_.size(), kNoIndex);
  }

  // Takes all bodies away. In a world that wraps questions reach across its edges. The bounds outlive it.
  void reset(const Bounds& bounds) {
    bounds_ = &bounds;
    bodies_.clear();
    first_.assign(first_.size(), kNoIndex);
    levels_.fill({});
  }

  std::size_t size() const { return bodies_.size(); }

  // `kept`: how far from its center most questions about bodies like it reach [m]. The answers do not depend
  // on it, the time does.
  void add(Vec3 p, double radius, AgentIndex agent, double kept = 0.0) {
    if (2 * bodies_.size() >= first_.size()) grow();
    const std::uint32_t level = level_of(larger(2.0 * radius, kept));
    bodies_.push_back({bounds_->wrapped_if_needed(p), radius, agent, level, kNoIndex});
    ++levels_[level].count;
    levels_[level].max_radius = larger(levels_[level].max_radius, radius);
    link(static_cast<std::uint32_t>(bodies_.size() - 1));
  }

  // Takes the last ones away until there are so many.
  void shrink(std::size_t size) {
    // In a slot the one added last comes first.
    while (bodies_.size() > size) {
      const Body& last = bodies_.back();
      --levels_[last.level].count;
      first_[slot_of(last)] = last.next;
      bodies_.pop_back();
    }
  }

  // Whether test(displacement, body) holds for one of the bodies that the question is about, or for another
  // one nearby; the displacement leads from its center to p, or to an image of p.
  template <class Test>
  bool any_near(Vec3 p, const Question& question, Test&& test) const {
    if (!bounds_->wraps()) return any_near_image(p, question, test);
    double reach = 0.0;
    for (const Level& level : levels_)
      if (level.count > 0) reach = larger(reach, reach_of(question, level));
    const Vec3 inside = bounds_->wrapped(p);
    for (const double x : {-1.0, 0.0, 1.0}) {
      for (const double y : {-1.0, 0.0, 1.0}) {
        const Vec3 image = inside + Vec3{x * bounds_->size().x, y * bounds_->size().y, 0.0};
        if (is_near_world(image, reach) && any_at_heights(image, reach, question, test)) return true;
      }
    }
    return false;
  }

 private:
  struct Level {
    std::size_t count = 0;    // of bodies
    double max_radius = 0.0;  // of those that are or were there [m]
  };
  // The sides of the cells double from level to level; the last level holds all that is larger.
  static constexpr double kSmallestCell = 1.0 / 1024.0;  // m
  static constexpr std::uint32_t kLevels = 40;
  static constexpr std::size_t kFewest = 64;

  static constexpr std::array<double, kLevels> kCells = [] {
    std::array<double, kLevels> cells{};
    double cell = kSmallestCell;
    for (double& of_level : cells) {
      of_level = cell;
      cell *= 2.0;
    }
    return cells;
  }();

  static std::uint32_t level_of(double size) {
    std::uint32_t level = 0;
    while (level + 1 < kLevels && kCells[level] < size)
      ++level;
    return level;
  }
  static double reach_of(const Question& question, const Level& level) {
    return larger(question.spacing, question.radius + level.max_radius + question.gap);
  }
  static std::int64_t index_of(double v, double cell) {
    constexpr double kFarthest = 1e15;  // beyond, all are in one cell
    return static_cast<std::int64_t>(clamp(std::floor(v / cell), -kFarthest, kFarthest));
  }
  // Multipliers of Teschner et al., Optimized Spatial Hashing for Collision Detection of Deformable Objects
  // (2003).
  std::size_t slot_of(std::int64_t column, std::int64_t row, std::uint32_t level) const {
    const std::uint64_t hash = static_cast<std::uint64_t>(column) * 73856093u ^
                               static_cast<std::uint64_t>(row) * 19349663u ^
                               static_cast<std::uint64_t>(level) * 83492791u;
    return static_cast<std::size_t>(hash) & (first_.size() - 1);
  }
  std::size_t slot_of(const Body& body) const {
    const double cell = kCells[body.level];
    return slot_of(index_of(body.p.x, cell), index_of(body.p.y, cell), body.level);
  }
  void link(std::uint32_t k) {
    std::uint32_t& first = first_[slot_of(bodies_[k])];
    bodies_[k].next = first;
    first = k;
  }
  void grow() {
    first_.assign(2 * first_.size(), kNoIndex);
    for (std::uint32_t k = 0; k < bodies_.size(); ++k)
      link(k);
  }
  bool is_near_world(Vec3 p, double reach) const {
    return bounds_->min().x - reach <= p.x && p.x <= bounds_->max().x + reach &&
           bounds_->min().y - reach <= p.y && p.y <= bounds_->max().y + reach;
  }
  // The images of p above and below it, in a world that wraps there too.
  template <class Test>
  bool any_at_heights(Vec3 p, double reach, const Question& question, Test& test) const {
    if (any_near_image(p, question, test)) return true;
    if (!bounds_->has_heights()) return false;
    const Vec3 period{0.0, 0.0, bounds_->size().z};
    return (p.z - bounds_->min().z < reach && any_near_image(p + period, question, test)) ||
           (bounds_->max().z - p.z < reach && any_near_image(p - period, question, test));
  }
  template <class Test>
  bool any_near_image(Vec3 p, const Question& question, Test& test) const {
    for (std::uint32_t level = 0; level < kLevels; ++level) {
      if (levels_[level].count > 0 && any_of_level(p, level, reach_of(question, levels_[level]), test))
        return true;
    }
    return false;
  }
  template <class Test>
  bool any_of_level(Vec3 p, std::uint32_t level, double reach, Test& test) const {
    const double cell = kCells[level];
    const std::int64_t first_x = index_of(p.x - reach, cell), last_x = index_of(p.x + reach, cell);
    const std::int64_t first_y = index_of(p.y - reach, cell), last_y = index_of(p.y + reach, cell);
    const auto test_body = [&](const Body& body) { return test(p - body.p, body); };
    // A question that reaches far beyond small bodies looks at them one by one.
    if (static_cast<double>(last_x - first_x + 1) * static_cast<double>(last_y - first_y + 1) >
        static_cast<double>(bodies_.size())) {
      for (const Body& body : bodies_)
        if (body.level == level && test_body(body)) return true;
      return false;
    }
    for (std::int64_t x = first_x; x <= last_x; ++x) {
      for (std::int64_t y = first_y; y <= last_y; ++y) {
        for (std::uint32_t k = first_[slot_of(x, y, level)]; k != kNoIndex; k = bodies_[k].next)
          if (bodies_[k].level == level && test_body(bodies_[k])) return true;
      }
    }
    return false;
  }

  const Bounds* bounds_ = nullptr;
  std::vector<Body> bodies_;
  std::vector<std::uint32_t> first_;  // by slot, a power of two; kNoIndex without
  std::array<Level, kLevels> levels_ = {};
};

}  // namespace drover
