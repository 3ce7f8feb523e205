// Ground that moves: where it is at each time of its clock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "sim/definitions/platform_definitions.h"
#include "sim/geometry/height_piece.h"

namespace drover {

class Platform {
 public:
  Platform(const PlatformDef& def, std::uint32_t region_index);

  std::uint32_t region() const { return region_; }  // index of the region that it is at the first keyframe
  WhenBlocked when_blocked() const { return when_blocked_; }
  // Of its top [m].
  double lowest() const;
  double highest() const;
  bool is_solid() const { return solid_; }
  // The mean time from any moment until it has brought somebody who waits for it where its top is at one
  // height to another one: the wait and the ride [s]. It stops where keyframes are within `tolerance` of a
  // height; nothing where it never does, or only once.
  std::optional<double> mean_trip(double from, double to, double tolerance) const;
  // Whether it moves in the plane, too.
  bool travels() const { return travels_; }

  // How far its region is from where it is declared [m], at a time of its clock [s].
  Vec3 shift_at(double clock) const;
  double top_at(double clock) const { return piece_from(clock, 0.0).height; }
  // How its top moves from a time of its clock on: up to the next keyframe, for `longest` at most [s].
  HeightPiece piece_from(double clock, double longest) const;

  std::uint32_t condition = kNoIndex;  // index in Model::conditions of what starts it; without: with the run
  Target watched;                      // by it

 private:
  struct Keyframe {
    double time;  // s
    Vec3 place;   // m; the height is that of the top
  };
  // A time between two keyframes; where one holds for ever, `to` is it too.
  struct Moment {
    const Keyframe& from;
    const Keyframe& to;
    double since;  // the first one [s]
    double span;   // between them; infinite where one holds for ever [s]
  };
  Moment moment_at(double clock) const;
  double period() const { return keyframes_.back().time - keyframes_.front().time; }

  std::vector<Keyframe> keyframes_;
  std::uint32_t region_;
  PlatformInterp interp_;
  bool loop_;
  bool solid_;
  WhenBlocked when_blocked_;
  bool travels_ = false;
};

}  // namespace drover
