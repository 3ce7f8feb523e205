// The probe that refuses to simulate where arithmetic is not the arithmetic drover's promise rests on.
#pragma once

namespace drover {

// What is wrong with the floating-point environment of the calling thread, as a sentence for people, or
// nullptr where exceptions are masked, products are not fused into sums, subnormals are kept, rounding is to
// nearest, and sqrt and division are correctly rounded. The environment belongs to a thread and a loaded
// library can change it: call this once in every thread that steps a simulation.
const char* fp_environment_problem();

}  // namespace drover
