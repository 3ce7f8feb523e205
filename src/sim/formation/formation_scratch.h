// What is found anew from each state about a formation; nothing here is remembered.
#pragma once

#include <span>
#include <vector>

#include "formations/anchor.h"
#include "formations/drift.h"
#include "formations/moderation.h"
#include "sim/state/world.h"

namespace drover {

// Where a member is: an agent, or a formation by the means of its own members.
struct MemberPose {
  Vec3 position;                // [m]
  Vec3 velocity;                // [m/s]
  Vec3 heading{1.0, 0.0, 0.0};  // horizontal
};

// What a member brings along: an agent, or a formation that is as large as it reaches and goes as the slowest
// of its own members.
struct MemberBody {
  double heads = 1.0;             // agents
  double radius = 0.0;            // [m]
  double max_speed = 0.0;         // that it likes to go at [m/s]
  double max_acceleration = 0.0;  // infinite for bodies without inertia [m/s^2]
  double least_half_width = 0.0;  // of what it needs to pass; of the narrowest pattern of a formation [m]
};

// Where the way of an anchor leads past, of a formation that turns in succession.
struct PlaceOnWay {
  Vec3 position;  // [m]
  Frame frame;
};

struct FormationScratch {
  // Those who are there: agents that are present and formations that have members; ascending.
  std::vector<AgentIndex> members;
  std::vector<AgentIndex>
      former;  // agents that have left an emergent formation and still have a claim; ascending

  // Those of them that have a slot, and their slots, in the same order.
  std::vector<AgentIndex> placed;
  std::vector<std::size_t> occupied;
  // Those of the placed that count in means: all but stragglers; and how much, empty where all count alike.
  std::vector<AgentIndex> counted;
  std::vector<std::size_t> counted_slots;
  std::vector<double> weights;
  std::vector<Vec3> values;        // of those that count: displacements, velocities or headings
  std::vector<PlaceOnWay> places;  // of the slots of those that count, where these turn in succession

  std::vector<PatternSlot> pattern;      // as it was laid out
  std::vector<PatternSlot> slots;        // relative to the anchor
  const PatternDef* laid_out = nullptr;  // what `pattern` holds, for which request
  PatternRequest request;
  double frame_facing = 0.0;  // by which change_frame turned the slots back [rad]
  double half_width = 0.0;    // of the slots that turn in succession, bodies included [m]

  std::vector<SlotArrival> arrivals;  // of the placed, without the leader
  std::vector<double> radii;          // of the placed [m]

  MemberPose mean;  // of those that count
  MemberBody body;
  double arrival_time = 0.0;  // T_c [s]
  Extents extents;
  double least_aside = 0.0;  // of slots of the narrowest pattern, and for which members and radius [m]
  PatternRequest least_request;

  Anchor anchor;  // where the slots are laid out
  Vec3 wanted_velocity;
  Vec3 wanted_heading{1.0, 0.0, 0.0};

  // Memory for so many members and slots.
  void reserve(std::size_t most_members, std::size_t most_slots) {
    for (std::vector<AgentIndex>* agents : {&members, &former, &placed, &counted})
      agents->reserve(most_members);
    for (std::vector<PatternSlot>* table : {&pattern, &slots})
      table->reserve(most_slots);
    occupied.reserve(most_members);
    counted_slots.reserve(most_slots > most_members ? most_slots : most_members);
    weights.reserve(most_members);
    values.reserve(most_members);
    places.reserve(most_slots > most_members ? most_slots : most_members);
    arrivals.reserve(most_members);
    radii.reserve(most_members);
  }
};

}  // namespace drover
