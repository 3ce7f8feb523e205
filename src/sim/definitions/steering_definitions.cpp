// The field tables of an agent type's steering: entries, groups, modes and what they depend on; see
// core/field.h.
#include <cmath>

#include "core/erased.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

constexpr auto kRampFields = fields(field<&RampDef::points>(
    {.key = "points",
     .doc = "Pairs [quantity, factor]: straight lines between them; below the first and above the last the "
            "factor stays.",
     .required = true}));

std::vector<Problem> check_ramp(const RampDef& ramp) {
  if (ramp.points.empty()) return {{"/points", "a ramp needs at least one point"}};
  for (std::size_t k = 0; k < ramp.points.size(); ++k) {
    if (k > 0 && !(ramp.points[k][0] > ramp.points[k - 1][0])) {
      return {{"/points", "the quantities must ascend from point to point"}};
    }
    if (std::fabs(ramp.points[k][1]) > 1e6)
      return {{"/points", "a factor lies between -1000000 and 1000000"}};
  }
  return {};
}

constexpr auto kStackEntryFields = fields(
    field<&StackEntryDef::weight>(
        {.key = "weight",
         .range = closed(-1e6, 1e6),
         .doc = "Factor on the request; 0 is the same as leaving the behavior out."}),
    field<&StackEntryDef::weight_by>({.key = "weight_by",
                                      .doc = "A second factor that follows a quantity.",
                                      .otherwise = "the weight does not change"}),
    field<&StackEntryDef::when>(
        {.key = "when", .doc = "The behavior is asked only while this holds.", .otherwise = "always"}),
    field<&StackEntryDef::probability>(
        {.key = "probability",
         .range = kProbability,
         .doc = "Chance per step that prioritized_dithering asks this behavior.",
         .otherwise = "the kind's own: 0.9 for walls and obstacles, 0.5 for alignment and "
                      "cohesion, else 0.8"}),
    field<&StackEntryDef::priority>(
        {.key = "priority",
         .range = closed(-1e6, 1e6),
         .doc = "Under priority_groups: the higher, the earlier; equal ones go in the order of the stack.",
         .otherwise = "0"}),
    field<&StackEntryDef::priority_by>({.key = "priority_by",
                                        .doc = "Under priority_groups: added to the priority.",
                                        .otherwise = "the priority does not change"}),
    field<&StackEntryDef::fallback>(
        {.key = "fallback",
         .doc = "Under priority_groups: asked only when no other behavior of the stack gets through."}),
    field<&StackEntryDef::speed>(
        {.key = "speed",
         .doc = "What full speed is to this behavior: the agent's preferred_speed or, as "
                "in flight, its max_speed. In a group each behavior says it for itself."}),
    field<&StackEntryDef::decide_every>(
        {.key = "decide_every",
         .unit = "s",
         .range = closed(0, 60),
         .doc = "The time after which this behavior is asked again, each agent in a step of its own; in "
                "between what it asked for is held. 0: it is asked whenever its agent decides. In a group "
                "each behavior says it for itself."}),
    field<&StackEntryDef::label>(
        {.key = "label",
         .doc = "A name of the behavior in its agent type, beside the one it has anyway: wander is the first "
                "of its kind, wander#1 the second, graze/wander that of a mode. It changes nothing else.",
         .is_resolved = true}),
    field<&StackEntryDef::before>({.key = "before",
                                   .doc = "In \"add\": the label of the behavior that it is put in front of.",
                                   .is_resolved = true}),
    field<&StackEntryDef::after>({.key = "after",
                                  .doc = "In \"add\": the label of the behavior that it is put behind.",
                                  .is_resolved = true}),
    field<&StackEntryDef::mode>(
        {.key = "mode",
         .doc = "In \"add\": the mode whose stack it is put into, else the stack that all "
                "modes share. Without \"before\" and \"after\" it comes last.",
         .is_resolved = true}));

constexpr auto kTransitionFields =
    fields(field<&TransitionDef::when>({.key = "when", .doc = "What must hold.", .required = true}),
           field<&TransitionDef::to>({.key = "to", .doc = "The mode that follows.", .required = true}));

constexpr auto kModeFields = fields(
    field<&ModeDef::arbiter>({.key = "arbiter", .doc = "How the requests are combined in this mode."}),
    field<&ModeDef::behaviors>(
        {.key = "behaviors",
         .doc = "The stack of this mode; it comes after the behaviors the type has in all modes."}),
    field<&ModeDef::transitions>(
        {.key = "transitions",
         .doc = "Ways out of the mode: in every step the first whose condition holds is taken."}),
    field<&ModeDef::min_dwell>({.key = "min_dwell",
                                .unit = "s",
                                .range = closed(0, 1e9),
                                .doc = "No transition is taken before the agent was in the mode this long."}),
    field<&ModeDef::actions>(
        {.key = "actions",
         .doc = "What the agent does in this mode beside moving, after the actions of its type."}));

constexpr auto kModeKeys = join(kModeFields, embed<&ModeDef::goals>(kGoalKeyFields));

constexpr auto kActionFields = fields(field<&ActionDef::when>(
    {.key = "when", .doc = "It is done only while this holds.", .otherwise = "always"}));

constexpr auto kSteeringFields = fields(
    field<&SteeringDef::arbiter>(
        {.key = "arbiter", .doc = "How the requests are combined; modes have arbiters of their own."}),
    field<&SteeringDef::behaviors>(
        {.key = "behaviors",
         .doc = "The stack; its order is the priority. With modes: what all modes share."}),
    field<&SteeringDef::modes>(
        {.key = "modes", .doc = "A small state machine: by name, what the agent does in each of its modes."}),
    field<&SteeringDef::initial_mode>(
        {.key = "initial_mode", .doc = "The mode agents start in.", .otherwise = "the first of \"modes\""}),
    field<&SteeringDef::change>(
        {.key = "change",
         .doc = "Changes behaviors that the type has or inherits, by their labels: what is given replaces "
                "what was there, null takes the behavior out.",
         .otherwise = "nothing changes",
         .is_resolved = true}),
    field<&SteeringDef::add>(
        {.key = "add",
         .doc = "Behaviors that are put into the stacks that the type has or inherits. Labels here and in "
                "\"change\" are those from before both.",
         .is_resolved = true}));

}  // namespace

// clang-format off
const Table& TransitionDef::table() { static constexpr Table kTable = plain_table("transition", kTransitionFields); return kTable; }
const Table& ActionDef::table() { static constexpr Table kTable = choice_table<&ActionDef::action>("action", "", kActionFields); return kTable; }
const Table& ModeDef::table() { static constexpr Table kTable = plain_table("mode", kModeKeys); return kTable; }
const Table& SteeringDef::table() { static constexpr Table kTable = plain_table("steering", kSteeringFields); return kTable; }
const Table& StackEntryDef::table() { static constexpr Table kTable = choice_table<&StackEntryDef::behavior>("behavior", "", kStackEntryFields); return kTable; }
const Table& ConditionDef::table() { static constexpr Table kTable = choice_table<&ConditionDef::condition>("condition"); return kTable; }
const Table& QuantityDef::table() { static constexpr Table kTable = choice_table<&QuantityDef::quantity>("quantity"); return kTable; }
const Table& RampDef::table() { static constexpr Table kTable = choice_table<&RampDef::quantity>("ramp", "", kRampFields, erased<check_ramp>); return kTable; }
const Table& ArbiterDef::table() { static constexpr Table kTable = choice_table<&ArbiterDef::arbiter>("arbiter", "prioritized_sum"); return kTable; }
// clang-format on

}  // namespace drover
