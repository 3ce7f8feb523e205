// point_to_point: straight from point to point at full speed, and to rest at the goal itself.
// For bodies that turn fast: human beings, robots, what glides. Millington 3.4.5, whose seek never comes to
// rest.
#include "arbiters/pipeline/path_output.h"

namespace drover {
namespace {

struct PointToPointDef {
  PathOutputRule output;
};

constexpr auto kPointToPointFields = embed<&PointToPointDef::output>(kPathOutputFields);

std::optional<PipelinePath> path_to_point(const PointToPointDef& def, const PartView& part,
                                          const PipelineGoal& goal, std::size_t number) {
  return number == 0 ? std::optional(straight_path(def.output, part, goal)) : std::nullopt;
}

Request go_to_point(const PointToPointDef& def, const PartView& part, const PipelinePath& path,
                    const PipelineGoal& goal, double speed_limit) {
  return path_request(def.output, part, path, goal, speed_limit, goal.is_final);
}

constexpr TypedPathActuator<PointToPointDef> kTypedPointToPoint = {
    .info = {.name = "point_to_point",
             .summary = "Straight to the goal of the pipeline: through detours at full speed, and to rest at "
                        "the end.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5",
             .example = R"({"type": "point_to_point", "honor_velocity": true})",
             .related = "arrive",
             .not_in_space = kPipelineNotInSpace},
    .fields = kPointToPointFields,
    .path = path_to_point,
    .output = go_to_point,
};

}  // namespace

extern constexpr PathActuatorKind kPointToPointActuator = make_path_actuator<kTypedPointToPoint>();

}  // namespace drover
