// The output filter: what a vehicle cannot do of a wanted acceleration is left out. Millington, AI for Games,
// 3rd ed., 3.8.1. The book warns that little or nothing may be left, and names the two remedies that are
// here: to scale what is left, and to drive and turn where nothing is left.
#pragma once

#include <optional>

#include "core/enum_names.h"
#include "vehicles/drive_order.h"
#include "vehicles/wheeled_driver.h"

namespace drover {

// What to do where nothing is left: nothing; drive forward and turn hard; search what the vehicle can do,
// which is for the caller.
DROVER_ENUM(ZeroFallback, none, drive_and_turn, capability)

struct OutputFilter {
  bool rescale = true;
  double max_rescale = 4.0;              // at least 1
  std::optional<double> zero_epsilon{};  // [m/s^2]; 0.01 accel without one
  ZeroFallback zero_fallback = ZeroFallback::drive_and_turn;
};

// A wanted acceleration a in the body's frame [m/s^2], with a turn rate [rad/s] if there is one.
struct FilterRequest {
  double forward = 0.0;
  double left = 0.0;
  std::optional<double> turn_rate{};
};

struct FilteredRequest {
  double acceleration = 0.0;  // along the heading [m/s^2]
  double turn_rate = 0.0;     // not limited yet, as that of a DriveOrder [rad/s]
  bool falls_back = false;    // nothing is left of the request; to be given to the next step
};

// The acceleration is a.h within what the vehicle can do at its signed speed: -brake to accel going forward,
// at rest -accel or, without a reverse gear, 0 to accel, and in reverse -accel to brake. The side part is
// dropped. The turn rate is the wanted one, or 3 bearing(a), of the same sign in reverse. Rescaled by at most
// max_rescale to the size of a, and limited again. Nothing is left where that is smaller than zero_epsilon
// and a is not: then full accel and full lock to the side of a, left for none. That goes on until 2 m/s: at
// the first moments of it a vehicle without a reverse gear would brake again, for ever.
FilteredRequest filter_output(const OutputFilter& filter, const WheeledLimits& limits, bool falls_back,
                              const FilterRequest& request, double speed);

// The order that does this in a step. A step that would cross rest ends there.
DriveOrder order_of(const FilteredRequest& filtered, double speed, double dt);

}  // namespace drover
