#include "observe/metrics/group_members.h"

#include <algorithm>

#include "core/check.h"

namespace drover {

GroupMembers::GroupMembers(const GroupDef& def, const World& world) {
  const std::vector<std::string>& groups = world.model().group_names;
  const auto group = std::ranges::find(groups, def.group.name);
  const bool is_all = def.group.name.empty();
  DROVER_CHECK(is_all || group != groups.end(), "the reader lets only existing groups pass");
  const auto index = static_cast<std::uint32_t>(group - groups.begin());
  for (AgentIndex i = 0; i < world.model().body_count(); ++i) {
    const bool is_member = is_all || world.model().agents.group[i] == index;
    if (is_member) agents_.push_back(i);
    member_.push_back(is_member ? 1 : 0);
  }
}

std::span<const AgentIndex> GroupMembers::present(const World& world) {
  if (world.state.status.presence().empty()) return agents_;
  present_.clear();
  for (const AgentIndex i : agents_) {
    if (world.is_present(i)) present_.push_back(i);
  }
  return present_;
}

}  // namespace drover
