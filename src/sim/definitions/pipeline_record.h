// What the pipeline of an arbiter did for an agent in a step, for those who look on.
#pragma once

#include <cstdint>

#include "core/enum_names.h"
#include "core/index.h"

namespace drover {

// Why a pipeline found no way. steps: its attempts are used up. cycle: it comes back to a goal that it tried.
// no_way: a constraint knows no other goal. stuck: the agent does not move on.
DROVER_ENUM(DeadlockCause, none, steps, cycle, no_way, stuck)

struct PipelineRecord {
  std::uint32_t attempts = 0;  // paths that were tried
  DeadlockCause cause = DeadlockCause::none;
  std::uint32_t constraint = kNoIndex;  // the one that a path violated last
};

}  // namespace drover
