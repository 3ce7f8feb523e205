#include "observe/metrics/group_members.h"

#include <algorithm>

#include "core/check.h"

namespace drover {

GroupMembers::GroupMembers(const GroupDef& def, const World& world) : member_(world.agents.size(), 0) {
  if (def.group.name.empty()) {
    agents_.resize(world.agents.size());
    for (AgentIndex i = 0; i < agents_.size(); ++i)
      agents_[i] = i;
  } else {
    const auto group = std::find_if(world.groups.begin(), world.groups.end(),
                                    [&](const AgentList& list) { return list.name == def.group.name; });
    DROVER_CHECK(group != world.groups.end(), "the reader lets only existing groups pass");
    agents_ = group->agents;
  }
  for (const AgentIndex i : agents_)
    member_[i] = 1;
}

}  // namespace drover
