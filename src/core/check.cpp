#include "core/check.h"

#include <cstdio>
#include <cstdlib>

namespace drover {

void report_bug(const char* condition, const char* message, const char* file, int line) {
  std::fprintf(stderr, "drover: bug: %s (%s is false at %s:%d). Please report it.\n", message, condition,
               file, line);
  std::fflush(nullptr);
  std::_Exit(70);
}

}  // namespace drover
