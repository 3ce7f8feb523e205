// The steps of the reference kernel by the registers they are compiled for.
#pragma once

#include "reference_arena.h"

namespace drover::reference {

void advance_baseline(const Arena& arena);
void advance_avx2(const Arena& arena);
void advance_avx512_half(const Arena& arena);
void advance_avx512(const Arena& arena);

}  // namespace drover::reference
