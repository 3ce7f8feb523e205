// Worlds that tests make by hand: their models can be changed.
#pragma once

#include "sim/state/world.h"

namespace drover::test {

inline Model& model_of(World& world) {
  return const_cast<Model&>(world.model());
}

}  // namespace drover::test
