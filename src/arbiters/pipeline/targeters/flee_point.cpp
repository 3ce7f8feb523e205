// flee_point: to the one of several places that is farthest from threats and not too far to go.
// Named in Millington 3.4.5; the measure is drover's own.
#include "arbiters/pipeline/parts.h"

namespace drover {
namespace {

struct FleePointDef {
  std::vector<Vec3> candidates;
  Target threats;
  Parameter way_factor = 0.5;
};

constexpr auto kFleePointFields = fields(
    field<&FleePointDef::candidates>(
        {.key = "candidates", .unit = "m", .doc = "The places to flee to.", .required = true}),
    field<&FleePointDef::threats>(
        {.key = "threats",
         .doc = "Whom to flee: of a group or type every member counts. The place is that with the greatest "
                "difference of its distance to the nearest threat and way_factor times that to the agent; of "
                "equals the first.",
         .required = true}),
    field<&FleePointDef::way_factor>(
        {.key = "way_factor",
         .range = closed(0, 100),
         .doc =
             "How much the way there counts. From 1 on no place is better than the one where the agent is: "
             "it stays there when a threat comes."}));

std::vector<Problem> check_flee_point(const FleePointDef& def) {
  if (!def.candidates.empty()) return {};
  return {{"/candidates", "\"candidates\" must not be empty"}};
}

unsigned channels_of_flee_point(const FleePointDef&) {
  return kPositionChannel;
}

// From a place to the nearest threat; infinite without any [m].
double distance_to_threats(const FleePointDef& def, const PartView& part, Vec3 place) {
  const AgentView& view = part.view;
  if (def.threats.type != TargetType::group && def.threats.type != TargetType::agent_type) {
    const TargetState seen = view.target(def.threats, part.agent);
    return seen.found ? length(view.displacement(place, part.here() + seen.displacement)) : kInfinity;
  }
  double least = kInfinity;
  for (const AgentIndex threat : view.world().members(def.threats)) {
    if (threat != part.agent) least = smaller(least, length(view.displacement(place, view.position(threat))));
  }
  return least;
}

void target_flee_point(const FleePointDef& def, const PartView& part, PipelineGoal& goal) {
  double best = -kInfinity;
  Vec3 chosen;
  for (const Vec3 place : def.candidates) {
    const Vec3 way = part.view.displacement(part.here(), place);
    const double distance = distance_to_threats(def, part, place);
    if (distance == kInfinity) return;
    const double score = distance - part.value(def.way_factor) * length(way);
    if (!(score > best)) continue;
    best = score;
    chosen = part.here() + way;
  }
  goal.position = chosen;
}

constexpr TypedTargeter<FleePointDef> kTypedFleePoint = {
    .info = {.name = "flee_point",
             .summary = "To the one of several places that is farthest from threats for the way it takes.",
             .source = "after Millington and Funge, Artificial Intelligence for Games, 3.4.5",
             .example = R"({"type": "flee_point", "candidates": [[0, 0], [20, 5]],
 "threats": {"agent": "dog"}})",
             .related = "fixed, hide, flee",
             .not_in_space = kPipelineNotInSpace},
    .fields = kFleePointFields,
    .check = check_flee_point,
    .channels = channels_of_flee_point,
    .target = target_flee_point,
};

}  // namespace

extern constexpr TargeterKind kFleePointTargeter = make_targeter<kTypedFleePoint>();

}  // namespace drover
