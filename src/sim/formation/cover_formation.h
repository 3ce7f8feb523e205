// Formations whose slots are places of cover: which cover belongs to which slot, and who runs. All of it is
// kept in columns; see formations/cover.h and bounding.h for the rules.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "formations/anchor.h"
#include "formations/bounding.h"
#include "formations/cover.h"
#include "sim/formation/cover_ways.h"
#include "sim/formation/shape_covers.h"
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
  void reserve(const Model& model, std::size_t covers, std::size_t members, std::size_t most_assigned);

  // The covers of the first slots: of slot 0 the nearest to the anchor, and so on. Valid until the next call.
  std::span<const std::size_t> first_covers(World& world, std::uint32_t formation,
                                            const CoverMembers& members);

  // Gives newcomers the lowest free slots, slots their covers, and says who runs.
  void update(World& world, std::uint32_t formation, const CoverMembers& members);

 private:
  // Covers of a formation, ascending: all that can be chosen and are nearer than `reach` to a place that the
  // anchor was in. So a step does not look at all there are.
  struct NearCovers {
    std::vector<std::size_t> covers;
    Vec3 about;           // m
    double reach = -1.0;  // m; negative: nothing is known
    // Which covers there were, as FormationColumns tell.
    double next_covers = 0.0;
    std::uint64_t covers_for = 0;
  };

  void number_newcomers(World& world, const CoverMembers& members);
  void choose_covers(const World& world, std::uint32_t formation, const CoverMembers& members);
  void list_near(const World& world, std::uint32_t formation, double least_reach, NearCovers& near);
  bool choose_among(const World& world, std::uint32_t formation, const CoverMembers& members,
                    const NearCovers& near);
  void find_distances(const World& world, std::uint32_t formation, const CoverMembers& members,
                      const NearCovers& near);
  void let_run(World& world, std::uint32_t formation, const CoverMembers& members);

  std::vector<std::size_t> order_;      // of members, by their slots
  std::vector<std::size_t> covers_;     // of the slots that are filled, in their order; kNoCover for none
  std::vector<std::size_t> chosen_;     // the same, by index in NearCovers
  std::vector<NearCovers> near_;        // by formation
  std::vector<Vec3> cover_offsets_;     // from the anchor [m]
  std::vector<double> distances_;       // from the anchor, infinite for covers that do not count [m]
  std::vector<Vec3> member_offsets_;    // in the order of slots [m]
  std::vector<std::uint8_t> is_taken_;  // by slot
  std::vector<std::uint8_t> has_arrived_;
  ShapeCovers shape_covers_;
  CoverWays ways_;
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
