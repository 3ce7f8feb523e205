// teleport: agents are moved to another position at once.
// It is not a motion: tracks break there, and what behaviors remember about positions starts anew.
#include <fmt/format.h>

#include "core/frame.h"
#include "events/formation_targets.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/edges.h"

namespace drover {
namespace {

struct TeleportDef {
  std::optional<Vec3> position;
  std::optional<Vec3> by;
  std::optional<Vec3> velocity;
  Parameter heading;
};

constexpr auto kTeleportFields = fields(
    field<&TeleportDef::position>({.key = "position",
                                   .unit = "m",
                                   .doc = "Where every target goes, all to the same place; on ground with "
                                          "heights [x, y, z] with the height of the feet.",
                                   .otherwise = "given by by",
                                   .has_height = true}),
    field<&TeleportDef::by>(
        {.key = "by",
         .unit = "m",
         .doc = "How far each target is moved from where it is, so that several keep their places relative "
                "to each other; at edges that reflect or clamp they stop.",
         .otherwise = "given by position",
         .has_height = true}),
    field<&TeleportDef::velocity>(
        {.key = "velocity", .unit = "m/s", .doc = "The velocity it arrives with.", .otherwise = "as it was"}),
    field<&TeleportDef::heading>({.key = "heading",
                                  .unit = "rad",
                                  .range = closed(-1e3, 1e3),
                                  .doc = "The heading it arrives with, counter-clockwise from +x.",
                                  .otherwise = "along velocity if that is given, else as it was"}));

std::vector<Problem> check(const TeleportDef& def) {
  if (def.position.has_value() == def.by.has_value()) {
    return {{def.by ? "/by" : "", "give either \"position\" or \"by\""}};
  }
  if (def.velocity && !(length(*def.velocity) <= kMaxSpeed)) {
    return {{"/velocity", "the speed must not exceed 10000 m/s"}};
  }
  return {};
}

// An anchor can be put somewhere where nothing else says where it is.
std::optional<Problem> check_anchor(const Formation& formation) {
  const FormationDef& def = formation.def;
  const bool is_moderated = def.mode == FormationMode::two_level && !def.cover &&
                            def.anchor.type == AnchorType::steered &&
                            def.moderation != ModerationChoice::none;
  std::string_view by;
  if (def.mode == FormationMode::emergent || is_moderated) by = "its members say";
  if (def.anchor.type == AnchorType::leader) by = "its leader says";
  if (formation.parent != kNoIndex) by = "its slot in another formation says";
  if (by.empty()) return std::nullopt;
  return Problem{.pointer = "/target",
                 .message = fmt::format("the formation \"{}\" cannot be teleported: {} where its anchor is",
                                        formation.name, by)};
}

std::optional<Problem> prepare(TeleportDef& def, EventSetup& setup, std::span<const AgentIndex> agents) {
  if (is_about_formation(setup.world, agents)) {
    if (auto problem = check_anchor(formation_of_target(setup.world, agents.front()))) return problem;
  }
  for (const AgentIndex agent : agents) {
    const AgentType& type = setup.world.model().type_of(agent);
    if (type.locomotion->steered) continue;
    return Problem{
        .pointer = "/target",
        .message = fmt::format("agents of type \"{}\" cannot be teleported: \"{}\" says where they are",
                               type.name, type.locomotion->name)};
  }
  if (def.position && is_beyond_closed_edges(setup.world.model().bounds, *def.position)) {
    return Problem{.pointer = "/position", .message = "the place is outside the world's bounds"};
  }
  return std::nullopt;
}

void apply(const TeleportDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  World& world = context.world();
  for (const AgentIndex agent : agents) {
    const Vec3 now = world.state.motion.position(agent);
    EventContext::Pose pose{.position = def.position ? *def.position : now + *def.by,
                            .velocity = def.velocity};
    if (world.model().is_elevated()) {
      double& z = world.state.elevation.z[agent];
      z = def.position ? def.position->z : z + def.by->z;
      pose.position.z = 0.0;
    }
    if (def.heading.is_present()) pose.heading = unit_vector(world.state.value(def.heading, agent));
    context.put(agent, pose);
    // An anchor wants to go on in the direction in which it arrives.
    if (world.model().is_anchor(agent) && (pose.heading || pose.velocity)) {
      AgentMotion& motion = world.state.motion;
      const Vec3 heading = level_heading(motion, agent);
      if (!motion.uz.is_uniform()) motion.set_frame(agent, upright(heading));
      set_vector(world.state.formation_columns.wanted_heading, formation_at(world, agent), heading);
    }
  }
}

constexpr TypedEvent<TeleportDef> kTypedTeleport = {
    .info = {.name = "teleport",
             .summary = "Agents are somewhere else at once.",
             .source = "drover's own",
             .example = R"({"type": "teleport", "target": {"agent_type": "a"}, "at": 5, "position": [3, 4],
 "velocity": [1, 0]})",
             .related = "spawn, remove, set",
             .in_space = true},
    .fields = kTeleportFields,
    .check = check,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kTeleport = make_event<kTypedTeleport>();

}  // namespace drover
