// All patterns, in the order in which lists and the reference show them.
#pragma once

#include <span>

#include "formations/pattern.h"

namespace drover {

std::span<const PatternKind* const> pattern_kinds();

}  // namespace drover
