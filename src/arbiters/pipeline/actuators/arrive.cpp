// arrive: comes to rest at every sub-goal before it goes on. Millington 3.4.5, for careful bodies.
#include "arbiters/pipeline/path_output.h"

namespace drover {
namespace {

struct ArriveActuatorDef {
  PathOutputRule output;
};

constexpr auto kArriveActuatorFields = embed<&ArriveActuatorDef::output>(kPathOutputFields);

std::optional<PipelinePath> path_to_rest(const ArriveActuatorDef& def, const PartView& part,
                                         const PipelineGoal& goal, std::size_t number) {
  return number == 0 ? std::optional(straight_path(def.output, part, goal)) : std::nullopt;
}

Request go_to_rest(const ArriveActuatorDef& def, const PartView& part, const PipelinePath& path,
                   const PipelineGoal& goal, double speed_limit) {
  return path_request(def.output, part, path, goal, speed_limit, true);
}

constexpr TypedPathActuator<ArriveActuatorDef> kTypedArriveActuator = {
    .info = {.name = "arrive",
             .summary = "Straight to the goal of the pipeline, slowing down for every detour as for the end.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5",
             .example = R"({"type": "arrive", "arrival_time": 0.3})",
             .related = "point_to_point",
             .not_in_space = kPipelineNotInSpace},
    .fields = kArriveActuatorFields,
    .path = path_to_rest,
    .output = go_to_rest,
};

}  // namespace

extern constexpr PathActuatorKind kArriveActuator = make_path_actuator<kTypedArriveActuator>();

}  // namespace drover
