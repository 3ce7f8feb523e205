// Whom an agent perceives (catalogue section 4): the keys shared by every behavior that looks at its
// neighbors.
#pragma once

#include <array>

#include "core/field.h"

namespace drover {

struct NeighborhoodDef {
  Quantity radius = 5.0;
  bool add_other_radius = true;
  Target neighbors;  // a group or a type; none: everybody
};

inline constexpr auto kNeighborhoodFields =
    fields(field<&NeighborhoodDef::radius>({.key = "radius",
                                            .unit = "m",
                                            .range = left_open(0, 1e5),
                                            .doc = "How far an agent perceives others.",
                                            .seed = "a parameter without a value (S0)"}),
           field<&NeighborhoodDef::add_other_radius>(
               {.key = "add_other_radius",
                .doc = "Perceive another agent as soon as its body, not its center, is within the radius."}),
           field<&NeighborhoodDef::neighbors>({.key = "neighbors",
                                               .doc = "Only the agents of this group or agent type count.",
                                               .otherwise = "all agents"}));

}  // namespace drover
