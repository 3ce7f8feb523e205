// Up to which size an arbiter counts a request as none.
#pragma once

#include "core/angular.h"
#include "sim/definitions/kinds.h"

namespace drover {

// In the unit of the requests.
struct RequestThreshold {
  double linear;   // m/s^2 or m/s
  double angular;  // rad/s^2 or rad/s

  // Whether one of the parts of a request exceeds its limit.
  bool is_exceeded_by(const Request& request) const {
    return length(request.linear) > linear || turn_size(request.angular) > angular;
  }
};

}  // namespace drover
