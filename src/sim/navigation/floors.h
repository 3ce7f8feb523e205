// Where ways lead over ground with heights: on foot, and with platforms, which bring feet from each of their
// heights to each other one. How long that takes edges of graphs know alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/geometry/ground.h"
#include "sim/geometry/region.h"

namespace drover {

// A region in which a platform goes between two heights [m].
struct LiftSpan {
  std::uint32_t region = 0;  // its index
  double low = 0.0, high = 0.0;
};

// What bodies that find their ways can do [m].
struct WalkingHeights {
  bool exist = false;  // where the ground has heights
  std::vector<LiftSpan> lifts = {};
  double step = 0.0;   // that they go up or down on foot
  double body = 0.0;   // the height of the tallest
  bool falls = false;  // they jump down from where the ground ends: the way leads one way
};

class Floors {
 public:
  Floors(const Ground& ground, std::span<const Region> regions, const WalkingHeights& heights)
      : ground_(ground), regions_(regions), heights_(heights) {}

  // Whether feet can go straight from one of the floors at a place.
  bool lead_along(Vec3 from, Vec3 way) const;
  // The same from the floor that these feet stand on or are over [m], to one of a height, within a step;
  // without it to any.
  bool lead_along(Vec3 from, double feet, Vec3 way, std::optional<double> end) const;
  // The floor under them; nothing in solid ground.
  std::optional<double> floor_under(Vec3 p, double feet) const;

 private:
  struct Place {
    std::optional<double> floor;  // the highest that is no more than a step above the feet
    bool is_blocked = false;
    bool is_drop = false;  // the floor is more than a step below the feet
  };
  Place place_at(Vec3 from, Vec3 p, double feet) const;
  // A straight way, looked at in pieces.
  struct Line {
    Vec3 from, way;
    int pieces;
    std::optional<double> end = {};  // the height of the floor that it is to lead to
    Vec3 point(int k) const { return from + way * (static_cast<double>(k) / pieces); }
  };
  static int pieces_of(Vec3 way);
  bool lead_on(const Line& line, int k, double feet) const;
  bool lead_out_of(const LiftSpan& lift, const Line& line, int k) const;
  const LiftSpan* lift_at(Vec3 p) const;

  const Ground& ground_;
  std::span<const Region> regions_;
  const WalkingHeights& heights_;
};

}  // namespace drover
