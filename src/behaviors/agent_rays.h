// Other agents as rays meet them: discs that stand still. Millington and Funge, Artificial Intelligence for
// Games, 3.3.15, cast rays at all that is solid.
#pragma once

#include <optional>
#include <string_view>

#include "core/erased.h"
#include "sim/geometry/circle_hit.h"
#include "sim/step/agent_view.h"
#include "sim/step/goals.h"

namespace drover {

// How far what looks ahead for walls and obstacles may look [m]: to where the agent means to come to rest.
inline double distance_to_look(const AgentView& view, AgentIndex agent) {
  constexpr double kLeast = 1e-9;  // m, so that there is a direction to look into
  return larger(kLeast, distance_to_rest(view.world(), view.perceptions(), agent));
}

// The words of the key "agents" of rays.
inline constexpr std::string_view kMeetAgents =
    "They meet other agents too, as discs that stand still where they are now.";

// The first agent that a ray meets.
struct AgentHit {
  Vec3 point;   // on the ray [m]
  Vec3 normal;  // unit, out of the other agent
  double distance;
  Vec3 center;  // of the other agent, from the ray's start [m]
};

// What the perception `seen` lists, which reaches as far as the ray. The ray is as wide as a disc of radius
// `half_width` [m]. Of agents at the same distance the one with the lowest index counts.
inline std::optional<AgentHit> first_agent_hit(const AgentView& view, PerceptionHandle seen, AgentIndex agent,
                                               Vec3 from, Vec3 to, double half_width) {
  const Vec3 ray = to - from;
  double first = kInfinity;
  Vec3 first_center;
  for (const AgentIndex other : view.perceived(seen).list(agent)) {
    const Vec3 center = view.displacement(from, view.position(other));
    const double entry = entry_into_circle(view.radius(other) + half_width, -center, ray);
    if (!(entry <= 1.0) || !(entry < first)) continue;
    first = entry;
    first_center = center;
  }
  if (first == kInfinity) return std::nullopt;
  const Vec3 along = ray * first;
  return AgentHit{from + along, normal_on_circle(first_center, along, ray), first * length(ray),
                  first_center};
}

// Lists the agents that rays of the length reach(params, world, agent) may meet.
template <auto reach, class Params>
PerceptionHandle plan_agent_rays(const Params& params, PerceptionPlan& plan) {
  NeighborhoodDef around;
  around.reach = erased<reach>;
  around.reach_params = &params;
  return plan.need_list(around);
}

}  // namespace drover
