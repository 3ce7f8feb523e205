// Formations as the model and the state know them: names are indices, and what changes is in columns.
//
// A formation has a row of its own among the agents, behind those of the scenario: its anchor. It has a
// stack, memories, conditions and random numbers as agents have, but no body: it is never present, so it is
// in no trace, contact, neighborhood or metric.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/frame.h"
#include "formations/roles.h"
#include "sim/definitions/formation_definitions.h"
#include "sim/state/column_set.h"

namespace drover {

// A tick that has not come.
inline constexpr std::uint64_t kNever = ~std::uint64_t{0};

// The numbers of anchors, far above those of agents.
inline constexpr std::int64_t kFirstAnchorNumber = 4'200'000'000;

// Where an agent belongs, or the anchor of a formation in a slot of another one.
struct SlotTarget {
  bool exists = false;
  bool is_reserve = false;  // no slot, but the reserve point of a formation that has none for it
  Vec3 position;            // [m]
  Vec3 heading;             // of unit length
  Vec3 velocity;            // [m/s]
  Vec3 up = kUp;            // of unit length
  Vec3 lead = {};           // how far it is ahead of its place about the members, on purpose [m]
};

// Where a formation is when its slots are laid out.
struct FormationPose {
  bool has_members = false;
  Vec3 position;  // of the anchor [m]
  Vec3 heading{1.0, 0.0, 0.0};
  Vec3 mean_position;             // where the members that count say it is [m]
  double front = 0.0;             // how far they reach ahead of the anchor in their slots [m]
  double least_half_width = 0.0;  // of the patterns that it may take [m]
};

// What is declared about a member of a formation.
struct DeclaredMember {
  AgentIndex member = kNoIndex;  // an agent, or the anchor of a formation
  std::size_t kind = RoleTable::kNone;
  double w_distance = 1.0;  // [1/m]
  std::size_t entry = 0;    // of FormationDef::members; beyond its end for a leader that is in none
};

// A place around what stands that can be a cover: one of CoverDef::points that was found.
struct DerivedCover {
  std::uint32_t shape = 0;     // the obstacles, then the walls
  std::uint32_t border = 0;    // some shapes have two, of all shapes in one count
  double along = 0.0;          // the border, from its start [m]
  double border_length = 0.0;  // [m]
  std::array<Vec3, 2> peeks;   // the places CoverDef::peek before it and after it
};

// Why members get slots anew: bits of the column `is_changed`.
inline constexpr std::uint8_t kMembersChanged = 1;
inline constexpr std::uint8_t kPatternChanged = 2;
inline constexpr std::uint8_t kHasStarted = 4;
inline constexpr std::uint8_t kReassigned = 8;  // an event asks for it

// A formation, linked.
struct Formation {
  std::string name;
  FormationDef def;
  AgentIndex anchor = kNoIndex;
  std::uint32_t parent = kNoIndex;  // of a formation that is declared a member of another one
  RoleTable roles{{}, {}};
  std::vector<DeclaredMember> declared;         // at the start, ascending
  std::vector<std::uint32_t> abort_conditions;  // by index of `patterns`; kNoIndex without
  std::vector<std::vector<AgentIndex>>
      marks;  // of the slots of each pattern, the base first; kNoIndex without
  std::vector<std::uint8_t> turns_in_succession;  // by pattern, the base first
  std::uint32_t trail = kNoIndex;                 // of the anchor, where some pattern turns in succession
  // Of covers that are found around shapes, which then are those of the definition; see shape_covers.h.
  std::vector<DerivedCover> derived_covers;
  std::uint32_t first_derived_cover = 0;  // its row in the columns
  double cover_radius = 0.0;              // of the bodies that hide [m]
  double cover_standoff = 0.0;            // [m]

  // The base pattern is number 0, then come those with names.
  const PatternDef& pattern(std::uint32_t index) const {
    return index == 0 ? *def.pattern : def.patterns[index - 1].value.pattern;
  }
  // kNoIndex where there is none of the name.
  std::uint32_t find_pattern(std::string_view called) const {
    if (called == kBasePattern) return 0;
    for (std::uint32_t k = 0; k < def.patterns.size(); ++k) {
      if (def.patterns[k].name == called) return k + 1;
    }
    return kNoIndex;
  }
  // The name by which a pattern is called.
  std::string_view pattern_name(std::uint32_t index) const {
    return index == 0 ? kBasePattern : std::string_view(def.patterns[index - 1].name);
  }
  // Of a pattern; emergent ones have claims, and those in cover have places of cover.
  bool has_slots() const { return def.pattern.has_value(); }
  // Whether it changes its pattern before narrow passages.
  bool looks_for_passages() const { return has_slots() && !def.pattern_fallback.empty(); }
  bool is_emergent() const { return def.mode == FormationMode::emergent; }
  bool is_in_cover() const { return def.cover.has_value(); }
  bool finds_covers() const { return def.cover && def.cover->from == CoverSource::shapes; }
};

}  // namespace drover
