#include "sim/construction/formation_parts.h"

#include "sim/definitions/scenario_parts.h"

namespace drover {

std::string formation_pointer(std::string_view name) {
  return joined_pointer("/formations", name);
}

std::string pattern_pointer(const Formation& formation, std::uint32_t pattern) {
  return pattern == 0 ? "/pattern" : joined_pointer("/patterns", formation.def.patterns[pattern - 1].name);
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
