// Path following with lookahead: the agent steers to a carrot point, which lies some arc length ahead of the
// path point nearest to the agent. Shared by follow_path and follow_corridor. Millington 3.3.12, where the
// parameter is undefined beyond the ends of a path; here the carrot point of an open path stays at its end,
// and that of a closed path goes round. See paths.md.
#pragma once

#include "sim/step/agent_view.h"

namespace drover {

struct LookaheadRule {
  Parameter path_offset = 2.0;
  Parameter coherence_window = 5.0;

  bool is_reverse(const AgentView& view, AgentIndex agent) const {
    return view.value(path_offset, agent) < 0.0;
  }
  double search_distance(const AgentView& view, AgentIndex agent) const {
    return view.value_or(coherence_window, agent, kInfinity);
  }
};

inline constexpr auto kLookaheadFields = fields(
    field<&LookaheadRule::path_offset>(
        {.key = "path_offset",
         .unit = "m",
         .range = closed(-1e5, 1e5),
         .doc = "How far along the path from the nearest point the agent aims; below zero it follows the "
                "path backwards.",
         .original_default = "no value given (Millington)"}),
    field<&LookaheadRule::coherence_window>(
        {.key = "coherence_window",
         .unit = "m",
         .range = left_open(0, 1e6),
         .doc = "The nearest point is looked for within this distance along the path of the last one, so "
                "that the agent does not jump to another branch that comes near.",
         .otherwise = "the whole path"}));

// The check of a table of parameters with a lookahead.
template <class Def>
std::vector<Problem> check_lookahead(const Def& def) {
  const Parameter& offset = def.lookahead.path_offset;
  if (offset.is_drawn() || offset.constant() != 0.0) return {};
  return {{"/path_offset", "\"path_offset\" must not be 0: its sign is the direction of travel"}};
}

// The arc length stored before the first evaluation.
inline constexpr double kUnknownArcLength = -1.0;

// The point nearest to p on the whole path; of equally near ones the one with more of the path ahead, so that
// a path that comes back to where it begins is not over at once.
inline double first_arc_length(const LookaheadRule& rule, const Path& path, const AgentView& view,
                               AgentIndex agent, Vec3 p) {
  if (path.is_closed() || !rule.is_reverse(view, agent)) return path.nearest_parameter(p);
  const double end = path.length();
  return end + path.arc_length_to_nearest(p, end, {kInfinity, kInfinity});
}

// The signed arc length from `last` to the point nearest to p, within `distance` [m] along the path. Where
// the path turns back the same places come again: the agent goes on to the next reversal and does not fall
// back behind the last one it has passed, or it would take one branch for the other.
inline double progress_to(const LookaheadRule& rule, const Path& path, const AgentView& view,
                          AgentIndex agent, Vec3 p, double last, double distance) {
  const Path::Window reversals = path.to_reversals(last, !rule.is_reverse(view, agent));
  return path.arc_length_to_nearest(
      p, last, {smaller(distance, reversals.behind), smaller(distance, reversals.ahead)});
}

// The arc length of the point nearest to p, near the last one.
inline double nearest_arc_length(const LookaheadRule& rule, const Path& path, const AgentView& view,
                                 AgentIndex agent, Vec3 p, double last) {
  if (last < 0.0) return first_arc_length(rule, path, view, agent, p);
  return path.on_path(last +
                      progress_to(rule, path, view, agent, p, last, rule.search_distance(view, agent)));
}

// The carrot point: the point of the path that the agent steers to, path_offset ahead of the arc length it
// has reached.
struct CarrotPoint {
  Vec3 displacement;  // from the agent, m
  bool is_path_end;   // of an open path, in the direction of travel
};

// The carrot point of an agent at p that has reached the arc length s. It goes no farther than where the path
// begins to come back to that point: beyond, it would be beside or behind the agent. Paths do not wrap: on a
// torus, too, the agent follows the path as it is drawn and takes no shortcut across the edge.
inline CarrotPoint carrot_point(const LookaheadRule& rule, const Path& path, const AgentView& view,
                                AgentIndex agent, double s, Vec3 p) {
  const double ahead = s + path.leading_distance(s, view.value(rule.path_offset, agent));
  const bool is_beyond = rule.is_reverse(view, agent) ? ahead <= 0.0 : ahead >= path.length();
  return {path.point_at(ahead) - p, is_beyond && !path.is_closed()};
}

// The carrot point and the points of the path beyond it, as many as there is room for; at most one round of a
// closed path. Returns how many.
inline std::size_t points_from_carrot(const LookaheadRule& rule, const Path& path, const AgentView& view,
                                      AgentIndex agent, double s, std::span<Vec3> out) {
  const bool is_reverse = rule.is_reverse(view, agent);
  const double carrot = path.on_path(s + path.leading_distance(s, view.value(rule.path_offset, agent)));
  const auto n = static_cast<std::ptrdiff_t>(path.size());
  const std::ptrdiff_t next = is_reverse ? -1 : 1;
  const auto is_beyond = [&](std::ptrdiff_t k) {
    const double arc_length = path.arc_length_of(static_cast<std::size_t>(k));
    return is_reverse ? arc_length < carrot : arc_length > carrot;
  };
  std::ptrdiff_t k = is_reverse ? n - 1 : 0;
  while (0 <= k && k < n && !is_beyond(k))
    k += next;
  std::size_t count = 0;
  out[count++] = path.point_at(carrot);
  for (std::ptrdiff_t passed = 0; passed < n && count < out.size(); ++passed, k += next) {
    if ((k < 0 || k >= n) && !path.is_closed()) break;
    out[count++] = path.points()[static_cast<std::size_t>((k % n + n) % n)];
  }
  return count;
}

// The end of an open path in the direction of travel, for an agent at p that has reached the arc length
// `last`.
inline std::optional<Goal> end_goal(const LookaheadRule& rule, const Path& path, const AgentView& view,
                                    AgentIndex agent, Vec3 p, double last) {
  if (path.is_closed()) return std::nullopt;
  const double s = last < 0.0 ? first_arc_length(rule, path, view, agent, p) : last;
  if (rule.is_reverse(view, agent)) return Goal{.position = path.points().front(), .path_left = s};
  return Goal{.position = path.points().back(), .path_left = path.length() - s};
}

}  // namespace drover
