// clearance: the room between the body and what does not move.
#include "quantities/typed_quantity.h"

namespace drover {
namespace {

struct ClearanceDef {};

// Edges that reflect or clamp hold the center.
double distance_to_closed_edges(const Bounds& bounds, Vec3 p) {
  if (!bounds.is_bounded() || (bounds.edge() != Edge::reflect && bounds.edge() != Edge::clamp))
    return kInfinity;
  const Vec3 low = p - bounds.min();
  const Vec3 high = bounds.max() - p;
  const double aside = smaller(smaller(low.x, high.x), smaller(low.y, high.y));
  return bounds.has_heights() ? smaller(aside, smaller(low.z, high.z)) : aside;
}

double value(const ClearanceDef&, const AgentView& view, AgentIndex agent) {
  const World& world = view.world();
  const Vec3 p = view.position(agent);
  return smaller(world.geometry_for(agent).distance(p), distance_to_closed_edges(world.model().bounds, p)) -
         view.radius(agent);
}

constexpr TypedQuantity<ClearanceDef> kTypedClearance = {
    .info = {.name = "clearance",
             .summary = "The distance from the border of the body to the nearest obstacle, wall or edge that "
                        "reflects or clamps [m]; negative where they overlap, infinite without any.",
             .source = "common in crowd simulation",
             .example = R"({"type": "clearance"})",
             .related = "distance, time_to_collision",
             .in_space = true},
    .unit = "m",
    .condition = {.name = "clearance",
                  .summary = "Holds while what does not move is near the body, or far.",
                  .source = "common in crowd simulation",
                  .example = R"({"type": "clearance", "less_than": 0.5})",
                  .related = "distance, time_to_collision",
                  .in_space = true},
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kClearanceQuantity = make_quantity<kTypedClearance>();

}  // namespace drover
