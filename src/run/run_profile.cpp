#include "run/run_profile.h"

#include <string>

#include <nlohmann/json.hpp>

namespace drover {

double ratio(double a, double b) {
  return b > 0.0 ? a / b : 0.0;
}

std::vector<RunProfile::Part> RunProfile::parts() const {
  std::vector<Part> all;
  for (std::size_t k = 0; k < kPhaseNames.size(); ++k)
    all.push_back({kPhaseNames[k], steps.phase(static_cast<Phase>(k)).total()});
  all.push_back({"metrics", metrics});
  all.push_back({"trace", trace});
  return all;
}

double RunProfile::seconds() const {
  double sum = 0.0;
  for (const Part& part : parts())
    sum += part.seconds;
  return sum;
}

nlohmann::ordered_json RunProfile::to_json(const WorkCounters& counters) const {
  const auto agent_steps = static_cast<double>(counters.agent_steps);
  nlohmann::ordered_json out = {{"seconds", seconds()}};
  for (const Part& part : parts()) {
    out["parts"][std::string(part.name)] = {{"seconds", part.seconds},
                                            {"share", ratio(part.seconds, seconds())},
                                            {"ns_per_agent_step", ratio(part.seconds * 1e9, agent_steps)}};
  }
  return out;
}

}  // namespace drover
