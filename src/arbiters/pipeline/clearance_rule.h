// How far from things the ways of a constraint keep, and how far beyond that a detour goes.
#pragma once

#include "arbiters/pipeline/corner_detour.h"
#include "arbiters/pipeline/parts.h"

namespace drover {

struct ClearanceRule {
  Parameter clearance;
  Parameter margin_factor = 1.1;

  // `beyond_body`: what is added to the radius of the agent where no clearance is given [m].
  DetourRoom room(const PartView& part, double beyond_body = 0.05) const {
    const double least = part.view.radius(part.agent) + beyond_body;
    return {part.view.value_or(clearance, part.agent, least), part.value(margin_factor)};
  }
};

inline constexpr Range kMarginFactorRange = closed(1, 100);
inline constexpr FieldInfo kMarginFactor = {
    .key = "margin_factor",
    .range = kMarginFactorRange,
    .doc =
        "A detour keeps this many times the distance that is wanted. From a distance d one detour round a "
        "circle of the radius R suffices where d >= R m / sqrt(m^2 - 1): 2.40 R for 1.1.",
    .original_default = "no value given (Millington)"};

inline constexpr auto kClearanceFields =
    fields(field<&ClearanceRule::clearance>({.key = "clearance",
                                             .unit = "m",
                                             .range = closed(0, 1e5),
                                             .doc = "How far from its surface the center of the agent stays.",
                                             .otherwise = "the radius of the agent and 0.05 m"}),
           field<&ClearanceRule::margin_factor>(kMarginFactor));

// A detour to the very rim: the way there cuts it again, and no number of detours clears it.
inline std::vector<Problem> margin_problems(const Parameter& factor) {
  if (factor.is_drawn() || factor.constant() > 1.0) return {};
  return {{.pointer = "/margin_factor",
           .message = "a detour to the rim itself keeps no clearance: the way to it comes too near again",
           .allowed = {"more than 1"},
           .severity = Severity::warning}};
}

}  // namespace drover
