// planning: the first place of a way over cells or a graph.
// Millington 3.4.5, PlanningDecomposer. The printed form plans in every step, may lead back to the node the
// agent stands at, and knows neither goals without a position nor goals that no way leads to. The planner is
// that of go_to (sim/step/way_following.h).
#include "arbiters/pipeline/parts.h"
#include "sim/step/way_following.h"

namespace drover {
namespace {

DROVER_ENUM(PlanningUnreachable, nearest_reachable, wait, straight)

struct PlanningDef {
  WayRule way;
  std::int64_t lookahead_nodes = 0;
  PlanningUnreachable unreachable = PlanningUnreachable::nearest_reachable;
};

constexpr auto kPlanningFields = join(
    embed<&PlanningDef::way>(kWayFields),
    fields(field<&PlanningDef::lookahead_nodes>(
               {.key = "lookahead_nodes",
                .range = closed(0, 1e6),
                .doc = "The sub-goal is at most so many points ahead of the last one passed, where it is in "
                       "sight; 1: point by point; 0: any number."}),
           field<&PlanningDef::unreachable>(
               {.key = "unreachable",
                .doc = "Where no way leads to the goal: go as near as possible (nearest_reachable), stay "
                       "(wait), or leave the goal as it is (straight)."})));

std::size_t memory_of_planning(const PlanningDef& def) {
  return way_memory_of(def.way);
}

Decomposition decompose_by_plan(const PlanningDef& def, const PartView& part, PipelineGoal& goal) {
  const AgentView& view = part.view;
  if (!view.world().model().navigation.exists()) return Decomposition::unchanged;
  constexpr double kResponseTime = 0.1;  // s
  WayFollowing(def.way, view, part.agent, part.memory,
               {.end = {.position = *goal.position, .region = goal.region},
                .response_time = kResponseTime,
                .lookahead = def.lookahead_nodes})
      .update();
  const WayMemory way{std::span<const double>(part.memory)};
  if (!way.is_followed()) return Decomposition::unchanged;
  const Vec3 next = part.here() + view.displacement(part.here(), way.next_point());
  // The last point is the goal, or where there is room nearest to it.
  if (way.arrives()) {
    goal = way.is_at_last() ? goal.moved_to(next) : goal.by_way_of(next);
    return Decomposition::sub_goal;
  }
  if (def.unreachable == PlanningUnreachable::wait) goal = goal.moved_to(part.here());
  if (def.unreachable == PlanningUnreachable::nearest_reachable)
    goal = way.is_at_last() ? goal.moved_to(next) : goal.by_way_of(next);
  return Decomposition::unreachable;
}

std::optional<WayAhead> way_of_planning(const PlanningDef&, const AgentView& view, AgentIndex agent,
                                        std::span<const double> memory) {
  const WayMemory way(memory);
  if (!way.is_followed()) return std::nullopt;
  return WayAhead{way.points_ahead(), way.left(view, view.position(agent)), way.arrives()};
}

constexpr TypedDecomposer<PlanningDef> kTypedPlanning = {
    .info = {.name = "planning",
             .summary = "Goes to the first place of a way that is planned over cells or a graph.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5; Hart, Nilsson and "
                       "Raphael 1968",
             .example = R"({"type": "planning", "lookahead_nodes": 1})",
             .related = "flow_field, go_to",
             .not_in_space = kPipelineNotInSpace},
    .fields = kPlanningFields,
    .memory_needed = memory_of_planning,
    .decompose = decompose_by_plan,
    .way = way_of_planning,
};

}  // namespace

extern constexpr DecomposerKind kPlanningDecomposer = make_decomposer<kTypedPlanning>();

}  // namespace drover
