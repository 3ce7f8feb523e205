// wall_avoidance: feelers that find walls ahead, and a push off the nearest one.
// Seeds 000 and 003 "Wall Avoidance", with the hit and the tip of one and the same feeler (erratum E0-13) and
// walls that push to the side the agent is on (E0-14); catalogue 3.3, variant feelers.
#include "core/det_math.h"
#include "sim/behavior_view.h"
#include "sim/steering_laws.h"

namespace drover {
namespace {

enum class FeelerConfig { single_whiskers, single, fan };
inline constexpr std::array<std::string_view, 3> kFeelerConfigNames = {"single_whiskers", "single", "fan"};
constexpr std::span<const std::string_view> enum_names(FeelerConfig) {
  return kFeelerConfigNames;
}

enum class FeelerCombine { closest, sum };
inline constexpr std::array<std::string_view, 2> kFeelerCombineNames = {"closest", "sum"};
constexpr std::span<const std::string_view> enum_names(FeelerCombine) {
  return kFeelerCombineNames;
}

struct WallAvoidanceDef {
  FeelerConfig config = FeelerConfig::single_whiskers;
  Quantity length = 4.0;
  Quantity whisker_length = 2.0;
  Quantity whisker_angle = 0.25 * det::kPi;
  Quantity gain = 20.0;
  FeelerCombine combine = FeelerCombine::closest;
  bool two_sided = true;
};

constexpr auto kFields = fields(
    field<&WallAvoidanceDef::config>({.key = "config",
                                      .doc = "The feelers: single_whiskers is a long one ahead and two short "
                                             "ones beside it, single only the one "
                                             "ahead, fan three of equal length.",
                                      .seed = "fan (S0)"}),
    field<&WallAvoidanceDef::length>(
        {.key = "length",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Length of the feeler ahead, and of all three of a fan, from the center.",
         .seed = "a parameter without a value (S0)"}),
    field<&WallAvoidanceDef::whisker_length>({.key = "whisker_length",
                                              .unit = "m",
                                              .range = left_open(0, 1e5),
                                              .doc = "Length of the two whiskers of single_whiskers."}),
    field<&WallAvoidanceDef::whisker_angle>({.key = "whisker_angle",
                                             .unit = "rad",
                                             .range = left_open(0, 0.5 * det::kPi),
                                             .doc = "Angle between the heading and the feelers beside it."}),
    field<&WallAvoidanceDef::gain>({.key = "gain",
                                    .unit = "1/s^2",
                                    .range = left_open(0, 1e6),
                                    .doc = "Push per meter by which a feeler reaches through the wall.",
                                    .seed = "1 is implied (S0)"}),
    field<&WallAvoidanceDef::combine>(
        {.key = "combine",
         .doc = "Which feelers count: only the one with the hit nearest to the agent, or the sum of all."}),
    field<&WallAvoidanceDef::two_sided>(
        {.key = "two_sided",
         .doc = "Walls push to the side the agent is on. Otherwise they stop only those on their left side, "
                "seen from "
                "the first point to the second.",
         .seed = "false, and agents behind a wall are pushed further away (S0)"}));

// The feelers of one agent, from its center to their tips: left, right, ahead. In this order the sum of their
// pushes is mirrored exactly when the world is.
struct Feelers {
  std::array<Vec3, 3> reach;  // m
  std::size_t first = 0;      // those before it are not used
};

Feelers feelers_of(const WallAvoidanceDef& def, Vec3 heading, AgentIndex agent) {
  Feelers feelers;
  feelers.reach[2] = heading * def.length[agent];
  if (def.config == FeelerConfig::single) {
    feelers.first = 2;
    return feelers;
  }
  const double reach = def.config == FeelerConfig::fan ? def.length[agent] : def.whisker_length[agent];
  const auto angle = det::sin_cos(def.whisker_angle[agent]);
  feelers.reach[0] = from_local(heading, angle.cos, angle.sin) * reach;
  feelers.reach[1] = from_local(heading, angle.cos, -angle.sin) * reach;
  return feelers;
}

std::optional<Request> steer(const WallAvoidanceDef& def, const BehaviorView& view, AgentIndex agent) {
  const Vec3 p = view.position(agent);
  const Feelers feelers = feelers_of(def, view.heading(agent), agent);
  const WallSides sides = def.two_sided ? WallSides::both : WallSides::left;
  double nearest = kInfinity;
  std::optional<Vec3> push;
  for (std::size_t k = feelers.first; k < feelers.reach.size(); ++k) {
    const Vec3 tip = p + feelers.reach[k];
    const std::optional<WallHit> hit = view.world().geometry.first_wall_hit(p, tip, sides);
    if (!hit) continue;
    const Vec3 own = hit->normal * (def.gain[agent] * length(tip - hit->point));
    if (def.combine == FeelerCombine::sum) {
      push = push.value_or(Vec3{}) + own;
    } else if (hit->distance < nearest) {
      nearest = hit->distance;
      push = own;
    }
  }
  if (!push) return std::nullopt;
  return *push;
}

}  // namespace

extern const BehaviorKind kWallAvoidance;
constexpr BehaviorKind kWallAvoidance =
    with_probability(0.9, behavior<WallAvoidanceDef, steer>({
                              .name = "wall_avoidance",
                              .summary = "Steers off walls that its feelers touch.",
                              .source = "seeds 000 and 003 (Wall Avoidance)",
                              .table = {.name = "wall_avoidance", .fields = kFields},
                              .example = R"({"type": "wall_avoidance", "length": 5})",
                              .related = "obstacle_avoidance",
                          }));

}  // namespace drover
