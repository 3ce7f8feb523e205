// What a behavior says of the jumps that it leads an agent to.
#pragma once

#include <cstdint>

#include "core/enum_names.h"

namespace drover {

// approach: to where the run-up begins. run_up: straight at the edge. airborne: from the step on in which the
// feet leave the ground. landed: on the pad. missed: elsewhere. failed: the jump cannot be done, or the
// run-up was given up too often.
DROVER_ENUM(JumpState, approach, run_up, airborne, landed, missed, failed)

// What came about in one step.
struct JumpEvents {
  bool takes_off = false;       // the feet leave the ground at the beginning of this step
  bool is_bad_takeoff = false;  // with a velocity from which the pad is missed, as far as is known
  bool is_aborted = false;      // the run-up was given up
  double takeoff_speed = 0.0;   // upwards [m/s]
  friend bool operator==(const JumpEvents&, const JumpEvents&) = default;
};

struct JumpReport {
  JumpState state = JumpState::approach;
  bool is_new = false;  // the state is another one than in the step before
  JumpEvents events = {};

  // Whether the jump alone says what the body does: in the run-up, whose line nothing may bend, and in the
  // air.
  bool has_control() const { return state == JumpState::run_up || state == JumpState::airborne; }
};

}  // namespace drover
