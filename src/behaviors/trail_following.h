// Following the trail of an agent with lookahead, in the direction in which it was made. Shared by
// follow_path and follow_corridor; see paths.md.
#pragma once

#include "behaviors/lookahead.h"
#include "sim/state/trails.h"

namespace drover {

// Of a kind that follows either a path or a trail: what is wrong with the choice.
template <class Def>
std::vector<Problem> check_path_or_trail(const Def& def) {
  const bool has_target = def.target.type != TargetType::none;
  if (has_target != def.path.name.empty())
    return {{"", "give either a \"path\" or a \"target\" with a trail"}};
  if (has_target && !def.follows_trail())
    return {{"/target", "only a {\"trail\": ...} can be followed like a path"}};
  if (has_target && def.lookahead.path_offset.least() < 0.0)
    return {{"/path_offset", "a trail is followed in the direction in which it was made"}};
  return {};
}

// The signed arc length from `last` to the point nearest to p, within `distance` along the trail and not
// beyond a reversal [m].
inline double progress_on_trail(const TrailPath& trail, Vec3 p, double last, double distance) {
  const Path::Window reversals = trail.to_reversals(last, true, distance);
  return trail.arc_length_to_nearest(
      p, last, {smaller(distance, reversals.behind), smaller(distance, reversals.ahead)});
}

// From the agent that has reached the arc length s to the carrot point.
inline Vec3 carrot_on_trail(const LookaheadRule& rule, const TrailPath& trail, const AgentView& view,
                            AgentIndex agent, double s) {
  const double ahead = trail.leading_distance(s, view.value(rule.path_offset, agent));
  return trail.point_at(s + ahead) - view.position(agent);
}

// How far it is along the trail to the place `behind` its agent; before the trail begins the way to it
// counts, too [m].
inline double left_on_trail(const TrailPath& trail, const AgentView& view, AgentIndex agent, double s,
                            double behind) {
  const double to_trail = s > trail.begin() ? 0.0 : length(trail.point_at(s) - view.position(agent));
  return to_trail + trail.end() - s - behind;
}

}  // namespace drover
