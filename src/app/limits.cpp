#include "app/limits.h"

#include <sys/resource.h>

#include "app/interrupt.h"
#include "observe/record/output_file.h"

namespace drover {

// The limit of memory is the system's, so that it holds for all libraries: an allocation beyond it fails, and
// the program ends as it does where there is no more memory.
void set_limits(const Limits& limits) {
  if (limits.max_memory) {
    rlimit data{};
    ::getrlimit(RLIMIT_DATA, &data);
    const auto wanted = static_cast<rlim_t>(*limits.max_memory);
    if (data.rlim_cur == RLIM_INFINITY || wanted < data.rlim_cur) data.rlim_cur = wanted;
    ::setrlimit(RLIMIT_DATA, &data);
  }
  if (limits.max_output) limit_output(static_cast<std::uint64_t>(*limits.max_output));
  if (limits.timeout) end_after(*limits.timeout);
}

}  // namespace drover
