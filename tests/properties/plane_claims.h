// What is claimed of scenes that are turned, mirrored or shifted.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "properties/same_motion.h"
#include "sim/definitions/definitions.h"

namespace drover::test {

enum class Claim {
  exact,     // no bit differs
  rounding,  // numbers differ by roundings, which chaos magnifies: compared for a few steps
  none,
};

// Of scenes that have something. Of several the weakest claim holds.
struct PlaneClaims {
  std::string_view scenes;
  bool (*have)(const ScenarioDef&);
  Claim quarter_turn, mirror, shift, any_turn;
  std::string_view why;  // not exact
};

// The first holds for all.
std::span<const PlaneClaims> plane_claims();
Claim claim_of(const ScenarioDef& def, Claim PlaneClaims::*motion);

// Whether agents find their way over cells.
bool finds_ways(const ScenarioDef& def);

// How a claim is tested; nothing is of none.
MovedRun run_of(Claim claim);

// The rows as they stand in the README of this folder.
std::string table_text();
// That README.
std::string readme_text();

}  // namespace drover::test
