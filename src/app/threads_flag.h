// The option --threads of the commands that step one simulation.
#pragma once

#include <cstddef>
#include <cstdint>

namespace CLI {
class App;
}

namespace drover {

struct ThreadsFlag {
  std::int64_t wanted = 0;  // 0: as many as there are processors to run on

  std::size_t count() const;
};

void add_threads_flag(CLI::App& command, ThreadsFlag& flag);

}  // namespace drover
