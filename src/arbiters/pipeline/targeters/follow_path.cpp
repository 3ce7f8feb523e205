// follow_path: a point that runs ahead on a path.
// Millington 3.4.5 names it; the point is that of 3.3.12, found near the one of the step before.
#include "arbiters/pipeline/parts.h"

namespace drover {
namespace {

struct FollowPathTargetDef {
  Reference path{ReferenceType::path, {}, kNoIndex};
  Parameter path_offset = 2.0;
};

constexpr auto kFollowPathTargetFields =
    fields(field<&FollowPathTargetDef::path>({.key = "path", .doc = "The path.", .required = true}),
           field<&FollowPathTargetDef::path_offset>(
               {.key = "path_offset",
                .unit = "m",
                .range = closed(-1e5, 1e5),
                .doc = "How far ahead of the nearest point of the path the goal is; negative: against the "
                       "order of its points.",
                .original_default = "no value given (Millington)"}));

// The memory: the arc length of the nearest point, and 1 from the first step on.
constexpr std::size_t kPathTargetMemory = 2;

unsigned channels_of_path(const FollowPathTargetDef&) {
  return kPositionChannel;
}

void target_on_path(const FollowPathTargetDef& def, const PartView& part, PipelineGoal& goal) {
  const Path& path = part.view.world().model().paths[def.path.index];
  const double offset = part.value(def.path_offset);
  double& nearest = part.memory[0];
  double& is_known = part.memory[1];
  if (is_known == 0.0) {
    nearest = path.nearest_parameter(part.here());
    is_known = 1.0;
  } else {
    const double reach = larger(4.0 * std::fabs(offset), 4.0 * part.view.radius(part.agent));
    nearest = path.on_path(nearest + path.arc_length_to_nearest(part.here(), nearest, {reach, reach}));
  }
  const double ahead = path.on_path(nearest + offset);
  const bool is_at_end = !path.is_closed() && (offset < 0.0 ? ahead <= 0.0 : ahead >= path.length());
  goal.position = path.point_at(ahead);
  if (!is_at_end) goal.passing_speed = part.view.full_speed(part.agent);
}

std::optional<Goal> end_of_path(const FollowPathTargetDef& def, const AgentView& view, AgentIndex agent) {
  const Path& path = view.world().model().paths[def.path.index];
  if (path.is_closed()) return std::nullopt;
  const bool is_forward = view.value(def.path_offset, agent) >= 0.0;
  return Goal{path.point_at(is_forward ? path.length() : 0.0)};
}

constexpr TypedTargeter<FollowPathTargetDef> kTypedFollowPathTarget = {
    .info = {.name = "follow_path",
             .summary = "The goal is a point that runs ahead on a path.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5 and 3.3.12",
             .example = R"({"type": "follow_path", "path": "patrol", "path_offset": 3})",
             .related = "fixed, chase",
             .not_in_space = kPipelineNotInSpace},
    .fields = kFollowPathTargetFields,
    .memory = kPathTargetMemory,
    .channels = channels_of_path,
    .target = target_on_path,
    .end = end_of_path,
};

}  // namespace

extern constexpr TargeterKind kFollowPathTargeter = make_targeter<kTypedFollowPathTarget>();

}  // namespace drover
