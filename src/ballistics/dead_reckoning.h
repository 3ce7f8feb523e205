// What others believe of a remote agent or ball between reports of it, and how they correct it when a report
// comes: dead reckoning, named by Millington, AI for Games, 3rd ed., 3.5.5, and known from IEEE 1278.1
// (Distributed Interactive Simulation). The corrections are our own.
#pragma once

#include "core/enum_names.h"
#include "core/vec3.h"

namespace drover {

struct StateReport {
  double time = 0.0;  // when it was true [s]
  Vec3 position;
  Vec3 velocity;
  Vec3 acceleration;  // zero for an estimate of first order
};

// Where the sender should be by now: p + v A + a A^2 / 2 with the age A = now - time, but no farther from p
// than max_speed A.
Vec3 estimated_position(const StateReport& report, double now, double max_speed);
// Its velocity v + a A, at most max_speed.
Vec3 estimated_velocity(const StateReport& report, double now, double max_speed);

// snap: at once. linear: at an even rate. smooth: from rest to rest. exponential: for ever, fast at first.
DROVER_ENUM(CorrectionCurve, snap, linear, smooth, exponential)

struct CorrectionRule {
  CorrectionCurve curve = CorrectionCurve::linear;
  double time = 0.3;           // T_c, that a correction takes; for exponential, after which 5% are left [s]
  double snap_distance = 5.0;  // errors beyond snap [m]
};

// The share of an error that is still shown, at u = time since the report arrived / T_c:
//   linear 1 - u          smooth 1 - 3 u^2 + 2 u^3          both 0 from u = 1 on          exponential e^-3u
double error_share(CorrectionCurve curve, double u);
// Its derivative by u: times |e| / T_c the additional speed. At most 1, 1.5 and 3 in size.
double error_share_rate(CorrectionCurve curve, double u);

// What to add to the estimate `elapsed` [s] after a report arrived. The error e [m] is what was shown at that
// moment, a correction under way included, less the new estimate.
Vec3 shown_error(const CorrectionRule& rule, Vec3 error, double elapsed);
// And to its velocity.
Vec3 shown_error_rate(const CorrectionRule& rule, Vec3 error, double elapsed);

// How wrong an estimate of age A may be, by what it leaves out, integrated: a_max A^2 / 2 for the first order
// (acceleration [m/s^2]), j_max A^3 / 6 for the second (jerk [m/s^3]).
double first_order_error_bound(double max_acceleration, double age);
double second_order_error_bound(double max_jerk, double age);

// How long a sender waits at least that reports when its own estimate is off by a threshold [m]: the bound of
// the first order solved for the age, sqrt(2 threshold / a_max) [s].
double shortest_report_interval(double threshold, double max_acceleration);

}  // namespace drover
