// wall: the way keeps off walls and does not cross them.
// After Millington 3.4.5 (AvoidWall is named there, not given); drover's own rule, see ../pipeline.md.
#include <algorithm>
#include <utility>

#include "arbiters/pipeline/clearance_rule.h"
#include "arbiters/pipeline/segment_detour.h"

namespace drover {
namespace {

struct PassedWallDef {
  Reference wall{ReferenceType::wall, {}, kNoIndex};
  static const Table& table();
};

struct WallConstraintDef {
  std::vector<PassedWallDef> walls;
  ClearanceRule keeps;
};

constexpr auto kPassedWallFields =
    fields(field<&PassedWallDef::wall>({.key = "wall", .doc = "A wall.", .required = true}));

const Table& PassedWallDef::table() {
  static constexpr Table kTable =
      with_short_keys(plain_table("wall to keep off", kPassedWallFields), {.of_string = "wall"});
  return kTable;
}

constexpr auto kWallConstraintFields =
    join(fields(field<&WallConstraintDef::walls>(
             {.key = "walls", .doc = "The ids of the walls to keep off; all, where none are listed."})),
         embed<&WallConstraintDef::keeps>(kClearanceFields));

std::vector<Problem> check_wall(const WallConstraintDef& def) {
  return margin_problems(def.keeps.margin_factor);
}

DetourSegment detour_segment(const Segment& segment, double clearance) {
  return {segment.a, segment.b, segment.normal, clearance};
}

std::optional<Violation> first_wall_violation(const WallConstraintDef& def, const PartView& part,
                                              const PipelinePath& path) {
  const StaticGeometry geometry = part.view.world().geometry_for(part.agent);
  const double clearance = def.keeps.room(part).clearance;
  const auto is_meant = [&](std::uint32_t wall) {
    return def.walls.empty() ||
           std::ranges::any_of(def.walls, [&](const PassedWallDef& each) { return each.wall.index == wall; });
  };
  std::optional<Violation> first;
  const auto rank = [](const Violation& each) { return std::pair(each.at, each.item); };
  const auto meet = [&](std::uint32_t k) {
    const Segment& piece = geometry.segments()[k];
    if (!is_meant(piece.wall)) return;
    const auto violation = segment_violation(path, detour_segment(piece, clearance), k);
    if (violation && (!first || rank(*violation) < rank(*first))) first = violation;
  };
  for (std::size_t leg = 0; leg < path.legs(); ++leg) {
    const double begin = path.arc_length_of(leg);
    const double along = length(path.to(leg) - path.from(leg));
    geometry.segment_grid().visit_along(path.from(leg), path.to(leg), clearance, meet, [&](double share) {
      return first && first->at < begin + share * along;
    });
  }
  return first;
}

std::optional<PipelineGoal> goal_past_wall(const WallConstraintDef& def, const PartView& part,
                                           const PipelinePath& path, const PipelineGoal& goal,
                                           const Violation& violation) {
  const StaticGeometry geometry = part.view.world().geometry_for(part.agent);
  const Segment& piece = geometry.segments()[violation.item];
  const DetourRoom room = def.keeps.room(part);
  return goal_past_segment(path, goal, violation, detour_segment(piece, room.clearance), room.factor);
}

constexpr TypedConstraint<WallConstraintDef> kTypedWall = {
    .info = {.name = "wall",
             .summary = "The way keeps off walls and leads round the ends of those it would cross.",
             .source = "after Millington and Funge, Artificial Intelligence for Games, 3.4.5",
             .example = R"({"type": "wall", "clearance": 0.55})",
             .related = "avoid_obstacle, region, wall_avoidance",
             .not_in_space = kPipelineNotInSpace},
    .fields = kWallConstraintFields,
    .check = check_wall,
    .violation = first_wall_violation,
    .suggest = goal_past_wall,
};

}  // namespace

extern constexpr ConstraintKind kWallConstraint = make_constraint<kTypedWall>();

}  // namespace drover
