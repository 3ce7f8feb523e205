#include "ballistics/dead_reckoning.h"

#include <limits>

#include "ballistics/vectors.h"

namespace drover::dead_reckoning_test {
namespace {

using namespace test;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kCurves = {CorrectionCurve::snap, CorrectionCurve::linear, CorrectionCurve::smooth,
                          CorrectionCurve::exponential};

// On a circle of 5 m at 3 m/s, so at an acceleration of 1.8 m/s^2 and a jerk of 1.08 m/s^3.
struct Circle {
  static Vec3 position(double t) { return {5 * std::cos(0.6 * t), 5 * std::sin(0.6 * t), 0}; }
  static StateReport report(int order) {
    return {0, {5, 0, 0}, {0, 3, 0}, order == 2 ? Vec3{-1.8, 0, 0} : Vec3{}};
  }
  static double error(int order, double age) {
    return length(position(age) - estimated_position(report(order), age, kInfinity));
  }
};

TEST(DeadReckoning, OnACircleErrsAsInTheWorkedExamples) {
  EXPECT_NEAR(Circle::error(1, 0.2), 0.035986, 5e-7);
  EXPECT_NEAR(Circle::error(1, 0.5), 0.224438, 5e-7);
  EXPECT_NEAR(Circle::error(1, 1.0), 0.891036, 5e-7);
  EXPECT_NEAR(Circle::error(2, 0.5), 0.022462, 5e-7);
  EXPECT_NEAR(Circle::error(2, 1.0), 0.178789, 5e-7);
}

TEST(DeadReckoning, NeverErrsBeyondItsBounds) {
  EXPECT_NEAR(first_order_error_bound(1.8, 0.2), 0.036, 1e-15);
  EXPECT_NEAR(first_order_error_bound(1.8, 0.5), 0.225, 1e-15);
  EXPECT_NEAR(first_order_error_bound(1.8, 1.0), 0.9, 1e-15);
  EXPECT_NEAR(second_order_error_bound(1.08, 0.5), 0.0225, 1e-15);
  EXPECT_NEAR(second_order_error_bound(1.08, 1.0), 0.18, 1e-15);
  for (double age = 0.05; age < 3.0; age += 0.05) {
    EXPECT_LE(Circle::error(1, age), first_order_error_bound(1.8, age));
    EXPECT_LE(Circle::error(2, age), second_order_error_bound(1.08, age));
  }
}

TEST(DeadReckoning, ReportsNoSoonerThanTheThresholdAllows) {
  EXPECT_NEAR(shortest_report_interval(0.2, 1.8), 0.471405, 5e-7);
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (Circle::error(1, middle) < 0.2 ? low : high) = middle;
  }
  EXPECT_NEAR(high, 0.471930, 5e-7);
}

TEST(DeadReckoning, GoesNoFasterThanTheMaximum) {
  const StateReport report{10, {1, 2, 3}, {3, 0, 0}, {0, 100, 0}};
  EXPECT_NEAR(length(estimated_position(report, 12, 4) - report.position), 8.0, 1e-14);
  EXPECT_NEAR(length(estimated_velocity(report, 12, 4)), 4.0, 1e-14);
  EXPECT_EQ(estimated_position(report, 10, 4), report.position);
  EXPECT_EQ(estimated_position(report, 10, kInfinity), report.position);
  EXPECT_EQ(estimated_velocity(report, 10, kInfinity), report.velocity);
}

TEST(Correction, ShowsTheErrorsOfTheWorkedExamples) {
  struct Case {
    CorrectionCurve curve;
    double quarter, half, end, fastest;
  };
  for (const Case& c :
       {Case{CorrectionCurve::linear, 0.45, 0.3, 0, 2}, Case{CorrectionCurve::smooth, 0.50625, 0.3, 0, 3},
        Case{CorrectionCurve::exponential, 0.283420, 0.133878, 0.029872, 6}}) {
    const CorrectionRule rule{c.curve, 0.3, 5};
    const auto shown = [&](double u) { return shown_error(rule, {0.6, 0, 0}, 0.3 * u).x; };
    EXPECT_NEAR(shown(0), 0.6, 1e-15);
    EXPECT_NEAR(shown(0.25), c.quarter, 5e-7);
    EXPECT_NEAR(shown(0.5), c.half, 5e-7);
    EXPECT_NEAR(shown(1), c.end, 5e-7);
    double fastest = 0.0;
    for (double u = 0; u < 1; u += 0.01)
      fastest = larger(fastest, -shown_error_rate(rule, {0.6, 0, 0}, 0.3 * u).x);
    EXPECT_NEAR(fastest, c.fastest, 1e-3);
  }
}

TEST(Correction, RatesAreTheDerivatives) {
  for (const CorrectionCurve curve : kCurves) {
    for (double u = 0.05; u < 2.0; u += 0.1) {
      const double step = 1e-6;
      const double slope = (error_share(curve, u + step) - error_share(curve, u - step)) / (2 * step);
      EXPECT_NEAR(error_share_rate(curve, u), slope, 1e-8);
    }
  }
}

TEST(Correction, SnapsAtOnceAndWhereTheErrorIsLarge) {
  EXPECT_EQ(shown_error({CorrectionCurve::snap, 0.3, 5}, {1, 0, 0}, 0.0), (Vec3{}));
  EXPECT_EQ(shown_error({CorrectionCurve::linear, 0.3, 5}, {5, 0, 0}, 0.0), (Vec3{5, 0, 0}));
  EXPECT_EQ(shown_error({CorrectionCurve::linear, 0.3, 5}, {5.01, 0, 0}, 0.0), (Vec3{}));
  EXPECT_EQ(shown_error_rate({CorrectionCurve::linear, 0.3, 5}, {5.01, 0, 0}, 0.0), (Vec3{}));
}

TEST(Correction, WithoutAnErrorShowsTheSameBits) {
  const Vec3 estimate{0.1, -0.7, 1e-20};
  for (const CorrectionCurve curve : kCurves)
    for (const double elapsed : {0.0, 0.1, 0.3, 5.0})
      EXPECT_EQ(estimate + shown_error({curve, 0.3, 5}, Vec3{}, elapsed), estimate);
}

}  // namespace
}  // namespace drover::dead_reckoning_test
