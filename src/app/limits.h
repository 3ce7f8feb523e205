// What a call may take, whatever its files ask for.
#pragma once

#include <cstdint>
#include <optional>

namespace drover {

struct Limits {
  std::optional<double> timeout;           // s, from the start of the program
  std::optional<std::int64_t> max_memory;  // bytes of data, of all threads
  std::optional<std::int64_t> max_output;  // bytes in all files together
};

// For the rest of the program.
void set_limits(const Limits& limits);

}  // namespace drover
