// time_to_collision: the time until the agent touches something if no velocity changes.
// Overlaps and misses are treated as in collision_avoidance; the time is that of the first contact, not that
// of the closest approach, so that braking with deceleration a just suffices at |v| / (2 a).
#include "quantities/contact_time.h"
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

NeighborhoodDef neighborhood_of(double radius) {
  NeighborhoodDef neighborhood;
  neighborhood.radius = radius;
  return neighborhood;
}

struct TimeToCollisionDef {
  NeighborhoodDef neighborhood = neighborhood_of(10.0);
  bool agents = true;
  bool obstacles = true;
  bool walls = true;
  Parameter margin = 0.0;
  PerceptionHandle soonest;
};

constexpr auto kTimeToCollisionFields = join(
    embed<&TimeToCollisionDef::neighborhood>(kNeighborhoodFields),
    fields(
        field<&TimeToCollisionDef::agents>({.key = "agents", .doc = "Whether neighbors count."}),
        field<&TimeToCollisionDef::obstacles>({.key = "obstacles", .doc = "Whether obstacles count."}),
        field<&TimeToCollisionDef::walls>({.key = "walls", .doc = "Whether walls count."}),
        field<&TimeToCollisionDef::margin>({.key = "margin",
                                            .unit = "m",
                                            .range = closed(0, 1e5),
                                            .doc = "Distance between the bodies that counts as contact."})));

// Of a neighbor: the key by which the soonest is found.
double time_to_agent(const TimeToCollisionDef& def, const World& world, AgentIndex self, AgentIndex other,
                     Vec3 displacement) {
  const Vec3 velocity = world.state.motion.velocity(other) - world.state.motion.velocity(self);
  return contact_time(displacement, velocity,
                      world.state.limits.radius[self] + world.state.limits.radius[other] +
                          world.state.value(def.margin, self));
}

bool has_equal_time(const TimeToCollisionDef& a, const TimeToCollisionDef& b) {
  return a.margin == b.margin;
}

void plan(TimeToCollisionDef& def, PerceptionPlan& plan) {
  if (def.agents)
    def.soonest = plan.need_argmin(
        def.neighborhood,
        {.key = erased<time_to_agent>, .params = &def, .equal = erased_pair<has_equal_time>});
}

double time_to_neighbors(const TimeToCollisionDef& def, const AgentView& view, AgentIndex agent) {
  if (!def.agents) return kInfinity;
  const AgentIndex other = view.perceived(def.soonest).argmin(def.soonest.index, agent);
  if (other == kNoIndex) return kInfinity;
  const Vec3 displacement = view.displacement(view.position(agent), view.position(other));
  return time_to_agent(def, view.world(), agent, other, displacement);
}

// How long a disc moves until it is past everything, but no longer than necessary: the allowance for rounding
// grows with the length. An agent at rest touches only what it touches now [s].
double horizon_of(const PresentItems& grid, Vec3 position, double speed, double reach) {
  return speed > 0.0 ? (grid.grid().farthest(position) + reach + 1.0) / speed : 0.0;
}

// Visits what a disc may touch if it goes on for ever, until nothing farther on is touched sooner than
// `soonest` [s], which the visits lower.
template <class Visit>
void visit_ahead(const PresentItems& grid, Vec3 position, Vec3 velocity, double reach, const double& soonest,
                 Visit&& visit) {
  const double speed = length(velocity);
  // A speed whose square underflows gives arbitrary times.
  constexpr double kMinSpeed = 1e-100;  // m/s
  const double horizon = horizon_of(grid, position, speed, reach);
  if (velocity == Vec3{} || speed >= kMinSpeed) {
    grid.visit_along(position, position + velocity * horizon, reach, visit,
                     [&](double end) { return soonest <= end * horizon; });
  } else {
    grid.visit_outward(position, visit, [](double) { return false; });
  }
}

// In space: until the ball first overlaps an obstacle or a wall, if it goes on until it is past all of them.
double time_to_solids_in_space(const TimeToCollisionDef& def, const SpaceGeometry& geometry, Vec3 position,
                               Vec3 velocity, double reach) {
  const double speed = length(velocity);
  const double farthest = geometry.farthest(position) + reach + 1.0;
  constexpr double kMinSpeed = 1e-100;  // m/s; its square underflows below
  const bool moves = speed >= kMinSpeed;
  const double horizon = moves ? farthest / speed : 0.0;
  const Vec3 end = moves ? position + velocity * horizon : position;
  double soonest = kInfinity;
  if (def.obstacles)
    if (const auto met = geometry.first_obstacle(position, end, reach, 0.0)) soonest = met->t * horizon;
  if (def.walls)
    if (const auto met = geometry.first_triangle(position, end, reach, false, position))
      soonest = smaller(soonest, met->t * horizon);
  return soonest;
}

double value(const TimeToCollisionDef& def, const AgentView& view, AgentIndex agent) {
  const StaticGeometry geometry = view.world().geometry_for(agent);
  const Vec3 position = view.position(agent);
  const Vec3 velocity = view.world().state.motion.velocity(agent);
  const double reach = view.radius(agent) + view.value(def.margin, agent);
  double soonest = time_to_neighbors(def, view, agent);
  if (geometry.is_spatial())
    return smaller(soonest, time_to_solids_in_space(def, geometry.in_space(), position, velocity, reach));
  const double horizon = horizon_of(geometry.obstacle_grid(), position, length(velocity), reach);
  const auto to_obstacle = [&](std::uint32_t k) {
    soonest = smaller(
        soonest, contact_time(geometry, view.world().model().bounds, k, position, velocity, reach, horizon));
  };
  const auto to_wall = [&, segments = geometry.segments()](std::uint32_t k) {
    soonest = smaller(soonest, contact_time(segments[k], position, velocity, reach));
  };
  if (def.obstacles) visit_ahead(geometry.obstacle_grid(), position, velocity, reach, soonest, to_obstacle);
  if (def.walls) visit_ahead(geometry.segment_grid(), position, velocity, reach, soonest, to_wall);
  return soonest;
}

constexpr TypedQuantity<TimeToCollisionDef> kTypedTimeToCollision = {
    .info = {.name = "time_to_collision",
             .summary = "How soon the agent would touch a neighbor, an obstacle or a wall if no velocity "
                        "changed [s]; zero in contact, infinite without.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.14",
             .example = R"({"type": "time_to_collision", "radius": 8})",
             .related = "distance, neighbor_count",
             .in_space = true},
    .unit = "s",
    .condition = {.name = "time_to_collision",
                  .summary = "Holds while a collision is near, or far.",
                  .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.14",
                  .example = R"({"type": "time_to_collision", "radius": 8, "less_than": 2})",
                  .related = "distance, neighbor_count"},
    .fields = kTimeToCollisionFields,
    .check = check_neighborhood,
    .plan = plan,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kTimeToCollisionQuantity = make_quantity<kTypedTimeToCollision>();

}  // namespace drover
