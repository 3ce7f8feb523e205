#include "vehicles/reeds_shepp.h"

#include <cmath>
#include <optional>
#include <string_view>

#include "core/det_math.h"

namespace drover {
namespace {

constexpr double kQuarter = 0.5 * det::kPi;

// The arcs t, u, v of a word [rad]; for a straight piece u is its way in radii.
struct RsParts {
  double t = 0.0;
  double u = 0.0;
  double v = 0.0;
};

// What the words are solved for: the turn phi and the vector D, by its length and direction, from the center
// of the first circle, (0, 1), to that of the last one.
//
// With h(psi) = (cos psi, sin psi) and e(psi) = (sin psi, -cos psi), the center of the right circle at a
// heading psi is 2 e(psi) from that of the left one. So a word is a sum of such steps, and of -u h or u h for
// a straight piece, at the headings where its pieces meet; the direction of e(psi) is psi - pi / 2. All start
// to the left.
struct RsProblem {
  double distance = 0.0;
  double direction = 0.0;
  double phi = 0.0;
};
using RsResult = std::optional<RsParts>;

RsResult rs_parts(double t, double u, double v) {
  return RsParts{arc_of_turn(t), larger(u, 0.0), arc_of_turn(v)};
}

// L+ S+ L+ (8.1): D = u h(t).
RsResult solve_csc_same(const RsProblem& p) {
  return rs_parts(p.direction, p.distance, p.phi - p.direction);
}

// L+ S+ R+ (8.2): D = u h(t) + 2 e(t).
RsResult solve_csc_other(const RsProblem& p) {
  const auto u = root_of_square(p.distance * p.distance - 4.0);
  if (!u) return std::nullopt;
  const double t = p.direction + det::atan2(2.0, *u);
  return rs_parts(t, *u, t - p.phi);
}

// L+ R- L+ and L+ R- L- (8.3, 8.4): D = 2 e(t) - 2 e(t + u) = -4 sin(u / 2) h(t + u / 2), u <= pi.
RsResult solve_ccc(const RsProblem& p, double last_sense) {
  if (p.distance > 4.0 + kTouching) return std::nullopt;
  const double u = 2.0 * det::asin(0.25 * p.distance);
  const double t = p.direction + det::kPi - 0.5 * u;
  return rs_parts(t, u, last_sense * (p.phi - t - u));
}
RsResult solve_c_cusp_c_cusp_c(const RsProblem& p) {
  return solve_ccc(p, 1.0);
}
RsResult solve_c_cusp_cc(const RsProblem& p) {
  return solve_ccc(p, -1.0);
}

// L+ R+ L- R- with equal arcs u between (8.7): D = 2 (e(t) - e(t - u) + e(t - 2 u)) = 2 (2 cos u - 1) e(t -
// u).
RsResult solve_cc_cusp_cc(const RsProblem& p) {
  const double cosine = 0.25 * (2.0 + p.distance);
  if (cosine > 1.0 + kTouching) return std::nullopt;
  const double u = det::acos(cosine);
  const double t = p.direction + kQuarter + u;
  return rs_parts(t, u, p.phi - t + 2.0 * u);
}

// L+ R- L- R+ with equal arcs u between (8.8): D = 2 (2 e(t) - e(t + u)), of which |D|^2 = 20 - 16 cos u. u
// is at most pi / 2: with longer ones the word is on no shortest curve.
RsResult solve_c_cusp_cc_cusp_c(const RsProblem& p) {
  const double cosine = (20.0 - p.distance * p.distance) / 16.0;
  if (cosine < -kTouching || cosine > 1.0 + kTouching) return std::nullopt;
  const double u = det::acos(cosine);
  const double t = p.direction + kQuarter + det::atan2(det::sin(u), 2.0 - cosine);
  return rs_parts(t, u, t - p.phi);
}

// L+ R- S- L- with a quarter turn to the right (8.9): D = 2 e(t) - 2 h(t) + u e(t).
RsResult solve_c_cusp_quarter_sc_same(const RsProblem& p) {
  const auto root = root_of_square(p.distance * p.distance - 4.0);
  if (!root || *root < 2.0 - kTouching) return std::nullopt;
  const double t = p.direction + kQuarter + det::atan2(2.0, *root);
  return rs_parts(t, *root - 2.0, t + kQuarter - p.phi);
}

// L+ R- S- R- (8.10): D = (2 + u) e(t).
RsResult solve_c_cusp_quarter_sc_other(const RsProblem& p) {
  if (p.distance < 2.0 - kTouching) return std::nullopt;
  const double t = p.direction + kQuarter;
  return rs_parts(t, p.distance - 2.0, p.phi - t - kQuarter);
}

// L+ R- S- L- R+ with two quarter turns (8.11): D = (4 + u) e(t) - 2 h(t).
RsResult solve_two_quarters(const RsProblem& p) {
  const auto root = root_of_square(p.distance * p.distance - 4.0);
  if (!root || *root < 4.0 - kTouching) return std::nullopt;
  const double t = p.direction + kQuarter + det::atan2(2.0, *root);
  return rs_parts(t, *root - 4.0, t - p.phi);
}

// The pieces of a base word. Which of its parts a piece has: t, u, v, or q, a quarter turn.
struct RsWord {
  RsResult (*solve)(const RsProblem&);
  std::string_view bends;   // of L, S, R
  std::string_view senses;  // of + and -
  std::string_view parts;   // of t, u, v, q
  bool reads_backward;      // and is another word then
};

constexpr std::array<RsWord, 9> kRsWords{{
    {solve_csc_same, "LSL", "+++", "tuv", false},
    {solve_csc_other, "LSR", "+++", "tuv", false},
    {solve_c_cusp_c_cusp_c, "LRL", "+-+", "tuv", false},
    {solve_c_cusp_cc, "LRL", "+--", "tuv", true},
    {solve_cc_cusp_cc, "LRLR", "++--", "tuuv", false},
    {solve_c_cusp_cc_cusp_c, "LRLR", "+--+", "tuuv", false},
    {solve_c_cusp_quarter_sc_same, "LRSL", "+---", "tquv", true},
    {solve_c_cusp_quarter_sc_other, "LRSR", "+---", "tquv", true},
    {solve_two_quarters, "LRSLR", "+---+", "tquqv", false},
}};

// One image of the base words: the goal that the base word is solved for, and what becomes of the solution.
struct RsImage {
  double sense = 1.0;  // -1: forward and backward exchanged
  double side = 1.0;   // -1: left and right exchanged
  bool from_end = false;
};

// A mirror image of the plane, x or y, turns angles over; both together turn the plane by pi, and angles
// stay. Read from the end, a curve goes from the goal to the start, backward; with senses exchanged as well,
// forward again.
CurveProblem image_of(const CurveProblem& given, const RsImage& image) {
  CurveProblem p = given;
  if (image.from_end) {
    const auto turn = det::sin_cos(p.phi);
    p = {p.x * turn.cos + p.y * turn.sin, p.x * turn.sin - p.y * turn.cos, p.phi};
  }
  return {image.sense * p.x, image.side * p.y, image.sense * image.side * p.phi};
}

RsProblem rs_problem(const CurveProblem& p, bool ends_left) {
  const auto end = det::sin_cos(p.phi);
  const Vec3 d = ends_left ? Vec3{p.x - end.sin, p.y - 1.0 + end.cos, 0.0}
                           : Vec3{p.x + end.sin, p.y - 1.0 - end.cos, 0.0};
  return {length(d), direction_of(d), p.phi};
}

double rs_part(const RsParts& parts, char name) {
  return name == 't' ? parts.t : name == 'u' ? parts.u : name == 'v' ? parts.v : kQuarter;
}

Curve rs_curve(const RsWord& word, const RsParts& parts, const RsImage& image, double radius) {
  Curve curve{.count = word.bends.size()};
  for (std::size_t i = 0; i < curve.count; ++i) {
    const double bend = word.bends[i] == 'L' ? 1.0 : word.bends[i] == 'R' ? -1.0 : 0.0;
    const double way = rs_part(parts, word.parts[i]) * radius;
    const double sense = word.senses[i] == '+' ? image.sense : -image.sense;
    curve.pieces[image.from_end ? curve.count - 1 - i : i] = {image.side * bend / radius, sense * way};
    curve.length += way;
  }
  return curve;
}

void add_images(CurveList<kReedsSheppWords>& list, const RsWord& word, const CurveProblem& given,
                bool from_end, double radius) {
  for (const double sense : {1.0, -1.0}) {
    for (const double side : {1.0, -1.0}) {
      const RsImage image{sense, side, from_end};
      const RsProblem problem = rs_problem(image_of(given, image), word.bends.back() == 'L');
      if (const RsResult parts = word.solve(problem)) list.add(rs_curve(word, *parts, image, radius));
    }
  }
}

}  // namespace

CurveList<kReedsSheppWords> reeds_shepp_curves(const PlanarPose& start, const PlanarPose& goal,
                                               double radius) {
  const CurveProblem given = curve_problem(start, goal, radius);
  CurveList<kReedsSheppWords> list;
  for (const RsWord& word : kRsWords) {
    add_images(list, word, given, false, radius);
    if (word.reads_backward) add_images(list, word, given, true, radius);
  }
  return list;
}

Curve reeds_shepp_curve(const PlanarPose& start, const PlanarPose& goal, double radius) {
  return reeds_shepp_curves(start, goal, radius).curves.front();
}

}  // namespace drover
