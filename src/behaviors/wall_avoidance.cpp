// wall_avoidance: feelers that find walls ahead, and a push or a turn off the nearest one.
// Buckland, with the hit and the tip taken from the same feeler and walls that push to the side the agent is
// on; Millington 3.3.15. By default there is no remedy against corners, as in the printed listings. See
// avoidance.md.
#include "behaviors/corner_trap.h"
#include "behaviors/rays.h"
#include "behaviors/wall_feelers.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(WallVariant, feelers, rays)

DROVER_ENUM(FeelerCombine, closest, sum)

struct WallAvoidanceDef {
  WallVariant variant = WallVariant::feelers;
  FeelerRule feelers;
  Parameter gain = 20.0;
  FeelerCombine combine = FeelerCombine::closest;
  RayRule ray;
  CornerRule corner;
};

constexpr auto kWallVariantFields = fields(field<&WallAvoidanceDef::variant>(
    {.key = "variant",
     .doc = "What to do about a wall: feelers, along the heading, push by what of them is beyond it; rays, "
            "along the motion, make the agent seek a point off the nearest hit."}));

constexpr auto kPushFields = fields(
    field<&WallAvoidanceDef::gain>({.key = "gain",
                                    .unit = "1/s^2",
                                    .range = left_open(0, 1e6),
                                    .doc = "Of feelers: push per meter by which a feeler reaches through "
                                           "the wall.",
                                    .original_default = "1 is implied (Buckland)"}),
    field<&WallAvoidanceDef::combine>({.key = "combine",
                                       .doc = "Of feelers: which count, only the one with the hit nearest "
                                              "to the agent, or the sum of all."}));

constexpr auto kAnswerFields = read_when(
    "corner_trap", "none, adaptive_fan, winner",
    join(read_when("variant", "feelers", kPushFields),
         read_when(
             "variant", "rays",
             read_when("steer", "velocity", embed<&WallAvoidanceDef::ray>(kRayFields), "response_time"))));

constexpr auto kWallAvoidanceFields =
    join(join(join(kWallVariantFields, embed<&WallAvoidanceDef::feelers>(kFeelerFields)), kAnswerFields),
         embed<&WallAvoidanceDef::corner>(kCornerFields));

std::vector<Problem> check(const WallAvoidanceDef& def) {
  return check_corner_rule(def.corner, def.feelers.config);
}

double wall_reach(const WallAvoidanceDef& def, const World& world, AgentIndex agent) {
  return feeler_reach(def.feelers, world, agent);
}

void plan(WallAvoidanceDef& def, PerceptionPlan& plan) {
  if (def.feelers.agents) def.feelers.seen = plan_agent_rays<wall_reach>(def, plan);
}

std::size_t memory_of(const WallAvoidanceDef& def) {
  return corner_memory(def.corner);
}

void start(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  if (def.corner.corner_trap != CornerTrap::adaptive_fan) return;
  view.memory_to_write(agent)[0] = min_feeler_angle(def.corner, def.feelers, view, agent);
}

// The hit and the tip are those of one feeler.
Vec3 push(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent, const FeelerHit& hit) {
  return hit.normal * (view.value(def.gain, agent) * hit.overshoot);
}

std::optional<Request> answer(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent,
                              const FeelerHits& hits) {
  const FeelerHit* const nearest = hits.nearest();
  if (nearest == nullptr) return std::nullopt;
  if (def.variant == WallVariant::rays) {
    return seek_off(def.ray, view, agent, nearest->point, nearest->normal);
  }
  if (def.combine == FeelerCombine::closest) return push(def, view, agent, *nearest);
  Vec3 sum;
  for (const FeelerHit& hit : hits.all())
    sum += push(def, view, agent, hit);
  return sum;
}

// The direction of the feeler in the middle.
Vec3 direction_ahead(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  return def.variant == WallVariant::rays ? direction_of_motion(view, agent) : view.heading(agent);
}

Feelers full_feelers(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  const bool adapts = def.corner.corner_trap == CornerTrap::adaptive_fan;
  const double angle = adapts ? view.memory(agent)[0] : view.value(def.feelers.whisker_angle, agent);
  return feelers_of(def.feelers, view, agent, direction_ahead(def, view, agent), angle);
}

// They end where the agent means to come to rest.
Feelers present_feelers(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  Feelers feelers = full_feelers(def, view, agent);
  feelers.shorten(distance_to_look(view, agent));
  return feelers;
}

FeelerHits present_hits(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  const FeelerRule& rule = def.feelers;
  const StaticGrid::Box box = StaticGrid::box(view.position(agent), feeler_reach(rule, view.world(), agent));
  const StaticGeometry geometry = view.world().geometry_near(agent, box);
  const auto is_there = [](std::uint32_t) { return true; };
  // Most agents stand clear of everything.
  const bool is_near_something = rule.agents || geometry.is_spatial() ||
                                 geometry.segment_grid().any(box, is_there) ||
                                 (rule.obstacles && geometry.obstacle_grid().any(box, is_there));
  if (!is_near_something) return {};
  Feelers feelers = full_feelers(def, view, agent);
  const FeelerHits hits = touch_all(rule, geometry, view, agent, feelers);
  // Where nothing is met, nobody asks for the place to rest.
  if (hits.count == 0 || !feelers.shorten(distance_to_look(view, agent))) return hits;
  return touch_all(rule, geometry, view, agent, feelers);
}

std::optional<Request> steer(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent) {
  const CornerTrap remedy = def.corner.corner_trap;
  const FeelerHits hits = present_hits(def, view, agent);
  if (remedy == CornerTrap::none) return answer(def, view, agent, hits);
  const Vec3 ahead = direction_ahead(def, view, agent);
  switch (remedy) {
    case CornerTrap::none:
      break;
    case CornerTrap::adaptive_fan:
      adapt_fan(def.corner, def.feelers, view, agent, hits.count > 0);
      break;
    case CornerTrap::winner: {
      const double winner = winning_side(def.corner, view, agent, hits);
      if (winner != 0.0 && hits.count > 0)
        return turn_within(view, agent, ahead, hits, away_from(winner, view, agent, ahead));
      break;
    }
    case CornerTrap::commit:
      return committed_turn(def.corner, view, agent, ahead, hits);
  }
  return answer(def, view, agent, hits);
}

constexpr std::array<std::string_view, kMaxFeelers> kFeelerNames = {
    "feeler_ahead", "feeler_left", "feeler_right", "feeler_up", "feeler_down"};

// The tips of the feelers.
void aim(const WallAvoidanceDef& def, const AgentView& view, AgentIndex agent, Aims& out) {
  for (const Feeler& feeler : present_feelers(def, view, agent).used()) {
    const Vec3 tip = view.position(agent) + feeler.start + feeler.reach;
    out.add({kFeelerNames[static_cast<std::size_t>(feeler.side)], AimForm::feeler, tip});
  }
}

constexpr TypedBehavior<WallAvoidanceDef> kTypedWallAvoidance = {
    .info = {.name = "wall_avoidance",
             .summary = "Steers off walls that its feelers touch, and off obstacles where told to.",
             .source = "Buckland, Programming Game AI by Example, ch. 3; Millington and Funge, Artificial "
                       "Intelligence for Games, 3.3.15",
             .example = R"({"type": "wall_avoidance", "length": 5})",
             .related = "obstacle_avoidance",
             .in_space = true},
    .fields = kWallAvoidanceFields,
    .check = check,
    .memory = kMaxCornerMemory,
    .memory_of_heights = kCornerMemoryOfHeights,
    .memory_needed = memory_of,
    .probability = 0.9,
    .leads = false,
    .plan = plan,
    .start = start,
    .steer = steer,
    .aim_names = kFeelerNames,
    .aim = aim,
};

}  // namespace

extern constexpr BehaviorKind kWallAvoidance = make_behavior<kTypedWallAvoidance>();

}  // namespace drover
