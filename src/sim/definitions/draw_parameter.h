// Draws from the laws of parameters.
#pragma once

#include "core/parameter.h"

namespace drover {

class Draws;

// The value of a present parameter: the constant, or the next draw of its law.
double draw_parameter(const Parameter& parameter, Draws& draws);

}  // namespace drover
