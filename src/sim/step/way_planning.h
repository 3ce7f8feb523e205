// Ways over grids for the agents of a world.
#pragma once

#include <cstdint>
#include <span>

#include "sim/navigation/navigation_layer.h"
#include "sim/navigation/simplification.h"
#include "sim/state/world.h"
#include "sim/step/agent_view.h"

namespace drover {

// Where a way leads.
struct WayEnd {
  Vec3 position;                    // as seen from the agent: beyond the edge where that is nearer [m]
  std::uint32_t region = kNoIndex;  // any place in it will do

  // The center of its cell: the same for ends that a grid does not tell apart [m].
  Vec3 cell_center(const NavigationLayer& layer, const Bounds& bounds) const;
};

// What an agent goes to that is found.
WayEnd way_end(const AgentView& view, const Target& target, const TargetState& seen, AgentIndex agent);

// Whether several agents may go to where this one goes: then one field of distances can serve all of them. It
// looks at the agents of a world; to be asked when a way is planned, not in every step.
bool is_end_shared(const World& world, const Target& target, AgentIndex agent);

// What of a search over cells is done in this step.
struct SearchPortion {
  std::uint32_t expansions = 0;    // at most; 0: all there are
  std::uint64_t spent = 0;         // expansions in the steps before
  const void* behavior = nullptr;  // whose search it is: its parameters
};

struct WayOptions {
  GridSearchOptions search;
  SearchPortion portion;
  bool shares_field = false;  // the end is shared: the way goes down a field of distances
  Simplification simplification = Simplification::line_of_sight;
  double corner_room = 0.0;        // by how much points are moved off corners, where there is room [m]
  std::uint32_t graph = kNoIndex;  // index of a graph that the way leads over, instead of cells
  bool jumps = false;              // over edges that are jumped over, too
};

struct PlannedWay {
  SearchStatus status = SearchStatus::no_free_cell;
  std::span<const Vec3> points;  // from the beginning on, each as seen from the one before [m]
  std::uint32_t expansions = 0;  // in this step

  bool arrives() const { return status == SearchStatus::ok || status == SearchStatus::trivial; }
};

// What an agent looks for over cells.
struct WayQuery {
  NavigationLayer* layer = nullptr;
  const FlowField* field = nullptr;  // it follows this one as it is; without it, a way:
  WayEnd end = {};
  WayOptions options = {};
};

// Whether a body of the layer's room can go straight, and it is neither dearer there than where it begins nor
// against the direction of the ground.
bool can_go_straight(const World& world, const NavigationLayer& layer, AgentIndex agent, Vec3 from, Vec3 to);

// The same for a body of this room, however dear the ground is [m].
bool has_clear_way(const World& world, const NavigationLayer& layer, AgentIndex agent, Vec3 from, Vec3 to,
                   double room);

// Whether a leg of a way is so short that its nearest image stays the same one while an agent follows it: in
// a world that wraps.
bool is_short_leg(const Bounds& bounds, Vec3 leg);

// The free cell nearest to a point, of those that are in sight of it if some are; kNoCell where none is free.
CellIndex free_cell_near(const World& world, const NavigationLayer& layer, AgentIndex agent, Vec3 p);

// Whether something may stand between the center of a free cell and points in it; in small cells nothing can.
bool may_hide_center(const NavigationLayer& layer, CellIndex cell);

// A way for the agent from a point; without one to the end, to the reachable cell nearest to it. The points
// are in the scratch.
PlannedWay plan_way(const World& world, NavigationLayer& layer, AgentIndex agent, Vec3 from,
                    const WayEnd& end, const WayOptions& options, WayScratch& scratch);

}  // namespace drover
