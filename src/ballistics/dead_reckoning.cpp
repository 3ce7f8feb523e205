#include "ballistics/dead_reckoning.h"

#include <cmath>

#include "core/det_math.h"

namespace drover {
namespace {

constexpr double kExponentialRate = 3.0;  // per T_c

bool snaps(const CorrectionRule& rule, Vec3 error) {
  return rule.curve == CorrectionCurve::snap || length2(error) > rule.snap_distance * rule.snap_distance;
}

}  // namespace

Vec3 estimated_position(const StateReport& report, double now, double max_speed) {
  const double age = now - report.time;
  if (!(age > 0.0)) return report.position;
  return report.position +
         clip(report.velocity * age + report.acceleration * (0.5 * age * age), max_speed * age);
}

Vec3 estimated_velocity(const StateReport& report, double now, double max_speed) {
  return clip(report.velocity + report.acceleration * (now - report.time), max_speed);
}

double error_share(CorrectionCurve curve, double u) {
  if (curve == CorrectionCurve::exponential) return det::exp(-kExponentialRate * u);
  if (curve == CorrectionCurve::snap || u >= 1.0) return 0.0;
  return curve == CorrectionCurve::linear ? 1.0 - u : 1.0 - u * u * (3.0 - 2.0 * u);
}

double error_share_rate(CorrectionCurve curve, double u) {
  if (curve == CorrectionCurve::exponential) return -kExponentialRate * det::exp(-kExponentialRate * u);
  if (curve == CorrectionCurve::snap || u >= 1.0) return 0.0;
  return curve == CorrectionCurve::linear ? -1.0 : -6.0 * u * (1.0 - u);
}

Vec3 shown_error(const CorrectionRule& rule, Vec3 error, double elapsed) {
  return snaps(rule, error) ? Vec3{} : error * error_share(rule.curve, elapsed / rule.time);
}

Vec3 shown_error_rate(const CorrectionRule& rule, Vec3 error, double elapsed) {
  return snaps(rule, error) ? Vec3{}
                            : error * (error_share_rate(rule.curve, elapsed / rule.time) / rule.time);
}

double first_order_error_bound(double max_acceleration, double age) {
  return max_acceleration * age * age / 2.0;
}

double second_order_error_bound(double max_jerk, double age) {
  return max_jerk * age * age * age / 6.0;
}

double shortest_report_interval(double threshold, double max_acceleration) {
  return std::sqrt(2.0 * threshold / max_acceleration);
}

}  // namespace drover
