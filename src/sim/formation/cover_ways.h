// How far covers are from the anchor of a formation: along the way over the navigation grid, or straight.
#pragma once

#include <span>
#include <vector>

#include "sim/navigation/field_builder.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/state/world.h"

namespace drover {

// What it knows follows from the cell of the anchor and from which shapes are present, and is found anew when
// one of them changes: the lengths of all ways at once, that of a cover when it is asked for.
class CoverWays {
 public:
  void reserve(const Model& model);

  // The distances of some covers of a formation from its anchor, infinite for those that no way leads to [m].
  // `widest` is the member for whose body the ways have to be wide enough.
  void find_distances(const World& world, std::uint32_t formation, AgentIndex widest,
                      std::span<const std::size_t> covers, std::vector<double>& distances);

 private:
  struct Known {
    const GridMap* map = nullptr;
    double room = 0.0;  // m
    double version = 0.0;
    CellIndex cell = kNoCell;
    FlowField field;
    // By cover [m]: infinite without a way, 0 where it is straight, negative where nobody asked yet.
    std::vector<double> ways;
  };

  void update(const World& world, std::uint32_t formation, AgentIndex widest, NavigationLayer& layer,
              Known& known);
  static double find_way(const World& world, const NavigationLayer& layer, const Known& known,
                         AgentIndex widest, Vec3 cover);

  std::vector<Known> known_;
  FieldBuilder builder_;
};

}  // namespace drover
