// Counts the calls of operator new in this test program.
#pragma once

#include <cstdint>

namespace drover::test {

// How often memory was allocated through operator new so far, on any thread.
std::uint64_t allocation_count();

}  // namespace drover::test
