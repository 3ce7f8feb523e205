#include "sim/perception/pair_lanes.h"

#include "sim/perception/block_lanes.h"

namespace drover::lanes {

#if defined(__x86_64__)
Width widest() {
  static const Width width = __builtin_cpu_supports("avx512vl") ? Width::avx512
                             : __builtin_cpu_supports("avx2")   ? Width::avx2
                                                                : Width::baseline;
  return width;
}
#else
Width widest() {
  return Width::baseline;
}
#endif

Kernel kernel_for(const Form& form, Width width) {
  const Width usable = width < widest() ? width : widest();
  const std::size_t number = form_number(form);
#if defined(__x86_64__)
  if (usable == Width::avx512) return avx512_kernels()[number];
  if (usable == Width::avx2) return avx2_kernels()[number];
#endif
  static_cast<void>(usable);
  return baseline_kernels()[number];
}

const BlockLoops& loops_for(bool is_spatial, Width width) {
  const Width usable = width < widest() ? width : widest();
#if defined(__x86_64__)
  if (usable == Width::avx512) return avx512_loops(is_spatial);
  if (usable == Width::avx2) return avx2_loops(is_spatial);
#endif
  static_cast<void>(usable);
  return baseline_loops(is_spatial);
}

}  // namespace drover::lanes
