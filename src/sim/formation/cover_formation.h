// Formations whose slots are places of cover: which cover belongs to which slot, and who runs. All of it is
// kept in columns; see formations/cover.h and bounding.h for the rules.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "formations/anchor.h"
#include "formations/bounding.h"
#include "formations/cover.h"
#include "sim/state/world.h"

namespace drover {

// The members without the leader, which fills no slot; ascending.
struct CoverMembers {
  std::span<const AgentIndex> agents;
  std::span<const Vec3> positions;   // [m]
  std::span<const Vec3> velocities;  // [m/s]
};

class CoverFormations {
 public:
  // Memory for so many covers and members; assignments of more than `most_assigned` members take more.
  void reserve(std::size_t covers, std::size_t members, std::size_t most_assigned);

  // The covers of the first slots: of slot 0 the nearest to the anchor, and so on. Valid until the next call.
  std::span<const std::size_t> first_covers(const World& world, std::uint32_t formation,
                                            const CoverMembers& members);

  // Gives newcomers the lowest free slots, slots their covers, and says who runs.
  void update(World& world, std::uint32_t formation, const CoverMembers& members);

 private:
  void number_newcomers(World& world, const CoverMembers& members);
  void choose_covers(const World& world, std::uint32_t formation, const CoverMembers& members);
  void let_run(World& world, std::uint32_t formation, const CoverMembers& members);

  std::vector<std::size_t> order_;      // of members, by their slots
  std::vector<std::size_t> covers_;     // of the slots that are filled, in their order; kNoCover for none
  std::vector<Vec3> cover_offsets_;     // from the anchor [m]
  std::vector<Vec3> member_offsets_;    // in the order of slots [m]
  std::vector<std::uint8_t> is_taken_;  // by slot
  std::vector<std::uint8_t> has_arrived_;
  CoverSelection selection_;
  BoundingQueue queue_;
};

// The cover of the member's slot, wherever it is itself; nothing without.
std::optional<SlotPose> cover_pose(const World& world, std::uint32_t formation, AgentIndex member,
                                   const Anchor& anchor);

// The agent has no slot and no cover.
void leave_cover(World& world, AgentIndex agent);

// Whether members wait or run, one after the other.
bool are_bounding(const World& world, std::uint32_t formation, std::span<const AgentIndex> members);

// The slots of members in the world; `watched` is what those look at that do not run.
void lay_out_covers(World& world, std::uint32_t formation, const CoverMembers& members, const Anchor& anchor,
                    std::optional<Vec3> watched);

}  // namespace drover
