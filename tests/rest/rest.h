// Who has arrived, stands: what is measured of a scene in the last of its time, and what is allowed.
#pragma once

#include <initializer_list>

#include "rest/stage.h"

namespace drover::test::rest {

inline constexpr double kUntil = 120.0;  // [s]
inline constexpr double kFrom = 90.0;    // the last half minute counts

// Runs the stage with each of the step lengths and names each row that fails in one line.
void expect_rest(const Stage& stage, std::initializer_list<double> step_lengths = {0.005, 0.02, 0.05});

}  // namespace drover::test::rest
