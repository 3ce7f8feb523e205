// The field table of events; see core/field.h.
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/erased.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

constexpr auto kEventFields = fields(
    field<&EventDef::id>(
        {.key = "id",
         .doc =
             "Name, for messages and for what is about a source. It keys the draws of every: with an id they "
             "do not depend on the place in the file.",
         .otherwise = "# and its place in the list"}),
    field<&EventDef::at>({.key = "at",
                          .unit = "s",
                          .range = closed(0, 1e9),
                          .doc = "When it happens, or a list of times; the state of this time shows it.",
                          .otherwise = "given by when"}),
    field<&EventDef::every>(
        {.key = "every",
         .unit = "s",
         .range = left_open(0, 1e9),
         .doc =
             "Time between repetitions: up to the end of the run, or as often as times, until or up_to "
             "say. Of a law each gap is drawn, the first one before the first time; exponential: a Poisson "
             "process."}),
    field<&EventDef::times>(
        {.key = "times",
         .range = closed(1, 100000),
         .doc = "How often it happens: once by default, or with every, where nothing else says how often, up "
                "to the end of the run. With until or up_to 1 is no limit.",
         .otherwise = "up to the end of the run"}),
    field<&EventDef::until>({.key = "until",
                             .unit = "s",
                             .range = closed(0, 1e9),
                             .doc = "It happens again and again up to this time, inclusive.",
                             .otherwise = "given by times"}),
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
         .doc = "The target of the event: an agent, a group, an agent type or a formation; of shape an "
                "obstacle or a wall.",
         .otherwise = "no agent"}));

// An event about a formation is one about its anchor.
bool names_agents(const Target& target) {
  return target.type == TargetType::agent || target.type == TargetType::group ||
         target.type == TargetType::agent_type || target.type == TargetType::formation;
}

// That it happens once where "when" or a list of times says how often.
std::optional<Problem> check_repetitions(const EventDef& event, std::string message) {
  std::string_view key;
  if (event.times != 1) key = "/times";
  if (event.until.is_present()) key = "/until";
  const bool spawns = event.event.kind->name == kSpawnName;
  if (spawns && event.event.as<SpawnDef>().up_to && event.when) key = "/up_to";
  if (key.empty()) return std::nullopt;
  return Problem{.pointer = std::string(key), .message = std::move(message)};
}

std::optional<Problem> check_times(const EventDef& event) {
  if (event.at.empty() != event.when.has_value()) {
    return Problem{.pointer = event.when ? "/when" : "", .message = "give either \"at\" or \"when\""};
  }
  if (event.when) return check_repetitions(event, "an event with \"when\" happens once");
  if (event.at.size() > 1) return check_repetitions(event, "the list \"at\" says all times by itself");
  if (event.every.is_drawn() && event.every.distribution().type == Distribution::Type::each)
    return Problem{.pointer = "/every", .message = "\"each\" gives numbers to agents: an event has none"};
  if (!event.until.is_present()) return std::nullopt;
  if (event.until.is_drawn())
    return Problem{.pointer = "/until", .message = "\"until\" is a number, not a distribution"};
  if (event.until.constant() >= event.at.front()) return std::nullopt;
  return Problem{.pointer = "/until",
                 .message = fmt::format("\"until\" is before \"at\": {} s before {} s",
                                        event.until.constant(), event.at.front())};
}

std::vector<Problem> check_event(const EventDef& event) {
  if (event.event.kind == nullptr) return {};
  if (auto problem = check_times(event)) return {std::move(*problem)};
  if (!event.when && event.watch.type != TargetType::none) {
    return {{"/watch", "\"watch\" belongs to \"when\": an event at a time watches no agent"}};
  }
  if (event.watch.type != TargetType::none && !names_agents(event.watch)) {
    return {{"/watch", "\"watch\" must be an agent, a group, an agent type or a formation"}};
  }
  const EventSubject subject = event.event->subject;
  const bool names_shape = event.target.type == TargetType::obstacle || event.target.type == TargetType::wall;
  const std::string at = event.target.type == TargetType::none ? "" : "/target";
  if (subject == EventSubject::shape && !names_shape) {
    return {{at, fmt::format("\"target\" of \"{}\" must be an obstacle or a wall, by its \"id\"",
                             event.event->name)}};
  }
  if (subject == EventSubject::agents && !names_agents(event.target))
    return {{at, "\"target\" must be an agent, a group, an agent type or a formation"}};
  if (subject == EventSubject::nothing && event.target.type != TargetType::none)
    return {
        {at, fmt::format("\"{}\" has no target: it is about no agents that are there", event.event->name)}};
  if (subject != EventSubject::agents && event.when && event.watch.type == TargetType::none) {
    return {{"/when", "\"watch\" is missing: it names the agents for which the condition is evaluated"}};
  }
  return {};
}

}  // namespace

const Table& EventDef::table() {
  static constexpr Table kTable =
      choice_table<&EventDef::event>("event", "", kEventFields, erased<check_event>);
  return kTable;
}

}  // namespace drover
