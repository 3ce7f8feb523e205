// The grids and fields that agents of a world share. They follow from the model and from which shapes are
// present: they are made when somebody first asks and change no answer, so they are neither hashed nor saved.
// Any number of threads may ask.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "sim/geometry/ground.h"
#include "sim/geometry/static_shapes.h"
#include "sim/navigation/navigation_model.h"
#include "sim/navigation/waypoint_graph.h"

namespace drover {

struct NavigationCounters;
class NavigationLayer;
class UnfinishedSearches;
struct WayScratch;

// Where ways are looked for: parts of a world, which outlive the call they are passed to.
struct NavigationWorld {
  const Statics& statics;
  std::span<const Region> regions;
  StaticPresence presence;
  std::uint64_t tick;
};

class Navigation {
 public:
  Navigation();
  // A copy begins with nothing.
  Navigation(const Navigation&) : Navigation() {}
  Navigation& operator=(const Navigation&) { return *this = Navigation(); }
  Navigation(Navigation&&) noexcept;
  Navigation& operator=(Navigation&&) noexcept;
  ~Navigation();

  // A state begins: grids learn which shapes are present now, and fields that were not used for long go.
  // Nobody may ask meanwhile.
  void begin_state(const NavigationWorld& world, const NavigationModel& model);

  // What was known about crowds does not hold any more: the agents are elsewhere.
  void forget_crowds();

  // The layer of a grid for a body of this radius that meets these solids of the ground (kNoIndex: none).
  NavigationLayer& layer(const NavigationWorld& world, const NavigationModel& model, std::uint32_t grid,
                         double radius, std::uint32_t solids);

  // A graph with the edges along which a body of this radius has room now, and that it can jump over.
  const WaypointGraph& graph(const NavigationWorld& world, const NavigationModel& model, std::uint32_t graph,
                             double radius, std::uint32_t solids, const JumpAbility& ability);

  // Which shapes are present, as a number: ways that were planned under another one may lead through a door
  // that is closed now.
  double version() const;

  // Borrows memory for a search.
  std::unique_ptr<WayScratch> borrow();
  void give_back(std::unique_ptr<WayScratch> scratch);

  UnfinishedSearches& unfinished_searches();
  NavigationCounters& counters();

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace drover
