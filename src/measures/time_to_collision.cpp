// time_to_collision: how soon the agent would touch something if nobody changed its velocity.
// Catalogue: combining 4 (dynamic priorities) and behaviors 3.1, whose overlap and miss rules hold here too;
// the time is that of the first contact, not that of the closest approach, so that braking with deceleration
// a just suffices at |v| / (2 a).
#include "measures/contact_time.h"
#include "sim/agent_view.h"

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
  Quantity margin = 0.0;
  PerceptionHandle soonest;
};

constexpr auto kFields = join(
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
double time_to_agent(const void* params, const World& world, AgentIndex self, AgentIndex other,
                     Vec3 displacement) {
  const auto& def = *static_cast<const TimeToCollisionDef*>(params);
  const Vec3 velocity = world.state.velocity(other) - world.state.velocity(self);
  return contact_time(displacement, velocity,
                      world.agents.radius[self] + world.agents.radius[other] + def.margin[self]);
}

void plan(TimeToCollisionDef& def, PerceptionPlan& plan) {
  if (def.agents) def.soonest = plan.need_least(def.neighborhood, {.key = time_to_agent, .params = &def});
}

double time_to_neighbors(const TimeToCollisionDef& def, const AgentView& view, AgentIndex agent) {
  if (!def.agents) return kInfinity;
  const AgentIndex other = view.perceived(def.soonest).least(def.soonest.law, agent);
  if (other == kNoIndex) return kInfinity;
  const Vec3 displacement = view.displacement(view.position(agent), view.position(other));
  return time_to_agent(&def, view.world(), agent, other, displacement);
}

double measured(const TimeToCollisionDef& def, const AgentView& view, AgentIndex agent) {
  const StaticGeometry& geometry = view.world().geometry;
  const Vec3 position = view.position(agent);
  const Vec3 velocity = view.velocity(agent);
  const double reach = view.radius(agent) + def.margin[agent];
  double soonest = time_to_neighbors(def, view, agent);
  if (def.obstacles) {
    for (const Circle& circle : geometry.circles()) {
      soonest = smaller(soonest, contact_time(view.displacement(position, circle.center), -velocity,
                                              circle.radius + reach));
    }
  }
  if (def.walls) {
    for (const Segment& wall : geometry.segments())
      soonest = smaller(soonest, contact_time(wall, position, velocity, reach));
  }
  return soonest;
}

}  // namespace

extern const MeasureKind kTimeToCollisionMeasure;
constexpr MeasureKind kTimeToCollisionMeasure =
    with_plan<TimeToCollisionDef, plan>(measure<TimeToCollisionDef, measured>({
        .name = "time_to_collision",
        .summary = "How soon the agent would touch a neighbor, an obstacle or a wall if nobody changed its "
                   "velocity [s]; zero in contact, infinite without.",
        .source = "seed 001 section 3.3.14; catalogue: combining 4",
        .table = {.name = "time_to_collision",
                  .fields = kFields,
                  .check = check_neighborhood<TimeToCollisionDef>},
        .example = R"({"type": "time_to_collision", "radius": 8, "points": [[0, 10], [1.5, 0]]})",
        .related = "distance, neighbor_count",
    }));

}  // namespace drover
