// What flew: the ways of projectiles and balls, and where they ended.
#pragma once

#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "observe/record/flights.h"

namespace drover {

struct LegendEntry;

// The part of a view that also shows the flights, as far as they are near it; arcs may be higher than the
// world is wide.
Rectangle with_flights(const Rectangle& part, const Flights& flights, Viewpoint view);

// Thin lines in the colors of their types, else of those who fired. `colors`: of the agent types.
void draw_flights(SvgDocument& svg, const Flights& flights, const Bounds& bounds,
                  const Projection& projection, const std::vector<Color>& colors);
// Stars where agents were hit, dots where flights ended otherwise, discs where projectiles and balls are at
// the end, and the reach of explosions, of those by events too.
void draw_flight_ends(SvgDocument& svg, const Flights& flights, const Bounds& bounds,
                      const Projection& projection, const std::vector<Color>& colors);

// `agent_types`: their names are said where several types fire one kind of projectile.
void add_legend(const Flights& flights, const std::vector<TrailType>& agent_types,
                const std::vector<Color>& colors, std::vector<LegendEntry>& legend);

}  // namespace drover
