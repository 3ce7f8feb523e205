// How agents aim at a target: the keys of actions that fire or throw, and the direction that hits.
#pragma once

#include "ballistics/rebound.h"
#include "core/det_math.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/action_context.h"

namespace drover {

DROVER_ENUM(Arc, low, high, unblocked)
DROVER_ENUM(SpreadLaw, uniform, normal)
// How a ball that rolls gets to its target.
DROVER_ENUM(AimWay, straight, rebound, any)

struct AimKeys {
  Target target;
  Arc arc = Arc::low;
  AimWay aim = AimWay::straight;
  std::int64_t max_bounces = 1;
  bool lead = true;
  Parameter max_range;
  Parameter spread = 0.0;
  SpreadLaw spread_law = SpreadLaw::uniform;
  Parameter aim_height;
};

inline constexpr auto kAimFields = fields(
    field<&AimKeys::target>({.key = "target",
                             .doc = "What it aims at; of a group or an agent type, the nearest member.",
                             .required = true}),
    field<&AimKeys::arc>(
        {.key = "arc",
         .doc = "Of the two ways to hit: low, the one that arrives first; high, the steep one, which gets "
                "over walls; unblocked: the low one where no obstacle, wall or ground stands in its way, "
                "else the "
                "high one where nothing stands in that, else none. Without gravity there is no high one."}),
    field<&AimKeys::aim>(
        {.key = "aim",
         .doc =
             "Of balls in the plane. straight: it rolls right to the target. rebound: it gets to where the "
             "target is by way of walls; the way with the fewest bounces counts, then the shortest, on "
             "which no obstacle stands. any: the straight way where that is free, else by way of walls.",
         .in_space = false}),
    field<&AimKeys::max_bounces>({.key = "max_bounces",
                                  .range = closed(1, static_cast<double>(kMostRebounds)),
                                  .doc = "Off so many walls at most.",
                                  .in_space = false,
                                  .read_when = when("aim", "rebound, any")}),
    field<&AimKeys::lead>(
        {.key = "lead", .doc = "Whether it aims where a target that moves evenly will be."}),
    field<&AimKeys::max_range>({.key = "max_range",
                                .unit = "m",
                                .range = left_open(0, 1e6),
                                .doc = "At targets farther away it does nothing.",
                                .otherwise = "any distance"}),
    field<&AimKeys::spread>({.key = "spread",
                             .unit = "rad",
                             .range = closed(0, det::kPi),
                             .doc = "How far shots miss the direction of aim, to the side and in height."}),
    field<&AimKeys::spread_law>(
        {.key = "spread_law",
         .doc = "uniform: up to the spread to either side. normal: the spread is the standard deviation."}),
    field<&AimKeys::aim_height>({.key = "aim_height",
                                 .unit = "m",
                                 .range = closed(-1e3, 1e3),
                                 .doc = "How high over the position of the target it aims.",
                                 .otherwise = "0; on ground with heights two thirds of the body_height of an "
                                              "agent",
                                 .in_plane = false,
                                 .on_heights = true}));

// The height of the feet: agents stand on ground with heights by these [m].
double feet_of(const World& world, AgentIndex agent);

// Where the muzzle velocity has to lead to, and how that moves.
struct AimPoint {
  Vec3 place;                   // m
  Vec3 velocity;                // m/s
  AgentIndex agent = kNoIndex;  // the target, where it is one
};
// None where there is no target, or it is too far away.
std::optional<AimPoint> find_aim(const AimKeys& keys, const AgentView& view, AgentIndex agent);

// A shot or a throw before its direction is known.
struct AimedShot {
  const ProjectileType& type;
  double speed;  // relative to who lets it fly [m/s]
  AimPoint aim;
  Vec3 start;      // m
  Vec3 inherited;  // velocity [m/s]
};
// The unit direction of the muzzle velocity that hits; none where no direction does. In closed form where
// there is one, else by trial flights that go as those of the world do; balls of the plane roll.
std::optional<Vec3> aimed_direction(const AimKeys& keys, const AgentView& view, const AimedShot& shot);

// Turned to the side about the vertical, and up or down, by the spread.
Vec3 spread_direction(const AimKeys& keys, const AgentView& view, AgentIndex agent, Vec3 direction);

// What an aim cannot do in this world; `pointer` names the key of what it lets fly.
std::optional<Problem> check_aim(const AimKeys& keys, const Model& model, const ProjectileType& type,
                                 std::string_view pointer);

}  // namespace drover
