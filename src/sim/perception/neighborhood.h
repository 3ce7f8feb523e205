// The neighborhood of an agent: the parameters shared by every behavior that perceives neighbors.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/det_math.h"
#include "core/field.h"
#include "sim/definitions/factor.h"

namespace drover {

class World;

// The field of view of an agent. Bourg and Seemann (AI for Game Developers, ch. 4) define wide and narrow by
// the slope of their edges in the frame of the body.
DROVER_ENUM(View, full, wide, limited, narrow, angle)

struct NeighborhoodDef {
  Parameter radius = 5.0;
  Parameter length_factor;
  std::optional<RampDef> radius_by;
  bool add_other_radius = true;
  Parameter min_radius;
  View view = View::full;
  Parameter fov = 1.5 * det::kPi;
  std::optional<RampDef> fov_by;
  Parameter near_radius = 0.0;
  Parameter back_factor = 1.0;
  Parameter front_factor = 1.0;
  Target neighbors;  // a group or a type; none: all agents
  bool same_type = false;
  bool walls_hide = false;
  std::optional<std::int64_t> max_neighbors;
  // Not a key: of a behavior that says itself how far it looks [m], without the others' radii, instead of by
  // radius or length_factor.
  double (*reach)(const void* params, const World& world, AgentIndex agent) = nullptr;
  const void* reach_params = nullptr;
};

inline constexpr auto kNeighborhoodFields = fields(
    field<&NeighborhoodDef::radius>({.key = "radius",
                                     .unit = "m",
                                     .range = left_open(0, 1e5),
                                     .doc = "How far an agent perceives others.",
                                     .original_default = "no value given (Buckland)"}),
    field<&NeighborhoodDef::length_factor>(
        {.key = "length_factor",
         .range = left_open(0, 1e5),
         .doc =
             "How far an agent perceives others, in lengths of its body (body_length), instead of in meters.",
         .otherwise = "radius counts",
         .original_default = "no value given (Bourg)",
         .body_lengths_of = "radius"}),
    field<&NeighborhoodDef::radius_by>(
        {.key = "radius_by",
         .doc = "A factor on how far an agent perceives others that follows a quantity.",
         .otherwise = "the radius does not change"}),
    field<&NeighborhoodDef::add_other_radius>(
        {.key = "add_other_radius",
         .doc = "Perceive another agent as soon as its body, not its center, is within the radius."}),
    field<&NeighborhoodDef::min_radius>(
        {.key = "min_radius",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "Agents nearer than this do not count: the neighborhood is a ring.",
         .otherwise = "it is a disc"}),
    field<&NeighborhoodDef::view>(
        {.key = "view",
         .doc =
             "What an agent sees around itself: full is everything, angle what lies within fov, limited "
             "the half plane ahead (and exactly abeam), wide all but a wedge behind, narrow a wedge ahead."}),
    field<&NeighborhoodDef::fov>({.key = "fov",
                                  .unit = "rad",
                                  .range = left_open(0, 2.0 * det::kPi),
                                  .doc = "Whole angle of view, with view angle.",
                                  .original_default = "270 degrees (Buckland)",
                                  .read_when = when("view", "angle")}),
    field<&NeighborhoodDef::fov_by>({.key = "fov_by",
                                     .doc = "A factor on fov that follows a quantity, up to a whole turn.",
                                     .otherwise = "fov does not change",
                                     .read_when = when("view", "angle")}),
    field<&NeighborhoodDef::near_radius>({.key = "near_radius",
                                          .unit = "m",
                                          .range = closed(0, 1e5),
                                          .doc = "Agents whose centers are nearer than this count whatever "
                                                 "the view, as in the boids of Reynolds.",
                                          .read_when = when("view", "limited, wide, narrow, angle")}),
    field<&NeighborhoodDef::back_factor>(
        {.key = "back_factor",
         .range = left_open(0, 1e6),
         .doc = "With view wide: the blind wedge behind reaches atan(back_factor) to either side.",
         .original_default = "no value given (Bourg)",
         .read_when = when("view", "wide")}),
    field<&NeighborhoodDef::front_factor>(
        {.key = "front_factor",
         .range = left_open(0, 1e6),
         .doc = "With view narrow: the wedge ahead reaches atan(front_factor) to either side.",
         .original_default = "no value given (Bourg)",
         .read_when = when("view", "narrow")}),
    field<&NeighborhoodDef::neighbors>({.key = "neighbors",
                                        .doc = "Only the agents of this group or agent type count.",
                                        .otherwise = "all agents"}),
    field<&NeighborhoodDef::same_type>(
        {.key = "same_type", .doc = "Only agents of the agent's own type count."}),
    field<&NeighborhoodDef::walls_hide>(
        {.key = "walls_hide",
         .doc = "Agents behind walls do not count: those with a wall across the straight line between the "
                "centers."}),
    field<&NeighborhoodDef::max_neighbors>(
        {.key = "max_neighbors",
         .range = closed(1, 1000000),
         .doc = "At most so many count: the nearest, and of equally near ones those with the lower number.",
         .otherwise = "no limit"}));

// The check of a table whose parameters have a neighborhood: a point or a single agent is no neighborhood.
template <class Def>
std::vector<Problem> check_neighborhood(const Def& def) {
  const NeighborhoodDef& neighborhood = def.neighborhood;
  std::vector<Problem> problems;
  const TargetType type = neighborhood.neighbors.type;
  if (type != TargetType::none && type != TargetType::group && type != TargetType::agent_type)
    problems.push_back(
        {"/neighbors", "\"neighbors\" must be a {\"group\": ...} or an {\"agent_type\": ...}"});
  if (auto problem = check_factor(neighborhood.radius_by, "radius_by"))
    problems.push_back(std::move(*problem));
  if (auto problem = check_factor(neighborhood.fov_by, "fov_by")) problems.push_back(std::move(*problem));
  return problems;
}

}  // namespace drover
