// The formations of the last state: their anchors, their slots and the members on the way there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "sim/step/simulator.h"

namespace drover {

inline constexpr Color kFormationColor{106, 61, 154};

struct FormationPicture {
  struct Place {
    Vec3 slot;                             // [m]
    std::optional<Vec3> member = {};       // that fills it [m]; a formation where its members are on average
    bool is_blocked = false;               // the member would overlap a wall or an obstacle there
    std::optional<AgentIndex> agent = {};  // that member; none where it is a formation
  };
  std::string name;
  Vec3 anchor;  // [m]
  Vec3 heading;
  std::vector<Place> places;
};

// Those that have members in the present state.
std::vector<FormationPicture> formation_pictures(const Simulator& simulator);

// Open diamonds at slots, crossed out where they are blocked, lines from members to theirs, and an arrow at
// the anchor.
void draw_formations(SvgDocument& svg, const std::vector<FormationPicture>& formations,
                     const Projection& projection);

}  // namespace drover
