// What bodies that are driven can do at their present speed, and how they are driven: their turning circles,
// the arcs by which their drivers decide, their controls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/picture_labels.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/state/world.h"
#include "vehicles/decision_arcs.h"

namespace drover {

struct LegendEntry;

// An agent whose body is driven, in the present state.
struct DrivenAgent {
  std::uint32_t number = 0;
  std::uint32_t type = 0;  // index of its agent type
  Vec3 position;           // m
  Vec3 heading;
  double speed = 0.0;   // along the heading, negative backward [m/s]
  double radius = 0.0;  // of the body [m]
};

// The two tightest circles through an agent at its speed, and where it comes to rest if it brakes.
struct TurningPicture : DrivenAgent {
  double circle = 0.0;               // radius [m]; 0: it turns on the spot
  std::array<Vec3, 2> centers = {};  // left and right [m]
  Vec3 stop = {};                    // m
};

struct ArcsPicture : DrivenAgent {
  DriverArcs driver;
};

struct ControlsPicture : DrivenAgent {
  std::optional<double> steer_angle;  // of the front wheel [rad]; nothing: none is steered
  std::string text = {};              // gear, tracks, and what of the other controls is not 0
};

// Whether agents of a type can have such pictures.
bool has_turning(const AgentType& type);
bool has_arcs(const AgentType& type);
bool has_controls(const AgentType& type);

// Of those agents that are present and can have them.
std::vector<TurningPicture> turning_pictures(const World& world, std::span<const AgentIndex> agents);
std::vector<ArcsPicture> arcs_pictures(const World& world, std::span<const AgentIndex> agents);
std::vector<ControlsPicture> controls_pictures(const World& world, std::span<const AgentIndex> agents);

// From above alone. `colors`: of the types.
// Thin circles, and a strong line to where the agent comes to rest.
void draw_turning(SvgDocument& svg, const std::vector<TurningPicture>& agents, const Projection& projection,
                  const std::vector<Color>& colors);
// The sector ahead, open outward as the driver goes to goals at any distance; the one behind ends with a
// border where he backs no farther.
void draw_arcs(SvgDocument& svg, const std::vector<ArcsPicture>& agents, const Projection& projection,
               const std::vector<Color>& colors);
// The front wheels as bars. The texts are labels.
void draw_controls(SvgDocument& svg, const std::vector<ControlsPicture>& agents,
                   const Projection& projection);
void label_controls(SvgDocument& svg, const std::vector<ControlsPicture>& agents,
                    const Projection& projection, const std::vector<Color>& colors, LabelPlacer& labels);

void add_legend(const std::vector<TurningPicture>& agents, std::vector<LegendEntry>& legend);
void add_legend(const std::vector<ArcsPicture>& agents, std::vector<LegendEntry>& legend);
void add_legend(const std::vector<ControlsPicture>& agents, std::vector<LegendEntry>& legend);

}  // namespace drover
