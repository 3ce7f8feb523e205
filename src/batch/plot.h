// A metric over a parameter as an SVG picture: the mean of the replications of every point and its confidence
// interval.
#pragma once

#include <string>

#include "batch/collection.h"

namespace drover {

struct PlotRequest {
  std::string metric;     // "speed.mean"
  std::string parameter;  // the path along the x axis
  double confidence = 0.95;
};

// One line for each combination of the other parameters and the experiment. Values that are no numbers stand
// side by side in the order of the plan. Runs without the metric or the parameter are left out; empty where
// none is left.
std::string plot_svg(const Collection& collection, const PlotRequest& request);

}  // namespace drover
