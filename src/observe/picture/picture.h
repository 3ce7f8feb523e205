// A run as one picture: the world, the trails of its agents, and their last positions. Self-contained SVG.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "observe/picture/motion_map.h"
#include "observe/picture/navigation_pictures.h"
#include "observe/picture/picture_aims.h"
#include "observe/picture/picture_driving.h"
#include "observe/picture/picture_formations.h"
#include "observe/picture/picture_projectiles.h"
#include "observe/picture/picture_tracks.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/world_display.h"
#include "observe/record/trails.h"
#include "sim/state/world.h"

namespace drover {

// What the picture says about the run besides drawing it.
struct PictureInfo {
  std::string title;                        // empty: the scenario's name
  std::string scenario;                     // its name
  std::vector<std::string> overrides = {};  // what was changed of the scenario for this run
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> final_hash;
  std::int64_t steps = 0;          // of the run up to what is shown last
  double duration = 0.0;           // the same [s]
  double from = 0.0;               // where the trails begin [s]
  std::string version;             // of drover
  std::vector<std::string> notes;  // shown as they are
};

struct PictureOptions {
  double width = 1000.0;              // px; at least 480
  double max_height = 900.0;          // of the drawn world [px]; tall worlds become narrow
  std::vector<Viewpoint> views = {};  // a panel for each; empty: default_views()
  bool trails = true;
  bool labels = true;                 // of obstacles, paths, regions and named agents
  std::vector<AgentAims> aims = {};   // of chosen agents in the last state
  std::vector<AgentAims> shown = {};  // where others believe agents in the last state, a point each
  std::vector<FormationPicture> formations = {};
  std::vector<KeptTrailPicture> kept_trails = {};
  std::vector<SweepPicture> sweeps = {};
  std::vector<TurningPicture> turning = {};
  std::vector<ArcsPicture> arcs = {};
  std::vector<ControlsPicture> controls = {};
  std::vector<MeasurementPicture> measurements = {};
  Flights flights = {};
  NavigationPicture navigation = {};
  std::optional<MapOptions> map = {};  // instead of the agents, unless there are trails
  bool modes = false;                  // trails have the colors of modes
};

// From above, in space also from the side.
std::vector<Viewpoint> default_views(const World& scene);

// The same arguments give the same bytes. The scene gives bounds, obstacles, walls, paths and regions; agents
// come from the trails alone.
std::string draw_svg(const World& scene, const Trails& trails, const PictureInfo& info,
                     const PictureOptions& options = {});

}  // namespace drover
