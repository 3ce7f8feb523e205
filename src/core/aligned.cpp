#include "core/aligned.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace drover {

void ask_for_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  // Without them everything works as well, if slower.
  static_cast<void>(::madvise(begin, size, MADV_HUGEPAGE));
#endif
}

}  // namespace drover
