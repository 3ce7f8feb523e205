// How far the members of a formation are from their slots: what observers and quantities show.
#pragma once

#include <optional>

#include "sim/state/world.h"

namespace drover {

// From a member to its slot [m]; nothing without a slot, as for a leader. Where the anchor follows from the
// members, the slot is taken as laid out about their mean with the heading of the anchor: that the anchor is
// ahead on purpose is no error. A formation in a slot is where its members are on average.
std::optional<double> slot_error(const World& world, AgentIndex member);

// How far the anchor of a formation is ahead of the mean of its members [m]; nothing without members.
std::optional<double> anchor_lead(const World& world, std::uint32_t formation);

// Whether the slot of a member lies so that its body would overlap a wall or an obstacle; false without a
// slot. The member goes there all the same.
bool is_slot_blocked(const World& world, AgentIndex member);

// Where a member is: an agent, or the members of a formation on average.
Vec3 member_position(const World& world, AgentIndex member);

}  // namespace drover
