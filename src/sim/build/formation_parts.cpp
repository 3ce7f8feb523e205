#include "sim/build/formation_parts.h"

#include "core/problem.h"

namespace drover {

std::string formation_pointer(std::string_view name) {
  std::string pointer = "/formations";
  append_pointer_token(pointer, name);
  return pointer;
}

std::string pattern_pointer(const Formation& formation, std::uint32_t pattern) {
  if (pattern == 0) return "/pattern";
  std::string pointer = "/patterns";
  append_pointer_token(pointer, formation.def.patterns[pattern - 1].name);
  return pointer;
}

std::set<std::string> roles_of(const Formation& formation) {
  std::set<std::string> roles;
  for (const Named<MemberKindDef>& kind : formation.def.member_kinds) {
    for (const RoleCostDef& fills : kind.value.fills)
      roles.insert(fills.role);
  }
  return roles;
}

}  // namespace drover
