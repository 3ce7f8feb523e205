// Where a run measures: lines that count and regions.
#pragma once

#include <string>
#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/picture_labels.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/state/world.h"

namespace drover {

inline constexpr Color kMeasurementColor{200, 30, 100};

struct MeasurementPicture {
  std::string name;    // of the metric
  std::string region;  // a region of the world; empty: the line
  Vec3 from, to;       // m
};

// Lines, with an arrow in the direction that counts as plus, and the borders of regions.
void draw_measurements(SvgDocument& svg, const World& scene,
                       const std::vector<MeasurementPicture>& measurements, const Projection& projection);

// The names of lines; those of regions stand in them anyway.
void label_measurements(SvgDocument& svg, const std::vector<MeasurementPicture>& measurements,
                        const Projection& projection, LabelPlacer& labels);

}  // namespace drover
