// Where agents came and where formations look: the trails that the state keeps because somebody follows them,
// and what formations sweep for passages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/formation/passage_sweep.h"
#include "sim/step/simulator.h"

namespace drover {

struct LegendEntry;

struct KeptTrailPicture {
  std::string name;               // of its agent or formation
  std::uint32_t type = kNoIndex;  // of its agent; none of the anchor of a formation
  std::vector<Vec3> points = {};  // from the oldest to the agent [m]
};

struct SweepPicture : PassageSweep {
  std::string name;  // of the formation
};

// Those of the present state that lead somewhere.
std::vector<KeptTrailPicture> kept_trail_pictures(const Simulator& simulator);
// Of the formations that have members, in the pattern that they have now.
std::vector<SweepPicture> sweep_pictures(const Simulator& simulator);

// Thin dotted lines. `colors`: of the types.
void draw_kept_trails(SvgDocument& svg, const std::vector<KeptTrailPicture>& trails, const Bounds& bounds,
                      const Projection& projection, const std::vector<Color>& colors);
// Bands as wide as the formations, through which one sees.
void draw_sweeps(SvgDocument& svg, const std::vector<SweepPicture>& sweeps, const Bounds& bounds,
                 const Projection& projection);

void add_legend(const std::vector<KeptTrailPicture>& trails, std::vector<LegendEntry>& legend);
void add_legend(const std::vector<SweepPicture>& sweeps, std::vector<LegendEntry>& legend);

}  // namespace drover
