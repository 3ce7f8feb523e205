#include "sim/navigation/simplification.h"

#include <cmath>

namespace drover {

// Steps are compared with the first one of their run, so that no bend is made of many that are too small.
void drop_collinear(std::vector<Vec3>& points) {
  constexpr double kSameDirection = 1e-9;  // rad
  bool repeats = points.size() > 2;
  while (repeats) {
    const std::size_t count = points.size();
    std::size_t kept = 0;
    Vec3 run;  // the first step from the point kept last
    for (std::size_t k = 1; k < count; ++k) {
      const Vec3 step = points[k] - points[k - 1];
      if (step == Vec3{}) continue;
      const double sizes = length(run) * length(step);
      const bool goes_on = dot(run, step) > 0.0 && std::fabs(cross(run, step).z) <= kSameDirection * sizes;
      if (goes_on) continue;
      if (run != Vec3{}) points[++kept] = points[k - 1];
      run = step;
    }
    points[++kept] = points[count - 1];
    points.resize(kept + 1);
    repeats = points.size() < count && points.size() > 2;
  }
}

}  // namespace drover
