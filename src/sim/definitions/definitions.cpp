// The field tables of the scenario's own objects; see core/field.h. `drover explain scenario` prints them.
#include "sim/definitions/definitions.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/erased.h"
#include "core/quaternion.h"
#include "sim/definitions/factor.h"
#include "sim/definitions/kinds.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

// Limits that keep every sum, cell index and step count representable; see the README for how they were
// chosen.
inline constexpr Range kCount = closed(1, 1000000);
inline constexpr Range kDt = closed(1e-6, 1.0);
inline constexpr Range kRadius = closed(1e-3, 1e4);

constexpr auto kNonPenetrationFields = fields(
    field<&NonPenetrationDef::enabled>(
        {.key = "enabled", .doc = "Push overlapping agents apart after every step."}),
    field<&NonPenetrationDef::iterations>({.key = "iterations",
                                           .range = closed(1, 64),
                                           .doc = "Passes per step; dense crowds need more than one."}),
    field<&NonPenetrationDef::relaxation>(
        {.key = "relaxation",
         .range = left_open(0, 1),
         .doc = "Part of the overlap one pass removes; 0.5 suits dense packs."}),
    field<&NonPenetrationDef::weighting>(
        {.key = "weighting", .doc = "Move both agents alike, or the lighter one more (mass)."}),
    field<&NonPenetrationDef::obstacles>(
        {.key = "obstacles", .doc = "Agents do not enter obstacles: they slide along them."}),
    field<&NonPenetrationDef::walls>(
        {.key = "walls", .doc = "Agents do not pass walls: they slide along them."}));

constexpr auto kPartitionFields = fields(
    field<&PartitionDef::enabled>({.key = "enabled",
                                   .doc = "Search neighbors, obstacles and walls through cells; false looks "
                                          "at all. Results are the same bits."}),
    field<&PartitionDef::cells_x>({.key = "cells_x",
                                   .range = closed(1, 100000),
                                   .doc = "Cells along x.",
                                   .otherwise = "chosen from cell_size"}),
    field<&PartitionDef::cells_y>({.key = "cells_y",
                                   .range = closed(1, 100000),
                                   .doc = "Cells along y.",
                                   .otherwise = "chosen from cell_size",
                                   .original_default = "7 x 7 cells (Buckland)"}),
    field<&PartitionDef::cell_size>({.key = "cell_size",
                                     .unit = "m",
                                     .range = closed(0, 1e6),
                                     .doc = "Side of a cell; 0 chooses it from the perception radii."}));

constexpr auto kSimulationFields = fields(
    field<&SimulationDef::dt>({.key = "dt", .unit = "s", .range = kDt, .doc = "Length of a step."}),
    field<&SimulationDef::duration>({.key = "duration",
                                     .unit = "s",
                                     .range = kNotNegative,
                                     .doc = "Length of a run; duration / dt steps, rounded."}),
    field<&SimulationDef::partition>({.key = "partition", .doc = "Cells of the neighbor search."}),
    field<&SimulationDef::non_penetration>(
        {.key = "non_penetration", .doc = "Resolution of overlaps after agents moved."}),
    field<&SimulationDef::max_projectiles>(
        {.key = "max_projectiles",
         .range = closed(1, 1'000'000),
         .doc = "How many projectiles there may be at a time; shots beyond are not fired, and counted. "
                "Memory is taken for all of them."}));

constexpr auto kBoundsFields = fields(
    field<&BoundsDef::min>({.key = "min",
                            .unit = "m",
                            .doc = "Lower left corner; in space with the lowest height.",
                            .required = true}),
    field<&BoundsDef::max>({.key = "max",
                            .unit = "m",
                            .doc = "Upper right corner; in space with the greatest height. Without heights "
                                   "the bounds hold along x and y alone.",
                            .required = true}),
    field<&BoundsDef::edge>({.key = "edge",
                             .doc = "What the edge does: open lets agents out, wrap brings them in on the "
                                    "other side (a torus, distances "
                                    "too), reflect bounces them, clamp stops them."}));

std::vector<Problem> check_bounds(const BoundsDef& bounds) {
  const bool has_heights = bounds.min.z != 0.0 || bounds.max.z != 0.0;
  if (bounds.min.x < bounds.max.x && bounds.min.y < bounds.max.y &&
      (!has_heights || bounds.min.z < bounds.max.z))
    return {};
  return {{"/max", "every number of \"max\" must be greater than the one in \"min\""}};
}

constexpr auto kWallFields = fields(
    field<&WallDef::id>(
        {.key = "id", .doc = "Name for targets, pictures and messages.", .otherwise = "no name"}),
    field<&WallDef::points>({.key = "points",
                             .unit = "m",
                             .doc = "Two points for a segment, more for a polyline. In space the corners of "
                                    "triangles.",
                             .required = true}),
    field<&WallDef::triangles>({.key = "triangles",
                                .doc = "The triangles of a wall in space, each by the indices of its corners "
                                       "among the points, from 0. They have no inside: both sides stop and "
                                       "hide.",
                                .otherwise = "none",
                                .in_plane = false}),
    field<&WallDef::closed>({.key = "closed", .doc = "Join the last point to the first.", .in_space = false}),
    field<&WallDef::solid>(
        {.key = "solid",
         .doc = "The inside of the closed wall belongs to it, as of a pillar: a body inside is in contact "
                "and is pushed out. false: the wall is hollow, as of a room.",
         .in_space = false}),
    field<&WallDef::present>({.key = "present",
                              .doc = "Whether it is there from the start. An event shape lets it appear or "
                                     "vanish, like a door."}));

bool is_index(double number, std::size_t count) {
  return number >= 0.0 && number < static_cast<double>(count) && std::floor(number) == number;
}

std::vector<Problem> check_triangle(const WallDef& wall, std::size_t k) {
  constexpr double kLeastHeight = 1e-6;  // over the longest side [m]
  const auto& corners = wall.triangles[k];
  const std::string pointer = fmt::format("/triangles/{}", k);
  if (!std::ranges::all_of(corners, [&](double corner) { return is_index(corner, wall.points.size()); })) {
    return {{.pointer = pointer,
             .message = "a triangle has the indices of three points",
             .found = fmt::format("[{}, {}, {}]", corners[0], corners[1], corners[2]),
             .allowed = {fmt::format("0 to {}", static_cast<std::int64_t>(wall.points.size()) - 1)}}};
  }
  const auto side = [&](std::size_t from, std::size_t to) {
    return wall.points[static_cast<std::size_t>(corners[to])] -
           wall.points[static_cast<std::size_t>(corners[from])];
  };
  const double longest = larger(length(side(0, 1)), larger(length(side(1, 2)), length(side(2, 0))));
  if (length(cross(side(0, 1), side(0, 2))) >= kLeastHeight * longest && longest > 0.0) return {};
  return {{pointer, "the corners of the triangle lie on one line"}};
}

std::vector<Problem> check_wall(const WallDef& wall) {
  for (std::size_t k = 0; k < wall.triangles.size(); ++k)
    if (std::vector<Problem> problems = check_triangle(wall, k); !problems.empty()) return problems;
  if (!wall.solid || wall.closed) return {};
  return {{"/solid", "only a wall with \"closed\": true can be solid"}};
}

constexpr auto kRegionFields = fields(
    field<&RegionDef::center>(
        {.key = "center", .unit = "m", .doc = "Center of a disc, or ball.", .otherwise = "not a disc"}),
    field<&RegionDef::radius>(
        {.key = "radius", .unit = "m", .range = kRadius, .doc = "Radius of a disc, or ball."}),
    field<&RegionDef::min>({.key = "min",
                            .unit = "m",
                            .doc = "Lower left corner of a rectangle; of a box with the lowest height.",
                            .otherwise = "not a rectangle"}),
    field<&RegionDef::max>({.key = "max",
                            .unit = "m",
                            .doc = "Upper right corner of a rectangle; of a box with the greatest height. "
                                   "In space what lies over and under a rectangle without heights.",
                            .otherwise = "not a rectangle"}),
    field<&RegionDef::points>({.key = "points",
                               .unit = "m",
                               .doc = "Corners of a polygon, in order, seen from above.",
                               .otherwise = "not a polygon",
                               .is_planar = true}),
    field<&RegionDef::bottom>({.key = "bottom",
                               .unit = "m",
                               .range = closed(-1e6, 1e6),
                               .doc = "Least height of what lies over the polygon or the rectangle. On "
                                      "ground with heights: of the feet of agents that are in the region, "
                                      "for conditions, goals and metrics; ground, behaviors and placements "
                                      "see it from above.",
                               .otherwise = "unlimited",
                               .in_plane = false,
                               .on_heights = true}),
    field<&RegionDef::top>({.key = "top",
                            .unit = "m",
                            .range = closed(-1e6, 1e6),
                            .doc = "Greatest height of it.",
                            .otherwise = "unlimited",
                            .in_plane = false,
                            .on_heights = true}));

std::vector<Problem> check_region(const RegionDef& region) {
  const bool rectangle = region.min.has_value() || region.max.has_value();
  const int shapes = int{region.center.has_value()} + int{rectangle} + int{!region.points.empty()};
  if (shapes != 1) {
    return {{"", "a region has either \"center\" and \"radius\", or \"min\" and \"max\", or \"points\""}};
  }
  // It is never absent: its default stands in every resolved scenario.
  if (!region.center && region.radius != RegionDef().radius) {
    return {{.pointer = "/radius",
             .message = "the region has several shapes: \"radius\" is for discs, which have a \"center\"",
             .allowed = {"\"center\" and \"radius\"", "\"min\" and \"max\"", "\"points\""}}};
  }
  if (rectangle && !(region.min && region.max)) return {{"", "a rectangle needs \"min\" and \"max\""}};
  if (rectangle && !(region.min->x < region.max->x && region.min->y < region.max->y)) {
    return {{"/max", "every number of \"max\" must be greater than the one in \"min\""}};
  }
  if (rectangle && (region.min->z != 0.0 || region.max->z != 0.0) && !(region.min->z < region.max->z))
    return {{"/max", "the height of \"max\" must be greater than the one of \"min\""}};
  for (const auto& [key, height] : {std::pair("bottom", &region.bottom), std::pair("top", &region.top)}) {
    if (!height->is_present()) continue;
    if (region.center || (rectangle && region.min->z < region.max->z))
      return {
          {fmt::format("/{}", key),
           fmt::format("\"{}\" is for regions with \"points\", and for rectangles without heights", key)}};
    if (height->is_drawn()) return {{fmt::format("/{}", key), "the height of a region is a number"}};
  }
  if (region.bottom.is_present() && region.top.is_present() &&
      !(region.bottom.constant() < region.top.constant()))
    return {{"/top", "\"top\" must be greater than \"bottom\""}};
  if (!region.points.empty() && region.points.size() < 3) {
    return {{"/points", "a polygon needs at least three points"}};
  }
  return {};
}

constexpr auto kWorldFields = fields(
    field<&WorldDef::dimensions>(
        {.key = "dimensions",
         .range = closed(2, 3),
         .doc = "2: agents move in the plane. 2.5: they stand upright on ground with heights. 3: they move "
                "and turn in space, and vectors have three numbers; z is 0 where there are only two."}),
    field<&WorldDef::bounds>(
        {.key = "bounds", .doc = "The rectangle agents live in, or the box.", .otherwise = "unlimited"}),
    field<&WorldDef::obstacles>(
        {.key = "obstacles",
         .doc = "Circles or balls, boxes, capsules and polygons agents can avoid and hide behind."}),
    field<&WorldDef::walls>(
        {.key = "walls", .doc = "Wall segments and polylines, in space surfaces of triangles."}),
    field<&WorldDef::paths>({.key = "paths", .doc = "Named polylines and curves to follow."}),
    field<&WorldDef::regions>(
        {.key = "regions",
         .doc = "Named parts of the plane to stay in, or to notice. One with the name walkable is "
                "the outline of the walkable area in datasets."}),
    field<&WorldDef::ground>({.key = "ground",
                              .doc = "What the ground of regions does to agents: slow them, carry them, "
                                     "keep them out, let them go one way; and how high it is.",
                              .in_space = false}),
    field<&WorldDef::gravity>(
        {.key = "gravity",
         .unit = "m/s^2",
         .range = closed(0, 1e3),
         .doc = "How fast falls get faster. 0: nobody falls, and who leaves a ledge keeps the height.",
         .only_on_heights = true}),
    field<&WorldDef::step_height>(
        {.key = "step_height",
         .unit = "m",
         .range = closed(0, 1e2),
         .doc = "How far the feet go up or down in a step of the walk. A higher rise holds a body back as a "
                "wall does, and beyond a deeper drop it falls.",
         .only_on_heights = true}),
    field<&WorldDef::platforms>({.key = "platforms",
                                 .doc = "Ground that moves, such as lifts, and carries who stands on it.",
                                 .only_on_heights = true}),
    field<&WorldDef::wind>({.key = "wind",
                            .doc = "Air that moves. Drag is relative to it, of projectiles alone; winds that "
                                   "overlap are added."}),
    field<&WorldDef::wells>({.key = "wells", .doc = "Points that attract or repel projectiles."}));

std::vector<Problem> check_world_table(const WorldDef& world) {
  if (std::ranges::count(kDimensions, world.dimensions) == 1) return {};
  return {{.pointer = "/dimensions",
           .message = "there is no such number of dimensions",
           .allowed = {"2", "2.5", "3"}}};
}

std::vector<Problem> check_agent_type(const AgentTypeDef& type) {
  struct Factor {
    std::string_view key;
    const std::optional<RampDef>& factor;
    bool has_effect;
    std::string_view needs;
  };
  const Factor factors[] = {
      {"max_speed_by", type.max_speed_by, true, ""},
      {"preferred_speed_by", type.preferred_speed_by, true, ""},
      {"max_force_by", type.max_force_by, type.max_force.is_present(), "max_force"},
      {"max_acceleration_by", type.max_acceleration_by,
       type.max_acceleration.is_present() || !type.max_force.is_present(), "max_acceleration"},
      {"max_turn_rate_by", type.max_turn_rate_by, type.max_turn_rate.is_present(), "max_turn_rate"},
      {"gravity_scale_by", type.gravity_scale_by, type.gravity_scale > 0.0, "gravity_scale"},
      {"jump_speed_by", type.jump_speed_by, true, ""},
  };
  std::vector<Problem> problems;
  for (const Factor& each : factors) {
    if (each.factor && !each.has_effect) {
      problems.push_back(
          {.pointer = fmt::format("/{}", each.key),
           .message = fmt::format("\"{}\" has no effect without \"{}\"", each.key, each.needs)});
    } else if (auto problem = check_factor(each.factor, each.key)) {
      problems.push_back(std::move(*problem));
    }
  }
  return problems;
}

constexpr auto kAgentTypeFields = fields(
    field<&AgentTypeDef::extends>(
        {.key = "extends",
         .doc =
             "Another type whose keys this one starts from; objects are merged key by key, lists and modes "
             "replaced.",
         .otherwise = "none"}),
    field<&AgentTypeDef::color>({.key = "color",
                                 .doc = "Color in pictures: a name of CSS, such as teal, or #rrggbb.",
                                 .otherwise = "from a palette"}),
    field<&AgentTypeDef::radius>(
        {.key = "radius", .unit = "m", .range = closed(1e-3, 1e3), .doc = "Radius of the body."}),
    field<&AgentTypeDef::mass>({.key = "mass", .unit = "kg", .range = left_open(0, 1e9), .doc = "Mass."}),
    field<&AgentTypeDef::max_speed>(
        {.key = "max_speed", .unit = "m/s", .range = left_open(0, 1e4), .doc = "Greatest speed."}),
    field<&AgentTypeDef::max_force>({.key = "max_force",
                                     .unit = "N",
                                     .range = left_open(0, 1e12),
                                     .doc = "Greatest force; acceleration is at most max_force / mass.",
                                     .otherwise = "no limit beside max_acceleration"}),
    field<&AgentTypeDef::max_acceleration>({.key = "max_acceleration",
                                            .unit = "m/s^2",
                                            .range = left_open(0, 1e6),
                                            .doc = "Greatest acceleration.",
                                            .otherwise = "max_force / mass, or 6 without max_force"}),
    field<&AgentTypeDef::max_turn_rate>({.key = "max_turn_rate",
                                         .unit = "rad/s",
                                         .range = left_open(0, 1e4),
                                         .doc = "Greatest rate at which the heading turns.",
                                         .otherwise = "no limit; pi where a behavior turns the body"}),
    field<&AgentTypeDef::max_angular_acceleration>(
        {.key = "max_angular_acceleration",
         .unit = "rad/s^2",
         .range = left_open(0, 1e6),
         .doc = "Greatest rate at which a body that turns on purpose changes its rate of turn."}),
    field<&AgentTypeDef::decide_every>(
        {.key = "decide_every",
         .unit = "s",
         .range = closed(0, 60),
         .doc = "The time between two decisions: behaviors, conditions and transitions are asked as often, "
                "and in every step in which an event, a goal or a mode concerns the agent. In between what "
                "was chosen is held, while actuators and bodies go on. 0: they are asked in every step."}),
    field<&AgentTypeDef::decide_phase>(
        {.key = "decide_phase",
         .doc = "spread: in each step other agents decide, as their numbers say; together: all in the same "
                "step.",
         .read_when = when("decide_every", kGiven)}),
    field<&AgentTypeDef::body_length>({.key = "body_length",
                                       .unit = "m",
                                       .range = closed(1e-3, 1e3),
                                       .doc = "Length of the body: the unit of keys whose names end in "
                                              "length_factor or threshold_factor. Contacts and distances "
                                              "follow the radius alone.",
                                       .otherwise = "twice the radius"}),
    field<&AgentTypeDef::max_speed_by>(
        {.key = "max_speed_by",
         .doc = "A factor on max_speed that follows a quantity. A faster agent slows down within a step.",
         .otherwise = "max_speed does not change"}),
    field<&AgentTypeDef::preferred_speed>(
        {.key = "preferred_speed",
         .unit = "m/s",
         .range = left_open(0, 1e4),
         .doc = "The speed that behaviors ask for where they ask for full speed; at most max_speed, which "
                "stays what the body can do.",
         .otherwise = "max_speed"}),
    field<&AgentTypeDef::preferred_speed_by>(
        {.key = "preferred_speed_by",
         .doc = "A factor on preferred_speed, or on max_speed without, that follows a quantity.",
         .otherwise = "preferred_speed does not change"}),
    field<&AgentTypeDef::max_force_by>({.key = "max_force_by",
                                        .doc = "A factor on max_force that follows a quantity.",
                                        .otherwise = "max_force does not change"}),
    field<&AgentTypeDef::max_acceleration_by>({.key = "max_acceleration_by",
                                               .doc = "A factor on max_acceleration that follows a quantity.",
                                               .otherwise = "max_acceleration does not change"}),
    field<&AgentTypeDef::max_turn_rate_by>({.key = "max_turn_rate_by",
                                            .doc = "A factor on max_turn_rate that follows a quantity.",
                                            .otherwise = "max_turn_rate does not change"}),
    field<&AgentTypeDef::immovable>(
        {.key = "immovable",
         .doc = "non_penetration never moves the body; what overlaps it yields alone. Keyframes of the "
                "scripted locomotion make a body immovable, too."}),
    field<&AgentTypeDef::heading_samples>(
        {.key = "heading_samples",
         .range = closed(1, 100),
         .doc = "Headings averaged for the trace column smoothed_heading; the motion does not change."}),
    field<&AgentTypeDef::gravity_scale>({.key = "gravity_scale",
                                         .range = closed(0, 1e2),
                                         .doc = "A factor on the gravity of the world.",
                                         .only_on_heights = true}),
    field<&AgentTypeDef::jump_speed>({.key = "jump_speed",
                                      .unit = "m/s",
                                      .range = left_open(0, 1e3),
                                      .doc = "How fast the feet rise when the agent jumps.",
                                      .only_on_heights = true}),
    field<&AgentTypeDef::gravity_scale_by>({.key = "gravity_scale_by",
                                            .doc = "A factor on gravity_scale that follows a quantity.",
                                            .otherwise = "gravity_scale does not change",
                                            .only_on_heights = true}),
    field<&AgentTypeDef::jump_speed_by>(
        {.key = "jump_speed_by",
         .doc = "A factor on jump_speed that follows a quantity, such as what the agent carries.",
         .otherwise = "jump_speed does not change",
         .only_on_heights = true}),
    field<&AgentTypeDef::air_drag>(
        {.key = "air_drag",
         .unit = "1/s",
         .range = closed(0, 1e2),
         .doc = "How strongly air brakes the body while it jumps or falls: a rate, by which its velocity "
                "decays.",
         .only_on_heights = true}),
    field<&AgentTypeDef::body_height>(
        {.key = "body_height",
         .unit = "m",
         .range = left_open(0, 1e3),
         .doc =
             "Height of the body: bodies touch where the heights of their feet differ by less than that of "
             "the lower one, and it fits under ground that is so high above its feet.",
         .only_on_heights = true}),
    field<&AgentTypeDef::actuator>(
        {.key = "actuator", .doc = "What of a request reaches the body, and in which form."}),
    field<&AgentTypeDef::locomotion>({.key = "locomotion", .doc = "How the body moves."}),
    field<&AgentTypeDef::steering>({.key = "steering", .doc = "The behaviors and how they are combined."}),
    field<&AgentTypeDef::actions>(
        {.key = "actions",
         .doc = "What the agents do beside moving, such as to fire. Those of a mode come after these."}),
    field<&AgentTypeDef::hands>({.key = "hands",
                                 .doc = "Makes the agents catch balls that come within their reach, and hold "
                                        "them, one at a time.",
                                 .otherwise = "they catch none"}),
    field<&AgentTypeDef::dead_reckoning>(
        {.key = "dead_reckoning",
         .doc =
             "Makes others know the agents by reports only: behaviors and actions with a target aim at "
             "where the last report makes them expect it. Bodies, neighborhoods and metrics go by where it "
             "is.",
         .otherwise = "others see where they are"}),
    field<&AgentTypeDef::counters>(
        {.key = "counters",
         .doc =
             "Numbers by name that each agent has, such as health and ammunition. Hits, explosions, events "
             "and shots change them; conditions and ramps read them by the quantity counter."}));

constexpr auto kAgentTypeKeys = join(kAgentTypeFields, embed<&AgentTypeDef::goals>(kGoalKeyFields));

constexpr auto kPlacementFields = fields(
    field<&PlacementDef::jitter>({.key = "jitter",
                                  .unit = "m",
                                  .range = closed(0, 1e5),
                                  .doc = "Each agent is moved by up to this much along x and along y."}),
    field<&PlacementDef::spacing>(
        {.key = "spacing",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "Least distance to the centers of other agents that start at the same time, of other entries "
                "too; random places are drawn again until it holds."}),
    field<&PlacementDef::gap>({.key = "gap",
                               .unit = "m",
                               .range = closed(0, 1e5),
                               .doc = "Least distance of random places from body to body, and from a body to "
                                      "obstacles and walls. Without effect where overlap is true."}));

constexpr auto kAgentFields = fields(
    field<&AgentDef::id>({.key = "id",
                          .doc = "Name. With count > 1 the agents are called id.0, id.1, ...",
                          .otherwise = "no name"}),
    field<&AgentDef::number>(
        {.key = "number",
         .range = closed(0, 4000000000.0),
         .doc = "Number of the (first) agent: it orders the trace and keys the random draws, so with numbers "
                "given, entries may be reordered without changing a bit.",
         .otherwise = "the next free number in file order"}),
    field<&AgentDef::type>({.key = "type",
                            .doc = "The agent type, or {\"shares\": {\"adult\": 4, \"child\": 1}}: each "
                                   "agent draws its own, as often as the shares of their sum say.",
                            .required = true}),
    field<&AgentDef::count>({.key = "count", .range = kCount, .doc = "How many agents this entry makes."}),
    field<&AgentDef::group>({.key = "group",
                             .doc = "Group the agents belong to, for targets, neighborhoods and metrics.",
                             .otherwise = "none"}),
    field<&AgentDef::position>({.key = "position",
                                .unit = "m",
                                .doc = "Where a single agent starts.",
                                .otherwise = "given by placement",
                                .has_height = true}),
    field<&AgentDef::placement>(
        {.key = "placement", .doc = "Where several agents start.", .otherwise = "given by position"}),
    field<&AgentDef::height>(
        {.key = "height",
         .unit = "m",
         .range = closed(-1e5, 1e5),
         .doc = "Height of the feet at the start, where a placement says the rest. They start on the ground "
                "there, or fall where it is lower.",
         .otherwise = "that of position, or 0",
         .only_on_heights = true}),
    field<&AgentDef::overlap>(
        {.key = "overlap",
         .doc =
             "Whether the bodies may start in each other. true: random places keep spacing alone, and that "
             "from obstacles and walls; false: fixed places that overlap are an error.",
         .otherwise = "random places are free of other bodies; fixed ones that are not give a warning"}),
    field<&AgentDef::velocity>(
        {.key = "velocity", .unit = "m/s", .doc = "Initial velocity.", .otherwise = "speed along heading"}),
    field<&AgentDef::heading>({.key = "heading",
                               .unit = "rad",
                               .range = closed(-1e3, 1e3),
                               .doc = "Initial heading, counter-clockwise from +x.",
                               .otherwise = "along velocity, or 0 at rest"}),
    field<&AgentDef::pitch>({.key = "pitch",
                             .unit = "rad",
                             .range = closed(-det::kPi / 2.0, det::kPi / 2.0),
                             .doc = "How far the nose points up at the start, where heading is given.",
                             .in_plane = false}),
    field<&AgentDef::roll>({.key = "roll",
                            .unit = "rad",
                            .range = closed(-1e3, 1e3),
                            .doc = "How far the right side points down at the start.",
                            .in_plane = false}),
    field<&AgentDef::orientation>(
        {.key = "orientation",
         .range = closed(-1, 1),
         .doc = "Initial orientation instead of heading, pitch and roll: a unit quaternion [w, x, y, z] from "
                "the axes of the body (x forward, y left, z up) to those of the world.",
         .otherwise = "given by heading, pitch and roll",
         .in_plane = false}),
    field<&AgentDef::speed>({.key = "speed",
                             .unit = "m/s",
                             .range = closed(0, 1e4),
                             .doc = "Initial speed along the heading, when velocity is not given."}),
    field<&AgentDef::rotation>({.key = "rotation",
                                .unit = "rad/s",
                                .range = closed(-1e4, 1e4),
                                .doc = "Initial rate of turn about the vertical, counter-clockwise, for "
                                       "bodies that have one."}),
    field<&AgentDef::angular_velocity>({.key = "angular_velocity",
                                        .unit = "rad/s",
                                        .range = closed(-1e4, 1e4),
                                        .doc = "Initial angular velocity, about the axes of the world.",
                                        .otherwise = "rotation about the vertical",
                                        .in_plane = false}),
    field<&AgentDef::mode>({.key = "mode",
                            .doc = "The mode the agents start in.",
                            .otherwise = "initial_mode of the agent type"}),
    field<&AgentDef::parameters>(
        {.key = "parameters",
         .doc = "Numbers of these agents instead of those of their type: of a limit by its key, such as "
                "max_speed, or of a behavior by its label, such as wander.jitter, separation#1.weight, or "
                "graze/wander.jitter of a behavior in a mode."}));

constexpr auto kAgentKeys = join(kAgentFields, embed<&AgentDef::goals>(kGoalKeyFields));

std::vector<Problem> check_agent(const AgentDef& agent) {
  if (agent.position && agent.placement)
    return {{"/placement", "give either \"position\" or \"placement\", not both"}};
  if (!agent.position && !agent.placement) return {{"", "a \"position\" or a \"placement\" is missing"}};
  if (agent.position && agent.count > 1) {
    return {{"/position", "one position cannot hold several agents; use \"placement\" with \"count\""}};
  }
  if (agent.velocity && !(length(*agent.velocity) <= kMaxSpeed)) {
    return {{"/velocity", "the speed must not exceed 10000 m/s"}};
  }
  if (agent.orientation) {
    const auto& [w, x, y, z] = *agent.orientation;
    const double size = std::sqrt(w * w + x * x + y * y + z * z);
    if (std::fabs(size - 1.0) > kLargestQuaternionError) {
      return {{.pointer = "/orientation",
               .message = "an orientation is a quaternion of length 1",
               .found = fmt::format("length {:.6g}", size)}};
    }
    if (agent.heading.is_present())
      return {{"/orientation", "give either \"orientation\" or \"heading\", not both"}};
  }
  return {};
}

constexpr auto kFakeOrientationFields = fields(
    field<&FakeOrientationDef::full_speed>(
        {.key = "full_speed",
         .unit = "m/s",
         .range = left_open(0, 1e4),
         .doc = "From this speed on the orientation is the faked one alone; below it is between that and the "
                "one of the agent."}),
    field<&FakeOrientationDef::roll_scale>(
        {.key = "roll_scale",
         .unit = "rad/s",
         .range = left_open(0, 1e4),
         .doc = "Agents that turn at this rate roll by 45 degrees; never by 90."}),
    field<&FakeOrientationDef::lean>(
        {.key = "lean",
         .doc = "into: the inside of a turn goes down, as of aircraft. outward: it goes up, as of cars."}),
    field<&FakeOrientationDef::use_pitch>(
        {.key = "use_pitch", .doc = "Whether the nose points up and down along the velocity."}));

constexpr auto kTraceFields = fields(
    field<&TraceDef::every>({.key = "every",
                             .range = closed(1, 1e9),
                             .doc = "Write every so many steps.",
                             .otherwise = "1, or the least of 2, 5, 10, 20, 50, ... with which agents times "
                                          "states are no more than a million"}),
    field<&TraceDef::columns>({.key = "columns",
                               .doc = "Columns in order; `drover list columns` names them.",
                               .otherwise = "step, time, agent, type, x, y, vx, vy, heading; on ground with "
                                            "heights also z and vz; in space step, time, agent, type, x, y, "
                                            "z, vx, vy, vz, qw, qx, qy, qz, wx, wy, wz"}),
    field<&TraceDef::groups>(
        {.key = "groups", .doc = "Write only the agents of these groups.", .otherwise = "all agents"}),
    field<&TraceDef::fake_orientation>(
        {.key = "fake_orientation",
         .doc = "How the columns fake_qw, fake_qx, fake_qy and fake_qz follow from the motion; for display "
                "only."}));

constexpr auto kAgentsTableFields = fields(
    field<&AgentsTableDef::columns>(
        {.key = "columns",
         .doc = "Columns in order, after the number of the agent. shortest is the length of the shortest way "
                "to the goal "
                "it began with: round what stands where some agents find ways over grids, else straight.",
         .otherwise = "all: type, group, born, removed, goal, arrived, path_length, shortest, mean_speed, "
                      "waiting, least_clearance, contacts"}),
    field<&AgentsTableDef::radius>({.key = "radius",
                                    .unit = "m",
                                    .range = left_open(0, 1e5),
                                    .doc = "An agent whose center is this near its goal has arrived; at a "
                                           "region, one whose center is inside. Goals of agents have a "
                                           "goal_radius instead."}),
    field<&AgentsTableDef::waiting_speed>({.key = "waiting_speed",
                                           .unit = "m/s",
                                           .range = closed(0, 1e4),
                                           .doc = "A slower agent that is not at its last goal waits."}),
    field<&AgentsTableDef::tolerance>(
        {.key = "tolerance",
         .unit = "m",
         .range = closed(0, 1e3),
         .doc = "Bodies that overlap by no more than this touch; only a deeper overlap is a contact."}));

constexpr auto kRecordFields = fields(
    field<&RecordDef::trace>({.key = "trace", .doc = "What the trace holds."}),
    field<&RecordDef::metrics>(
        {.key = "metrics",
         .doc = "Metrics by name, each with its parameters. A metric under a name of its "
                "own says its kind by \"type\".",
         .otherwise = "collisions, clearance, distance, speed, arrivals, path_progress and what \"expect\" "
                      "names, with their defaults",
         .family = "metric"}),
    field<&RecordDef::agents_table>({.key = "agents_table",
                                     .doc = "A table with one row per agent beside the metrics file.",
                                     .otherwise = "no such table"}),
    field<&RecordDef::tables>(
        {.key = "tables",
         .doc = "Format of the tables beside the metrics file: those of metrics that have a course over "
                "time, and agents_table."}));

constexpr auto kExpectFields = fields(
    field<&ExpectDef::metric>(
        {.key = "metric",
         .doc =
             "Path of a number in the metrics file, such as collisions.agent_agent or counters.pairs_tested.",
         .required = true}),
    field<&ExpectDef::at_most>({.key = "at_most", .doc = "Greatest value allowed.", .otherwise = "no limit"}),
    field<&ExpectDef::at_least>({.key = "at_least", .doc = "Least value allowed.", .otherwise = "no limit"}));

std::vector<Problem> check_expect(const ExpectDef& expect) {
  if (!expect.at_most.is_present() && !expect.at_least.is_present()) {
    return {{"", "\"at_most\" or \"at_least\" is missing"}};
  }
  return {};
}

constexpr auto kScenarioFields = fields(
    field<&ScenarioDef::schema>(
        {.key = "$schema", .doc = "The JSON Schema an editor should use.", .otherwise = "none"}),
    field<&ScenarioDef::format>({.key = "format",
                                 .range = closed(kScenarioFormat, kScenarioFormat),
                                 .doc = "Version of the scenario format.",
                                 .required = true}),
    field<&ScenarioDef::include>(
        {.key = "include",
         .doc =
             "Files that are merged into this one, and types that are part of drover, such as "
             "drover:walker; `drover list types` names them. File names are relative to the folder of the "
             "file they stand in. What both say is that of this file; lists are joined; a named thing that "
             "both declare needs \"override\": true here.",
         .is_resolved = true}),
    field<&ScenarioDef::variables>(
        {.key = "variables",
         .doc = "Values by name for expressions: { \"=\": \"hall[0] / 2 - door\" } stands wherever a value "
                "may. `drover explain expression` says what they can do.",
         .is_resolved = true}),
    field<&ScenarioDef::name>(
        {.key = "name", .doc = "Short name, used in titles.", .otherwise = "the file's name"}),
    field<&ScenarioDef::description>(
        {.key = "description", .doc = "What the scenario shows.", .otherwise = "none"}),
    field<&ScenarioDef::seed>({.key = "seed",
                               .range = closed(0, 9223372036854775807.0),
                               .doc = "Seed of every random number of the run."}),
    field<&ScenarioDef::simulation>({.key = "simulation", .doc = "Step, duration and numerical options."}),
    field<&ScenarioDef::world>({.key = "world", .doc = "The world the agents move in."}),
    field<&ScenarioDef::navigation>({.key = "navigation", .doc = "What agents find their ways over."}),
    field<&ScenarioDef::agent_types>({.key = "agent_types", .doc = "Agent types by name."}),
    field<&ScenarioDef::projectile_types>(
        {.key = "projectile_types",
         .doc = "Kinds of projectiles by name, which agents fire by \"actions\"."}),
    field<&ScenarioDef::agents>({.key = "agents", .doc = "The agents."}),
    field<&ScenarioDef::projectiles>(
        {.key = "projectiles",
         .doc = "Projectiles that are there from the start, such as the ball of a game."}),
    field<&ScenarioDef::formations>(
        {.key = "formations", .doc = "Formations by name: who keeps which place relative to the others."}),
    field<&ScenarioDef::events>(
        {.key = "events", .doc = "What happens from outside: agents appear, vanish, jump and change."}),
    field<&ScenarioDef::quantities>(
        {.key = "quantities",
         .doc = "Numbers about agents by name, for conditions, weights, trace columns and metrics."}),
    field<&ScenarioDef::record>({.key = "record", .doc = "What is written about a run."}),
    field<&ScenarioDef::expect>(
        {.key = "expect", .doc = "Limits on metrics; a run that breaks one exits with 1."}));

}  // namespace

// clang-format off
const Table& NonPenetrationDef::table() { static constexpr Table kTable = plain_table("non_penetration", kNonPenetrationFields); return kTable; }
const Table& PartitionDef::table() { static constexpr Table kTable = plain_table("partition", kPartitionFields); return kTable; }
const Table& SimulationDef::table() { static constexpr Table kTable = plain_table("simulation", kSimulationFields); return kTable; }
const Table& BoundsDef::table() { static constexpr Table kTable = plain_table("bounds", kBoundsFields, erased<check_bounds>); return kTable; }
const Table& WallDef::table() { static constexpr Table kTable = plain_table("wall", kWallFields, erased<check_wall>); return kTable; }
const Table& WorldDef::table() { static constexpr Table kTable = plain_table("world", kWorldFields, erased<check_world_table>); return kTable; }
const Table& RegionDef::table() { static constexpr Table kTable = plain_table("region", kRegionFields, erased<check_region>); return kTable; }
const Table& AgentTypeDef::table() { static constexpr Table kTable = plain_table("agent type", kAgentTypeKeys, erased<check_agent_type>); return kTable; }
const Table& AgentDef::table() { static constexpr Table kTable = plain_table("agent", kAgentKeys, erased<check_agent>); return kTable; }
const Table& FakeOrientationDef::table() { static constexpr Table kTable = plain_table("fake orientation", kFakeOrientationFields); return kTable; }
const Table& TraceDef::table() { static constexpr Table kTable = plain_table("trace", kTraceFields); return kTable; }
const Table& AgentsTableDef::table() { static constexpr Table kTable = plain_table("agents table", kAgentsTableFields); return kTable; }
const Table& RecordDef::table() { static constexpr Table kTable = plain_table("record", kRecordFields); return kTable; }
const Table& ExpectDef::table() { static constexpr Table kTable = plain_table("expectation", kExpectFields, erased<check_expect>); return kTable; }
const Table& ScenarioDef::table() { static constexpr Table kTable = plain_table("scenario", kScenarioFields); return kTable; }
const Table& ActuatorDef::table() { static constexpr Table kTable = choice_table<&ActuatorDef::actuator>("actuator", "none"); return kTable; }
const Table& LocomotionDef::table() { static constexpr Table kTable = choice_table<&LocomotionDef::locomotion>("locomotion", "point_mass"); return kTable; }
const Table& PlacementDef::table() { static constexpr Table kTable = choice_table<&PlacementDef::placement>("placement", "", kPlacementFields); return kTable; }
// clang-format on

Dimensions WorldDef::space() const {
  return dimensions == 2.0 ? Dimensions::plane : dimensions == 3.0 ? Dimensions::space : Dimensions::elevated;
}

std::int64_t ScenarioDef::step_count() const {
  return static_cast<std::int64_t>(std::floor(simulation.duration / simulation.dt + 0.5));
}

}  // namespace drover
