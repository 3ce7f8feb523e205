// The nearest projectile of a type, for any number of agents that ask: where there are many, one tree per
// type and state instead of a look at all of them for every agent. The answers are the same.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/geometry/point_tree.h"
#include "sim/state/once_per_state.h"
#include "sim/state/projectile_columns.h"

namespace drover {

// The projectiles of one state.
struct ProjectileState {
  const ProjectileColumns& columns;
  std::uint32_t count;  // of rows that are used
  const Bounds& bounds;
  bool is_spatial;  // else they are seen from above
};

class ProjectileSearch {
 public:
  // `types`: how many types of projectiles there are.
  explicit ProjectileSearch(std::size_t types) : types_(std::make_unique<OfType[]>(types)), count_(types) {}
  // A copy starts without what the other has found.
  ProjectileSearch(const ProjectileSearch& other) : ProjectileSearch(other.count_) {}
  ProjectileSearch& operator=(const ProjectileSearch& other) {
    return *this = ProjectileSearch(other.count_);
  }
  ProjectileSearch(ProjectileSearch&&) = default;
  ProjectileSearch& operator=(ProjectileSearch&&) = default;

  std::size_t size() const { return count_; }

  // Nothing changes the state from here on until it is said to.
  void begin_state() {
    ++state_;
    shares_ = true;
  }
  void state_changes() { shares_ = false; }

  // The row of the projectile of a type that is nearest to p, of equally near ones the lowest; without
  // `except`. kNoIndex: there is none.
  std::uint32_t nearest(std::uint32_t type, const ProjectileState& projectiles, Vec3 p,
                        std::uint32_t except) const;

 private:
  struct OfType {
    OncePerState once;
    std::vector<std::uint32_t> rows;
    PointTree tree;
  };

  std::unique_ptr<OfType[]> types_;
  std::size_t count_ = 0;
  std::uint64_t state_ = 0;
  bool shares_ = false;
};

}  // namespace drover
