// Agent types that are part of the program: included as "drover:NAME", from any folder.
#pragma once

#include <span>
#include <string_view>

namespace drover {

inline constexpr std::string_view kBuiltinPrefix = "drover:";

// A scenario file without agents; its text is one of src/scenario/types.
struct BuiltinTypes {
  std::string_view name;
  std::string_view text;
};

// All of them, by name.
std::span<const BuiltinTypes> builtin_types();

// Null for an unknown name, which is given without the prefix.
const BuiltinTypes* find_builtin_types(std::string_view name);

}  // namespace drover
