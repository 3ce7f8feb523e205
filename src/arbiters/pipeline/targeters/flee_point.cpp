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

bool are_many(const Target& threats) {
  return threats.type == TargetType::group || threats.type == TargetType::agent_type;
}

// The nearest threat to a place, and the next one, which is the nearest to a threat that flees too. As
// numbers in common for all agents.
struct NearestThreats {
  static constexpr std::size_t kWidth = 3;
  double nearest = kInfinity;  // m
  double agent = -1.0;         // index of the nearest one
  double next = kInfinity;     // m

  static NearestThreats to(Vec3 place, const Target& threats, const AgentView& view) {
    NearestThreats found;
    for (const AgentIndex threat : view.world().members(threats)) {
      const double distance = length(view.displacement(place, view.seen_position(threat)));
      if (distance < found.nearest) {
        found = {distance, static_cast<double>(threat), found.nearest};
      } else {
        found.next = smaller(found.next, distance);
      }
    }
    return found;
  }
  double distance_for(AgentIndex i) const { return agent == static_cast<double>(i) ? next : nearest; }
};

std::size_t common_of_flee_point(const FleePointDef& def) {
  return are_many(def.threats) ? def.candidates.size() * NearestThreats::kWidth : 0;
}

// With n agents of whom all are threats, a look at all of them by each one would cost n^2 for every place.
void find_nearest_threats(const FleePointDef& def, const AgentView& view, std::span<double> common) {
  for (std::size_t k = 0; k < def.candidates.size(); ++k) {
    const auto found = NearestThreats::to(def.candidates[k], def.threats, view);
    const std::span<double> numbers = common.subspan(k * NearestThreats::kWidth);
    numbers[0] = found.nearest;
    numbers[1] = found.agent;
    numbers[2] = found.next;
  }
}

// From candidate k to the nearest threat; infinite without any [m].
double distance_to_threats(const FleePointDef& def, const PartView& part, std::size_t k) {
  if (are_many(def.threats)) {
    const std::span<const double> numbers = part.common.subspan(k * NearestThreats::kWidth);
    return NearestThreats{numbers[0], numbers[1], numbers[2]}.distance_for(part.agent);
  }
  const TargetState seen = part.view.target(def.threats, part.agent);
  if (!seen.found) return kInfinity;
  return length(part.view.displacement(def.candidates[k], part.here() + seen.displacement));
}

void target_flee_point(const FleePointDef& def, const PartView& part, PipelineGoal& goal) {
  double best = -kInfinity;
  Vec3 chosen;
  for (std::size_t k = 0; k < def.candidates.size(); ++k) {
    const Vec3 way = part.view.displacement(part.here(), def.candidates[k]);
    const double distance = distance_to_threats(def, part, k);
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
    .common_needed = common_of_flee_point,
    .find_common = find_nearest_threats,
};

}  // namespace

extern constexpr TargeterKind kFleePointTargeter = make_targeter<kTypedFleePoint>();

}  // namespace drover
