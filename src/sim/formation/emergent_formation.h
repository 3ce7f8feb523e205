// Emergent formations in a run: which places behind each other their members have claimed. Claims are kept in
// columns; see formations/emergent.h for the rules.
#pragma once

#include <span>
#include <vector>

#include "formations/emergent.h"
#include "sim/state/world.h"

namespace drover {

class EmergentFormations {
 public:
  // Memory for so many members, those who have left included.
  void reserve(std::size_t members);

  // Takes their places from members that are gone and from those whose places lie in walls or obstacles for
  // too long, and gives places to all that have none. The root becomes the leader of the formation. `members`
  // are there; `former` ones are no members any more, or not there, and have a claim. Both ascend.
  void update(World& world, std::uint32_t formation, std::span<const AgentIndex> members,
              std::span<const AgentIndex> former);

 private:
  void load(const World& world, std::uint32_t formation, std::span<const AgentIndex> members,
            std::span<const AgentIndex> former);
  void release_places(const World& world, std::uint32_t formation);
  void choose_places(const World& world, std::uint32_t formation);
  void store(World& world, std::uint32_t formation) const;

  std::vector<AgentIndex> former_;  // those who have left and still have a claim; ascending
  std::vector<AgentIndex> agents_;  // they and the members; ascending
  std::vector<std::uint8_t> is_present_;
  std::vector<EmergentClaim> claims_;
  std::vector<double> blocked_since_;  // [s]
  std::vector<std::uint8_t> is_blocked_;
  std::vector<std::uint8_t> was_placed_;
  std::vector<std::size_t> orphans_;  // those who follow agents that belong to another formation by now
  std::vector<Vec3> positions_;       // displacements from the first member [m]
  std::vector<Vec3> headings_;
  EmergentSelection selection_;
};

// The places of all members but the root, each relative to whom it follows.
void lay_out_claims(World& world, std::uint32_t formation, std::span<const AgentIndex> members);

// The greatest speed of the root, so that the others can keep up: a part of the least of their own limits.
// Infinite where it has no followers [m/s].
double root_speed_limit(const World& world, std::uint32_t formation, std::span<const AgentIndex> members);

}  // namespace drover
