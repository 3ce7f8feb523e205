// Stands in for src/observe/divergence.cpp until that exists.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/divergence.h"

namespace drover {

void Divergence::add(Difference difference) {
  ++count_;
  if (!first_) first_ = std::move(difference);
}

void Divergence::finish_step(std::uint64_t) {
  ++steps_compared_;
}

std::string format_human(const Divergence& divergence, double dt) {
  if (divergence.empty()) return {};
  return fmt::format("{} values differ, the first in step {} (t = {} s)\nsecond line\n", divergence.count(),
                     divergence.first()->step, dt * static_cast<double>(divergence.first()->step));
}

nlohmann::ordered_json to_json(const Divergence& divergence) {
  return {{"count", divergence.count()}};
}

}  // namespace drover
