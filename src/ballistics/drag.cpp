#include "ballistics/drag.h"

#include <limits>

#include "core/det_math.h"

namespace drover {
namespace {

// sum (-x)^n / (n + 2)! for 0 <= x <= 1; the first term left out is below 1e-18.
double phi2_series(double x) {
  double sum = 0.0;
  for (int n = 17; n >= 0; --n)
    sum = (1.0 - x * sum) / (n + 2);
  return sum;
}

}  // namespace

DragPhi drag_phi(double x) {
  constexpr double kSeriesEnd = 1.0;  // beyond, no subtraction loses more than two bits
  DragPhi phi;
  if (x <= kSeriesEnd) {
    phi.phi2 = phi2_series(x);
    phi.phi1 = 1.0 - x * phi.phi2;
    phi.decay = 1.0 - x * phi.phi1;
  } else {
    phi.decay = det::exp(-x);
    phi.phi1 = (1.0 - phi.decay) / x;
    phi.phi2 = (1.0 - phi.phi1) / x;
  }
  return phi;
}

double decay_time(double k, double q) {
  const double x = k * q;
  if (x <= -1.0) return std::numeric_limits<double>::infinity();
  // ln(1 + x) = x ln(u) / (u - 1) for the double u next to 1 + x, which loses no digits of a small x (Kahan,
  // in Goldberg, "What every computer scientist should know about floating-point arithmetic", 1991, theorem
  // 4).
  const double u = 1.0 + x;
  return u == 1.0 ? q : q * det::log(u) / (u - 1.0);
}

std::optional<Vec3> LinearDrag::terminal_velocity() const {
  if (!(k > 0.0)) return std::nullopt;
  return gravity / k + wind;
}

double LinearDrag::reach(double speed) const {
  return k > 0.0 ? speed / k : std::numeric_limits<double>::infinity();
}

Vec3 position_under_drag(const LinearDrag& drag, Vec3 position, Vec3 velocity, double time) {
  const DragPhi phi = drag_phi(drag.k * time);
  return position + velocity * (time * phi.phi1) + drag.push() * (time * time * phi.phi2);
}

Vec3 velocity_under_drag(const LinearDrag& drag, Vec3 velocity, double time) {
  const DragPhi phi = drag_phi(drag.k * time);
  return velocity * phi.decay + drag.push() * (time * phi.phi1);
}

std::optional<double> apex_time(const LinearDrag& drag, double upward_velocity) {
  if (!(upward_velocity > 0.0)) return 0.0;
  const double pull = -drag.push().z;
  if (!(pull > 0.0)) return std::nullopt;
  return decay_time(drag.k, upward_velocity / pull);
}

}  // namespace drover
