// All parts that a pipeline can be made of.
#pragma once

#include <span>

#include "arbiters/pipeline/parts.h"

namespace drover {

std::span<const TargeterKind* const> targeter_kinds();
std::span<const DecomposerKind* const> decomposer_kinds();
std::span<const ConstraintKind* const> constraint_kinds();
std::span<const PathActuatorKind* const> path_actuator_kinds();

}  // namespace drover
