// The keys of those who move as people do: of the actuator of bodies, and of that of the pipeline. The laws
// are in vehicles/human_walker.h.
#pragma once

#include "core/det_math.h"
#include "sim/definitions/plain_table.h"

namespace drover {

struct WalkingKeys {
  Parameter acceleration = 6.0;
  Parameter side_speed = 1.5;
  Parameter back_speed = 1.2;
  Parameter step_radius = 0.6;
  Parameter slow_speed = 0.3;
  Parameter spot_turn_rate = 2.0 * det::kPi;
  Parameter moving_turn_rate = 2.0;
};

inline constexpr Range kWalkingRange = left_open(0, 100);  // of speeds and of rates of turn

inline constexpr auto kWalkingFields = fields(
    field<&WalkingKeys::acceleration>({.key = "acceleration",
                                       .unit = "m/s^2",
                                       .range = left_open(0, 1e4),
                                       .doc = "How fast the speed follows the one that is wanted."}),
    field<&WalkingKeys::side_speed>({.key = "side_speed",
                                     .unit = "m/s",
                                     .range = kWalkingRange,
                                     .doc = "Greatest speed of steps aside."}),
    field<&WalkingKeys::back_speed>(
        {.key = "back_speed", .unit = "m/s", .range = kWalkingRange, .doc = "Greatest speed of steps back."}),
    field<&WalkingKeys::step_radius>(
        {.key = "step_radius",
         .unit = "m",
         .range = closed(0, 1e3),
         .doc = "Goals so near are stepped to, in any direction, without turning."}),
    field<&WalkingKeys::slow_speed>({.key = "slow_speed",
                                     .unit = "m/s",
                                     .range = kWalkingRange,
                                     .doc = "Up to this speed it stands, and turns on the spot."}),
    field<&WalkingKeys::spot_turn_rate>({.key = "spot_turn_rate",
                                         .unit = "rad/s",
                                         .range = kWalkingRange,
                                         .doc = "How fast it turns on the spot."}),
    field<&WalkingKeys::moving_turn_rate>({.key = "moving_turn_rate",
                                           .unit = "rad/s",
                                           .range = kWalkingRange,
                                           .doc = "How fast it turns walking."}));

}  // namespace drover
