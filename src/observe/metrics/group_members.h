// Which agents a metric is about: the key "group" most of them have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/field.h"
#include "sim/overlap.h"
#include "sim/world.h"

namespace drover {

struct GroupDef {
  Reference group{ReferenceType::group, {}, kNoIndex};
};

inline constexpr auto kGroupFields = fields(field<&GroupDef::group>(
    {.key = "group", .doc = "Only the agents of this group.", .otherwise = "all agents"}));

class GroupMembers {
 public:
  GroupMembers(const GroupDef& def, const World& world);

  // Ascending.
  std::span<const AgentIndex> agents() const { return agents_; }
  std::size_t size() const { return agents_.size(); }
  bool contains(AgentIndex agent) const { return member_[agent] != 0; }
  // Whether one of the two is a member.
  bool touches(AgentIndex a, AgentIndex b) const { return contains(a) || contains(b); }

 private:
  std::vector<AgentIndex> agents_;
  std::vector<std::uint8_t> member_;  // per agent
};

}  // namespace drover
