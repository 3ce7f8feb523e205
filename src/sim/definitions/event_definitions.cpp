// The field table of events; see core/field.h.
#include "core/erased.h"
#include "core/kind.h"
#include "sim/definitions/definitions.h"

namespace drover {
namespace {

constexpr auto kEventFields = fields(
    field<&EventDef::at>({.key = "at",
                          .unit = "s",
                          .range = closed(0, 1e9),
                          .doc = "When it happens; the state of this time shows it.",
                          .otherwise = "given by when"}),
    field<&EventDef::every>({.key = "every",
                             .unit = "s",
                             .range = left_open(0, 1e9),
                             .doc = "Time between repetitions, with times above 1."}),
    field<&EventDef::times>({.key = "times", .range = closed(1, 100000), .doc = "How often it happens."}),
    field<&EventDef::when>({.key = "when",
                            .doc = "It happens when this first holds for a watched agent, one step later.",
                            .otherwise = "given by at"}),
    field<&EventDef::watch>(
        {.key = "watch",
         .doc = "The agents for which the condition is evaluated: the event happens once, to all of its "
                "targets. Without it every target is watched and the event happens to each by itself.",
         .otherwise = "the targets"}),
    field<&EventDef::target>(
        {.key = "target",
         .doc = "The target of the event: an agent, a group, an agent type or a formation.",
         .otherwise = "no agent"}));

// An event about a formation is one about its anchor.
bool names_agents(const Target& target) {
  return target.type == TargetType::agent || target.type == TargetType::group ||
         target.type == TargetType::agent_type || target.type == TargetType::formation;
}

std::vector<Problem> check_event(const EventDef& event) {
  if (event.event.kind == nullptr) return {};
  if (event.at.is_drawn()) return {{"/at", "\"at\" is a number, not a distribution"}};
  if (event.at.is_present() == event.when.has_value()) {
    return {{event.when ? "/when" : "", "give either \"at\" or \"when\""}};
  }
  if (event.when && event.times > 1) return {{"/times", "an event with \"when\" happens once"}};
  if (!event.when && event.watch.type != TargetType::none) {
    return {{"/watch", "\"watch\" belongs to \"when\": an event at a time watches no agent"}};
  }
  if (event.watch.type != TargetType::none && !names_agents(event.watch)) {
    return {{"/watch", "\"watch\" must be an agent, a group, an agent type or a formation"}};
  }
  const bool needs_target = event.event.kind->name != kSpawnName;
  if (needs_target && !names_agents(event.target)) {
    return {{event.target.type == TargetType::none ? "" : "/target",
             "\"target\" must be an agent, a group, an agent type or a formation"}};
  }
  if (!needs_target && event.target.type != TargetType::none) {
    return {{"/target", "\"spawn\" has no target: its agents are new"}};
  }
  if (!needs_target && event.when && event.watch.type == TargetType::none) {
    return {{"/when", "\"watch\" is missing: it names the agents for which the condition is evaluated"}};
  }
  return {};
}

}  // namespace

const Table& EventDef::table() {
  static constexpr Table kTable = {.name = "event",
                                   .fields = kEventFields,
                                   .family = "event",
                                   .box = box_of<&EventDef::event>,
                                   .check = erased<check_event>};
  return kTable;
}

}  // namespace drover
