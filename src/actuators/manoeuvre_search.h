// What gets a driven body nearest to its goal, found by trying out what the body can do. Millington, AI for
// Games, 3rd ed., 3.8.2 ("Capability-sensitive steering": to consider each possible manoeuvre); the
// candidates and their score are drover's own.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "sim/step/actuator_context.h"

namespace drover {

struct ManoeuvreSearch {
  double horizon = 1.0;        // how far ahead it tries out what it could do [s]
  double period = 0.1;         // for so long it holds on to what it has chosen [s]
  PerceptionHandle perceived;  // a list of those it is not to touch
};

// Of those it is not to touch, where the scenario does not say who they are.
NeighborhoodDef manoeuvre_neighborhood();

// What is remembered of each agent: the manoeuvre, counted from 1, and the tick until which it holds on to
// it; 0 and 0 before the first.
inline constexpr std::array<std::string_view, 2> kManoeuvreMemory = {"manoeuvre", "manoeuvre_until"};

// The manoeuvre that gets nearest to where the wanted velocity [m/s] leads: one of throttle backward, none
// and forward with the steering wheel right, straight and left. Never faster than wanted; comes to rest where
// that is wanted.
DriveCommand manoeuvre(const ManoeuvreSearch& search, const ActuatorContext& context, AgentIndex agent,
                       Vec3 wanted_velocity, std::span<double> memory);

}  // namespace drover
