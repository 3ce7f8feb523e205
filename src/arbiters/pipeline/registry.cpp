#include "arbiters/pipeline/registry.h"

namespace drover {

// In the order in which lists and the reference show them.
DROVER_KINDS(targeter_kinds, TargeterKind, kChaseTargeter, kFixedTargeter, kFaceTargeter, kFollowPathTargeter,
             kFleePointTargeter)
DROVER_KINDS(decomposer_kinds, DecomposerKind, kPlanningDecomposer, kFlowFieldDecomposer)
DROVER_KINDS(constraint_kinds, ConstraintKind, kAvoidObstacleConstraint, kWallConstraint,
             kAvoidAgentsConstraint, kSpeedLimitConstraint, kRegionConstraint)
DROVER_KINDS(path_actuator_kinds, PathActuatorKind, kPointToPointActuator, kArriveActuator,
             kHumanPathActuator, kCarPathActuator, kManoeuvresActuator)

namespace {
constexpr auto kTargeterKeys =
    fields(field<&TargeterDef::when>({.key = "when",
                                      .doc = "The targeter counts only while this holds. Of several for one "
                                             "channel it is the first that counts and "
                                             "finds a goal.",
                                      .otherwise = "always"}));
}  // namespace

// clang-format off
const Table& TargeterDef::table() { static constexpr Table kTable = part_table<&TargeterDef::targeter>("targeter", "", kTargeterKeys); return kTable; }
const Table& DecomposerDef::table() { static constexpr Table kTable = part_table<&DecomposerDef::decomposer>("decomposer"); return kTable; }
const Table& ConstraintDef::table() { static constexpr Table kTable = part_table<&ConstraintDef::constraint>("constraint"); return kTable; }
const Table& PathActuatorDef::table() { static constexpr Table kTable = part_table<&PathActuatorDef::actuator>("path actuator", "point_to_point"); return kTable; }
// clang-format on

}  // namespace drover
