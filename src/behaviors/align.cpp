// align: turns to the orientation of a target and stops turning.
// Millington 3.3.5; formulas and corrections are in turning.md. Angles lie in (-pi, pi], so that the exactly
// opposite direction is defined.
#include "behaviors/turning.h"
#include "core/frame.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct AlignDef {
  Target target;
  Parameter orientation;
  bool opposite = false;
  TurnRule turn;
};

constexpr auto kAlignFields = join(
    fields(
        field<&AlignDef::target>(
            {.key = "target",
             .doc = "The target to take the heading of; of a group its nearest member's, or with "
                    "\"select\": \"centroid\" the mean.",
             .otherwise = "orientation is used"}),
        field<&AlignDef::orientation>({.key = "orientation",
                                       .unit = "rad",
                                       .range = closed(-1e3, 1e3),
                                       .doc = "The direction to turn to, counter-clockwise from +x.",
                                       .otherwise = "target is used"}),
        field<&AlignDef::opposite>(
            {.key = "opposite",
             .doc = "Whether to turn to the opposite direction; exactly half a turn is made to the left."})),
    embed<&AlignDef::turn>(kTurnFields));

std::vector<Problem> check(const AlignDef& def) {
  if ((def.target.type == TargetType::none) != def.orientation.is_present()) {
    return {{"", "give either \"target\" or \"orientation\""}};
  }
  const bool faces = def.target.type == TargetType::agent || def.target.type == TargetType::group ||
                     def.target.type == TargetType::agent_type || def.target.type == TargetType::goal;
  if (!faces && !def.orientation.is_present()) return {{"/target", "only agents have an orientation"}};
  return problems_of(def.turn);
}

// The direction to turn to: none where the target is absent, zero where its headings cancel out.
std::optional<Vec3> wanted_heading(const AlignDef& def, const AgentView& view, AgentIndex agent) {
  if (def.orientation.is_present()) return unit_vector(view.value(def.orientation, agent));
  const TargetState target = view.target(def.target, agent);
  return target.found ? std::optional(target.heading) : std::nullopt;
}

std::optional<Request> steer(const AlignDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<Vec3> wanted = wanted_heading(def, view, agent);
  if (!wanted) return std::nullopt;
  return turn_to(def.turn, view, agent, def.opposite ? -*wanted : *wanted);
}

constexpr TypedBehavior<AlignDef> kTypedAlign = {
    .info = {.name = "align",
             .summary = "Turns to the orientation of a target and stops turning there.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.5",
             .example = R"({"type": "align", "target": {"agent": "leader"}, "opposite": true})",
             .related = "face, look_where_going, match_rotation, oriented"},
    .fields = kAlignFields,
    .check = check,
    .needs_turning = always<AlignDef>,
    .leads = false,
    .asks_for_full_speed = false,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kAlign = make_behavior<kTypedAlign>();

}  // namespace drover
