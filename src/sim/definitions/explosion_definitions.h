// What a scenario file says about an explosion: of a projectile, or by an event.
#pragma once

#include <vector>

#include "ballistics/blast.h"
#include "core/field.h"
#include "sim/definitions/counter_definitions.h"

namespace drover {

struct ExplosionDef {
  double radius = 5.0;
  double momentum = 5.0;
  Falloff falloff = Falloff::linear;
  double core = 1.0;
  double up = 0.0;
  bool blocked = true;
  std::vector<EffectDef> effects;
  static const Table& table();
};

inline constexpr auto kExplosionFields = fields(
    field<&ExplosionDef::radius>({.key = "radius",
                                  .unit = "m",
                                  .range = left_open(0, 1e4),
                                  .doc = "Bodies with a border this near to its center are pushed away."}),
    field<&ExplosionDef::momentum>(
        {.key = "momentum",
         .unit = "N s",
         .range = closed(0, 1e9),
         .doc = "What a body at its center gets: its velocity changes by momentum / mass, away from the "
                "center. The default is for bodies of 1 kg."}),
    field<&ExplosionDef::falloff>(
        {.key = "falloff",
         .doc = "How that decreases with the distance d from the center to the border of a body. linear: 1 - "
                "d / radius; quadratic: the square of that; inverse_square: (core / d)^2, at most 1."}),
    field<&ExplosionDef::core>({.key = "core",
                                .unit = "m",
                                .range = left_open(0, 1e4),
                                .doc = "Up to here a body gets all of it.",
                                .read_when = when("falloff", "inverse_square")}),
    field<&ExplosionDef::up>({.key = "up",
                              .range = kFraction,
                              .doc = "Share of the push that lifts bodies off the ground.",
                              .only_on_heights = true}),
    field<&ExplosionDef::blocked>(
        {.key = "blocked", .doc = "Whether an obstacle or a wall between shields a body from it."}),
    field<&ExplosionDef::effects>({.key = "effects",
                                   .doc = "What it does to the counters of the agents that it reaches: "
                                          "\"add\" times the share of the blast "
                                          "that reaches them, or \"set\".",
                                   .otherwise = "nothing"}));

}  // namespace drover
