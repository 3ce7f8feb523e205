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
  std::optional<Vec3> along;
  std::optional<std::array<double, 4>> quaternion;
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
        field<&AlignDef::along>({.key = "along",
                                 .unit = "m",
                                 .doc = "The direction to turn the nose to, a vector of any length.",
                                 .otherwise = "target or orientation is used",
                                 .in_plane = false}),
        field<&AlignDef::quaternion>(
            {.key = "quaternion",
             .range = closed(-1, 1),
             .doc = "The orientation to turn to: a unit quaternion [w, x, y, z] from the axes of the body to "
                    "those of the world.",
             .otherwise = "target or orientation is used",
             .in_plane = false}),
        field<&AlignDef::opposite>(
            {.key = "opposite",
             .doc = "Whether to turn to the opposite direction; exactly half a turn is made to the left."})),
    embed<&AlignDef::turn>(kTurnFields));

std::vector<Problem> check(const AlignDef& def) {
  const int given = int{def.target.type != TargetType::none} + int{def.orientation.is_present()} +
                    int{def.along.has_value()} + int{def.quaternion.has_value()};
  if (given != 1) return {{"", "give either \"target\" or \"orientation\""}};
  const bool faces = def.target.type == TargetType::agent || def.target.type == TargetType::group ||
                     def.target.type == TargetType::agent_type || def.target.type == TargetType::goal ||
                     def.target.type == TargetType::trail;
  if (!faces && def.target.type != TargetType::none)
    return {{"/target", "only agents and trails have an orientation"}};
  if (def.along && direction(*def.along) == Vec3{}) return {{"/along", "this vector has no direction"}};
  if (def.quaternion) {
    const auto& [w, x, y, z] = *def.quaternion;
    if (std::fabs(std::sqrt(w * w + x * x + y * y + z * z) - 1.0) > kLargestQuaternionError)
      return {{"/quaternion", "an orientation is a quaternion of length 1"}};
  }
  return problems_of(def.turn);
}

// The direction to turn to: none where the target is absent, zero where its headings cancel out.
std::optional<Vec3> wanted_heading(const AlignDef& def, const AgentView& view, AgentIndex agent) {
  if (def.along) return direction(*def.along);
  if (def.orientation.is_present()) return unit_vector(view.value(def.orientation, agent));
  const TargetState target = view.target(def.target, agent);
  return target.found ? std::optional(target.heading) : std::nullopt;
}

// In space an agent has an orientation, not only a heading.
std::optional<Quaternion> wanted_orientation(const AlignDef& def, const AgentView& view, AgentIndex agent) {
  if (def.quaternion) {
    const auto& [w, x, y, z] = *def.quaternion;
    return normalized({w, x, y, z});
  }
  if (def.target.type == TargetType::none) return std::nullopt;
  const TargetState target = view.target(def.target, agent);
  if (!target.found || target.agent == kNoIndex) return std::nullopt;
  return orientation_of(view.frame(target.agent));
}

std::optional<Request> steer(const AlignDef& def, const AgentView& view, AgentIndex agent) {
  if (view.is_spatial()) {
    if (const auto wanted = wanted_orientation(def, view, agent)) {
      const Quaternion about_turn = def.opposite ? axis_angle(kUp, det::kPi) : Quaternion{};
      return Request{{}, turn_to_orientation(def.turn, view, agent, *wanted * about_turn)};
    }
  }
  const std::optional<Vec3> wanted = wanted_heading(def, view, agent);
  if (!wanted) return std::nullopt;
  return turn_to(def.turn, view, agent, def.opposite ? -*wanted : *wanted);
}

constexpr TypedBehavior<AlignDef> kTypedAlign = {
    .info = {.name = "align",
             .summary = "Turns to the orientation of a target and stops turning there.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.3.5",
             .example = R"({"type": "align", "target": {"agent": "leader"}, "opposite": true})",
             .related = "face, look_where_going, match_rotation, oriented",
             .in_space = true},
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
