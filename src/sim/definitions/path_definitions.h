// What a scenario file says about paths: points in order, and how the path leads from one to the next.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/field.h"

namespace drover {

// One place of a path: a point, or the end of an arc that begins at the place before.
struct PathPointDef {
  std::optional<Vec3> at;
  bool corner = false;
  std::optional<Vec3> arc_to;
  std::optional<Vec3> center;
  bool cw = false;
  std::optional<Vec3> through;
  static const Table& table();

  bool is_arc() const { return arc_to.has_value(); }
  Vec3 place() const { return is_arc() ? *arc_to : *at; }
};

// How a path leads from one point to the next where no arc does.
DROVER_ENUM(PathCurve, polyline, catmull_rom)

struct PathDef {
  std::vector<PathPointDef> points;
  bool closed = false;
  PathCurve curve = PathCurve::polyline;
  double alpha = 0.5;
  double tolerance = 0.01;  // m
  double fillet = 0.0;      // m
  static const Table& table();

  bool is_curved() const;
};

// Points of a path without arcs and corners.
std::vector<PathPointDef> path_points(std::span<const Vec3> points);

// A part of a circle: the point at the angle t from its start is center + outward cos t + onward sin t.
struct CircularArc {
  Vec3 center;         // m
  Vec3 outward;        // from the center to where the arc begins [m]
  Vec3 onward;         // as long, and perpendicular to it
  double angle = 0.0;  // rad, in (0, 2 pi]

  double radius() const { return length(outward); }
  double arc_length() const { return radius() * angle; }
  Vec3 point_at(double t) const;
};

// The arc that leads from a place to an end of an arc. The two and its center or the point between determine
// one (check_path).
CircularArc arc_from(Vec3 start, const PathPointDef& end);

}  // namespace drover
