// Bodies and their places, in a hash table of cells, so that asking who is near takes a time independent of
// their number.
#pragma once

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
    Vec3 p;              // m
    double radius;       // m
    AgentIndex agent;    // whose it is
    std::uint32_t next;  // in the same slot, added before; kNoIndex without
  };

  TakenBodies() : first_(kFewest, kNoIndex) {}
  TakenBodies(const Bounds& bounds, double cell) : TakenBodies() { reset(bounds, cell); }

  // For so many bodies; from then on nothing allocates.
  void reserve(std::size_t count) {
    bodies_.reserve(count);
    while (first_.size() < 2 * count)
      first_.resize(2 * first_.size(), kNoIndex);
  }

  // Takes all bodies away. Questions reach as far as a cell is wide, which is above zero [m]. In a world that
  // wraps they reach across its edges. The bounds outlive it.
  void reset(const Bounds& bounds, double cell) {
    bounds_ = &bounds;
    cell_ = cell;
    bodies_.clear();
    first_.assign(first_.size(), kNoIndex);
  }

  std::size_t size() const { return bodies_.size(); }

  void add(Vec3 p, double radius, AgentIndex agent) {
    if (2 * bodies_.size() >= first_.size()) grow();
    bodies_.push_back({bounds_->wrapped_if_needed(p), radius, agent, kNoIndex});
    link(static_cast<std::uint32_t>(bodies_.size() - 1));
  }

  // Takes the last ones away until there are so many.
  void shrink(std::size_t size) {
    // In a slot the one added last comes first.
    while (bodies_.size() > size) {
      const Body& last = bodies_.back();
      first_[slot_of(cell_of(last.p.x), cell_of(last.p.y))] = last.next;
      bodies_.pop_back();
    }
  }

  // Whether test(displacement, body) holds for a body in the cells around p; the displacement leads from its
  // center to p, or to an image of p.
  template <class Test>
  bool any_near(Vec3 p, Test&& test) const {
    if (!bounds_->wraps()) return any_near_image(p, test);
    const Vec3 inside = bounds_->wrapped(p);
    for (const double x : {-1.0, 0.0, 1.0}) {
      for (const double y : {-1.0, 0.0, 1.0}) {
        const Vec3 image = inside + Vec3{x * bounds_->size().x, y * bounds_->size().y, 0.0};
        if (is_near_world(image) && any_near_image(image, test)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t kFewest = 64;

  std::int64_t cell_of(double v) const {
    constexpr double kFarthest = 1e15;  // beyond, all are in one cell
    return static_cast<std::int64_t>(clamp(std::floor(v / cell_), -kFarthest, kFarthest));
  }
  // Multipliers of Teschner et al., Optimized Spatial Hashing for Collision Detection of Deformable Objects
  // (2003).
  std::size_t slot_of(std::int64_t column, std::int64_t row) const {
    const std::uint64_t hash =
        static_cast<std::uint64_t>(column) * 73856093u ^ static_cast<std::uint64_t>(row) * 19349663u;
    return static_cast<std::size_t>(hash) & (first_.size() - 1);
  }
  void link(std::uint32_t k) {
    std::uint32_t& first = first_[slot_of(cell_of(bodies_[k].p.x), cell_of(bodies_[k].p.y))];
    bodies_[k].next = first;
    first = k;
  }
  void grow() {
    first_.assign(2 * first_.size(), kNoIndex);
    for (std::uint32_t k = 0; k < bodies_.size(); ++k)
      link(k);
  }
  bool is_near_world(Vec3 p) const {
    return bounds_->min().x - cell_ <= p.x && p.x <= bounds_->max().x + cell_ &&
           bounds_->min().y - cell_ <= p.y && p.y <= bounds_->max().y + cell_;
  }
  template <class Test>
  bool any_near_image(Vec3 p, Test& test) const {
    const std::int64_t column = cell_of(p.x);
    const std::int64_t row = cell_of(p.y);
    for (std::int64_t x = column - 1; x <= column + 1; ++x) {
      for (std::int64_t y = row - 1; y <= row + 1; ++y) {
        for (std::uint32_t k = first_[slot_of(x, y)]; k != kNoIndex; k = bodies_[k].next)
          if (test(p - bodies_[k].p, bodies_[k])) return true;
      }
    }
    return false;
  }

  const Bounds* bounds_ = nullptr;
  double cell_ = 1.0;
  std::vector<Body> bodies_;
  std::vector<std::uint32_t> first_;  // by slot, a power of two; kNoIndex without
};

}  // namespace drover
