// What the numbers of a request are. A behavior answers, an arbiter combines and limits in one unit, that of
// the agent type; the actuator turns the result into the unit of the body.
#pragma once

#include <cstdint>
#include <string_view>

namespace drover {

enum class RequestUnit : std::uint8_t {
  acceleration,  // [m/s^2], with an angular acceleration [rad/s^2]
  velocity,      // [m/s], with an angular velocity [rad/s]
  // Of commands alone: x is a speed along the heading, negative backward [m/s], with a rate of turn [rad/s].
  drive,
};

constexpr std::string_view turn_unit(RequestUnit unit) {
  return unit == RequestUnit::acceleration ? "rad/s^2" : "rad/s";
}
constexpr std::string_view linear_unit(RequestUnit unit) {
  return unit == RequestUnit::acceleration ? "m/s^2" : "m/s";
}

}  // namespace drover
