// Indices: rows of tables, and the value that stands for none.
#pragma once

#include <cstdint>

namespace drover {

using AgentIndex = std::uint32_t;

inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

}  // namespace drover
