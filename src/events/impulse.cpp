// impulse: the velocities of bodies change at once.
#include "events/formation_targets.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct ImpulseDef {
  std::optional<Vec3> velocity;
  std::optional<Vec3> momentum;
};

constexpr auto kImpulseFields = fields(
    field<&ImpulseDef::velocity>({.key = "velocity",
                                  .unit = "m/s",
                                  .doc = "What is added to the velocity.",
                                  .otherwise = "momentum counts",
                                  .has_height = true}),
    field<&ImpulseDef::momentum>({.key = "momentum",
                                  .unit = "N s",
                                  .doc = "The velocity changes by this, divided by the mass of the body.",
                                  .otherwise = "velocity counts",
                                  .has_height = true}));

std::vector<Problem> check(const ImpulseDef& def) {
  if (def.velocity.has_value() != def.momentum.has_value()) return {};
  return {{"", "give either \"velocity\" or \"momentum\""}};
}

std::optional<Problem> prepare(ImpulseDef&, EventSetup& setup, std::span<const AgentIndex> agents) {
  if (auto problem = refuse_formation(setup.world, agents, "push", "Push its members.")) return problem;
  const Model& model = setup.world.model();
  for (const AgentIndex agent : agents) {
    const AgentType& type = model.type_of(agent);
    if (type.locomotion->steered && model.agents.immovable[agent] == 0) continue;
    return Problem{.pointer = "/target",
                   .message = fmt::format("this has no effect on agents of type \"{}\": they {}", type.name,
                                          type.locomotion->steered ? "are immovable" : "go by a script"),
                   .severity = Severity::warning};
  }
  return std::nullopt;
}

void apply(const ImpulseDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    const double mass = context.world().state.limits.mass[agent];
    context.push_body(agent, def.velocity ? *def.velocity : *def.momentum / mass);
  }
}

constexpr TypedEvent<ImpulseDef> kTypedImpulse = {
    .info = {.name = "impulse",
             .summary = "The velocities of bodies change at once.",
             .source = "Millington, AI for Games, 3rd ed., 3.6 (recoil, blast waves)",
             .example = R"({"type": "impulse", "target": {"agent_type": "a"}, "at": 5, "momentum": [40, 0]})",
             .related = "explosion, teleport",
             .in_space = true},
    .fields = kImpulseFields,
    .pushes = true,
    .check = check,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kImpulse = make_event<kTypedImpulse>();

}  // namespace drover
