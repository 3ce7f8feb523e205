// The rules by which a check updates goldens.
#pragma once

#include <array>
#include <string_view>

namespace drover {

enum class GoldenUpdate {
  never,     // none: a new or different result is kept beside the golden as a pending file
  only_new,  // only scenarios without a golden
  failed,    // also goldens that differ from the result
  all,       // also goldens that agree with the result
};

// The names on the command line, in the order of the enumerators.
inline constexpr std::array<std::string_view, 4> kGoldenUpdateNames = {"never", "new", "failed", "all"};

constexpr std::string_view name_of(GoldenUpdate update) {
  return kGoldenUpdateNames[static_cast<std::size_t>(update)];
}

}  // namespace drover
