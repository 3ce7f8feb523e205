#include "batch/sweeps/sweep.h"

namespace drover {

const Table& SweepDef::table() {
  static const Table kTable = {.name = "sweep",
                               .family = family_of<&SweepDef::sweep>,
                               .box = box_of<&SweepDef::sweep>,
                               .default_kind = "grid"};
  return kTable;
}

std::vector<Point> SweepDef::points(std::uint64_t seed) const {
  std::vector<Point> out;
  out.reserve(count());
  kind().points(sweep.params.get(), seed, out);
  return out;
}

}  // namespace drover
