// Finds the area that agents can walk in from what stands in the way and from where they have been. Readers
// of trajectories want one polygon that contains every position.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "observe/dataset/walkable_area.h"

namespace drover {

// A ring, or a line.
struct Barrier {
  std::vector<Vec3> points = {};  // m; a ring is not closed by a repeated point
  bool is_ring = false;           // simple
  bool is_solid = false;          // of a ring: nobody is meant to be inside; else it is the border of a room
  std::uint32_t owner = 0;        // those of one owner appear and vanish together
  bool present = true;            // in the first frame
};

// From this frame on.
struct BarrierChange {
  std::int64_t frame = 0;
  std::uint32_t owner = 0;
  bool present = true;
};

struct WalkableGround {
  Extent bounds = {};                   // of the world; empty: it has none that readers see
  std::vector<Vec3> outline = {};       // given by the user instead of the bounds; may be empty
  std::vector<Barrier> barriers = {};   // in any order
  std::vector<std::string> notes = {};  // what they do not show, one sentence each
};

// The area from a frame on.
struct WalkableState {
  std::int64_t frame = 0;
  WalkableArea area = {};
};

class WalkableSurvey {
 public:
  explicit WalkableSurvey(WalkableGround ground) : ground_(std::move(ground)) {}

  void add(Vec3 position);

  // The ground is the outline or the rectangle of the bounds, widened where positions lie on its border or
  // beyond; without bounds it is the room that walls close around all positions, else a rectangle around
  // these. From it are taken solid rings and other rings that no position is inside of; what is outside of a
  // ring around all positions; and all other lines, as walls a millimeter thick. Of what is left the parts
  // with positions are the area. Lines that would part the positions are left out with a note, then obstacles
  // that do.
  //
  // By frame: a state for each combination of barriers that are present. Else one, of the barriers that are
  // present all the time. Ends with a note where positions lie outside.
  std::vector<WalkableState> states(std::span<const BarrierChange> changes, bool by_frame);
  const std::vector<std::string>& notes() const { return ground_.notes; }

 private:
  // What is shown of the barriers.
  enum class Shown { all, rings, inner_rings };
  // How a barrier counts, given where the agents have been.
  enum class Role { room, hole, line };
  struct Choice {
    WalkableArea base;
    Shown shown;
    WalkableArea area;  // of what is present all the time
  };

  void find_roles();
  WalkableArea base(bool is_wide) const;
  void widen_rim(WalkableArea& area) const;
  WalkableArea area_of(const std::vector<bool>& present, const WalkableArea& base, Shown shown) const;
  Choice choose(const std::vector<bool>& present);
  void add_states(std::span<const BarrierChange> changes, std::vector<bool> present, const Choice& choice,
                  std::vector<WalkableState>& states) const;
  void note_positions_outside(std::span<const WalkableState> states);

  WalkableGround ground_;
  Extent positions_;
  std::set<std::pair<std::int64_t, std::int64_t>> cells_;  // that have a place
  std::vector<Vec3> places_;                               // the first position in each cell
  std::vector<Role> roles_;                                // of the barriers
};

}  // namespace drover
