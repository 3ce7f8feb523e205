// Which agents a metric is about: the key "group" most of them have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/field.h"
#include "sim/state/world.h"
#include "sim/step/overlap.h"

namespace drover {

struct GroupDef {
  Reference group{ReferenceType::group, {}, kNoIndex};
};

inline constexpr auto kGroupFields = fields(field<&GroupDef::group>(
    {.key = "group", .doc = "Only the agents of this group.", .otherwise = "all agents"}));

class GroupMembers {
 public:
  GroupMembers(const GroupDef& def, const World& world);

  // All there will ever be, ascending.
  std::span<const AgentIndex> agents() const { return agents_; }
  std::size_t size() const { return agents_.size(); }
  // Those that are there in the world's state, ascending; valid until the next call.
  std::span<const AgentIndex> present(const World& world);
  bool contains(AgentIndex agent) const { return member_[agent] != 0; }
  // Whether one of the two is a member.
  bool touches(AgentIndex a, AgentIndex b) const { return contains(a) || contains(b); }

 private:
  std::vector<AgentIndex> agents_;
  std::vector<AgentIndex> present_;    // where some of the world's agents are not
  SharedColumn<std::uint8_t> member_;  // whether an agent is one
};

}  // namespace drover
