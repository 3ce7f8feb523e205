#include "scenario/builtin_types.h"

#include <algorithm>

#include "scenario/builtin_texts.h"

namespace drover {

std::span<const BuiltinTypes> builtin_types() {
  return kBuiltinTexts;
}

const BuiltinTypes* find_builtin_types(std::string_view name) {
  const auto found = std::ranges::find(kBuiltinTexts, name, &BuiltinTypes::name);
  return found == kBuiltinTexts.end() ? nullptr : &*found;
}

}  // namespace drover
