// A metric over a parameter, or over another metric, as an SVG picture: the mean of the replications of every
// point and its confidence interval.
#pragma once

#include <string>

#include "batch/collection.h"

namespace drover {

struct PlotRequest {
  std::string metric;     // "speed.mean"
  std::string over;       // along the x axis: the path of a parameter, or a metric
  std::string unit = {};  // of the metric; may be empty
  std::string over_unit = {};
  double confidence = 0.95;
};

// Over a parameter: a line with a band for each combination of the other parameters and the experiment;
// values that are no numbers stand side by side in the order of the plan, with a bar for each of these. Over
// a metric: a mark with two bars for each point, in a color for each experiment. Runs without the metric or
// what it is drawn over are left out; empty where none is left.
std::string plot_svg(const Collection& collection, const PlotRequest& request);

}  // namespace drover
