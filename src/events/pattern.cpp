// pattern: a formation takes another of its patterns, such as the play that is called.
#include "events/formation_targets.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct PatternEventDef {
  std::string pattern;
  std::uint32_t index = kNoIndex;  // of the target; linked
};

constexpr auto kPatternEventFields = fields(field<&PatternEventDef::pattern>(
    {.key = "pattern",
     .doc = "A name under the formation's \"patterns\", or base for its \"pattern\". Its time begins now. "
            "In a pattern that moves members keep their slots, in others they are assigned anew.",
     .required = true}));

std::optional<Problem> prepare(PatternEventDef& def, EventSetup& setup, std::span<const AgentIndex> agents) {
  const World& world = setup.world;
  if (auto problem = require_formation(world, agents, "pattern")) return problem;
  const Formation& formation = formation_of_target(world, agents.front());
  if (!formation.has_slots())
    return Problem{.pointer = "/target",
                   .message = fmt::format("the formation \"{}\" has no patterns", formation.name)};
  def.index = formation.find_pattern(def.pattern);
  if (def.index != kNoIndex) return std::nullopt;
  std::vector<std::string> names{std::string(kBasePattern)};
  for (const Named<NamedPatternDef>& pattern : formation.def.patterns)
    names.push_back(pattern.name);
  Problem problem =
      unknown_name(fmt::format("the formation \"{}\" has no pattern \"{}\"", formation.name, def.pattern),
                   def.pattern, std::move(names));
  problem.pointer = "/pattern";
  return problem;
}

void apply(const PatternEventDef& def, EventContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex anchor : agents)
    change_pattern(context.world(), formation_at(context.world(), anchor), def.index);
}

constexpr TypedEvent<PatternEventDef> kTypedPattern = {
    .info = {.name = "pattern",
             .summary = "A formation takes another of its patterns.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 2nd ed., 3.7.9",
             .example =
                 R"({"type": "pattern", "target": {"formation": "patrol"}, "at": 5, "pattern": "base"})",
             .related = "reassign, join",
             .in_space = true},
    .fields = kPatternEventFields,
    .prepare = prepare,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kPatternEvent = make_event<kTypedPattern>();

}  // namespace drover
