// How agents find their ways in the present state, for a picture: the cells of a grid that are blocked or
// dear, a field of distances, the graphs of waypoints, the cells that a search closes, and the ways that
// agents follow.
//
// What has to be planned for that is planned in a copy of the world: nothing of the run changes, its counters
// included.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/navigation/flow_field.h"
#include "sim/navigation/grid_map.h"
#include "sim/navigation/grid_search.h"
#include "sim/navigation/waypoint_graph.h"
#include "sim/step/simulator.h"

namespace drover {

struct GridPicture {
  std::string name;   // empty: of the grid that is made where the scenario declares none
  double room = 0.0;  // what bodies keep between their centers and what stands [m]
  GridMap map;
};

struct FieldPicture {
  std::string agent;  // who follows it
  GridMap map;
  FlowField field;
  bool shows_arrows = true;
  bool shows_contours = true;
};

struct GraphPicture {
  std::string name;
  WaypointGraph graph;
};

// The search of one agent for a way.
struct SearchPicture {
  std::string agent;
  SearchKind kind = SearchKind::astar;
  SearchStatus status = SearchStatus::ok;
  GridFrame frame;
  std::vector<CellIndex> expanded;  // in the order of closing
  double cost = 0.0;                // of the way over cells [m]
  std::vector<Vec3> way;            // from the agent on, each point as seen from the one before [m]
  bool shares_field = false;        // the agent itself follows a field that others share, without a search
};

struct WayPicture {
  std::uint32_t type = 0;    // index of the agent type
  std::vector<Vec3> points;  // from the agent on, each as seen from the one before [m]
  bool is_whole = true;      // false: it goes on beyond the last one, over points that are not known yet
  bool arrives = true;       // false: it ends where it is nearest to a place that no way leads to
};

struct NavigationPicture {
  std::optional<GridPicture> grid = {};
  std::optional<FieldPicture> field = {};
  std::vector<GraphPicture> graphs = {};
  std::optional<SearchPicture> search = {};
  std::vector<WayPicture> ways = {};
};

// Whether some agents of a model may follow fields of distances: by flow_field, or by go_to, where several
// agents may go to one place.
bool may_follow_fields(const Model& model);
// Whether some agents plan ways of their own, as by go_to.
bool plan_ways(const Model& model);

// The grid with this index for the smallest body of the agents, as it meets the ground.
GridPicture grid_picture(const Simulator& simulator, std::uint32_t grid, std::span<const AgentIndex> agents);

// The field that the first of the agents follows that follows one: present and in a mode in which it does, if
// there is such an agent.
std::optional<FieldPicture> field_picture(const Simulator& simulator, std::span<const AgentIndex> agents);

// All graphs, with the edges that the smallest body of the agents has room along.
std::vector<GraphPicture> graph_pictures(const Simulator& simulator, std::span<const AgentIndex> agents);

// The search for a way over a grid from where the agent is to its goal; nothing where it does not search.
std::optional<SearchPicture> search_picture(const Simulator& simulator, AgentIndex agent);

// The ways of those of the agents that follow one now.
std::vector<WayPicture> way_pictures(const Simulator& simulator, std::span<const AgentIndex> agents);

}  // namespace drover
