// Patterns: where the slots of a formation lie in the frame of its anchor, +x forward and +y to the left.
// Which member fills which slot is decided elsewhere (formations/assignment.h), and so is where the anchor is
// (formations/moderation.h).
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "core/erased.h"
#include "core/field.h"
#include "core/kind.h"

namespace drover {

// All of a slot in the anchor frame.
struct PatternSlot {
  Vec3 place;           // [m]
  double facing = 0.0;  // counter-clockwise from +x, in (-pi, pi] [rad]
  Vec3 velocity;        // of the place; zero but in a play [m/s]

  friend bool operator==(const PatternSlot&, const PatternSlot&) = default;
};

// What a pattern is laid out for.
struct PatternRequest {
  std::size_t count = 0;  // slots wanted
  double radius = 0.0;    // largest radius of the members [m]
  double time = 0.0;      // since the pattern began [s]

  friend bool operator==(const PatternRequest&, const PatternRequest&) = default;
};

inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

// A slot that is where an agent is, and not about the anchor.
struct SlotMark {
  std::string_view agent;  // its name in the scenario; empty: the slot marks nobody
  Vec3 offset;             // of the slot, in the frame of the agent [m]
};

struct PatternKind : Kind {
  static constexpr std::string_view kFamily = "pattern";
  // How many slots there are; null: as many as there are members.
  std::size_t (*capacity)(const void* params) = nullptr;
  // Appends request.count slots, at most `capacity`, in the order in which they are filled.
  void (*slots)(const void* params, const PatternRequest& request, std::vector<PatternSlot>& out) = nullptr;
  // The role that a slot asks for; empty for none. Null: no slot asks for one.
  std::string_view (*role)(const void* params, std::size_t slot) = nullptr;
  // Of patterns that move: when the last slot has come to its end [s], infinite if one never does, and the
  // greatest speed of a slot [m/s].
  double (*duration)(const void* params) = nullptr;
  double (*peak_speed)(const void* params, std::size_t slot) = nullptr;
  // Which agent a slot marks. Its place in the anchor frame then says nothing. Null: no slot marks one.
  SlotMark (*mark)(const void* params, std::size_t slot) = nullptr;
  // Whether members walk one behind the other, and so in the steps of the first.
  bool is_file = false;
};

// How the file of a pattern describes it, as the files of other kinds do (sim/definitions/typed_kinds.h).
template <class Def>
struct TypedPattern {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t (*capacity)(const Def& def) = nullptr;
  void (*slots)(const Def& def, const PatternRequest& request, std::vector<PatternSlot>& out) = nullptr;
  std::string_view (*role)(const Def& def, std::size_t slot) = nullptr;
  double (*duration)(const Def& def) = nullptr;
  double (*peak_speed)(const Def& def, std::size_t slot) = nullptr;
  SlotMark (*mark)(const Def& def, std::size_t slot) = nullptr;
  bool is_file = false;
};

template <const auto& Typed>
constexpr PatternKind make_pattern() {
  auto kind = make_kind<PatternKind, Typed>();
  kind.capacity = erased<Typed.capacity>;
  kind.slots = erased<Typed.slots>;
  kind.role = erased<Typed.role>;
  kind.duration = erased<Typed.duration>;
  kind.peak_speed = erased<Typed.peak_speed>;
  kind.mark = erased<Typed.mark>;
  kind.is_file = Typed.is_file;
  return kind;
}

// A pattern as the scenario says it.
struct PatternDef {
  Boxed<PatternKind> pattern;
  bool mirror = false;
  static const Table& table();

  const PatternKind& kind() const { return *pattern.get(); }
  // The number of slots; kAnyNumber for a pattern that grows with its members.
  std::size_t capacity() const;
  bool is_scalable() const { return capacity() == kAnyNumber; }
  bool supports(std::size_t members) const { return members <= capacity(); }
  std::string_view role(std::size_t slot) const;
  bool has_roles() const;
  SlotMark mark(std::size_t slot) const;
  // Whether places or facings depend on the time.
  bool moves() const { return kind().duration != nullptr; }
};

// The keys of every pattern.
inline constexpr auto kPatternFields = fields(field<&PatternDef::mirror>(
    {.key = "mirror", .doc = "Whether left and right are exchanged: places, facings and velocities."}));

// Which slots of a pattern with more slots than members are offered to the assignment.
enum class Fill { first, any };

// How many slots are laid out for a number of members. Members in excess of the slots have none.
std::size_t offered_slots(const PatternDef& def, std::size_t members, Fill fill);

// The slots of the request, mirrored if the pattern is. `out` is overwritten; its memory is used again.
void lay_out(const PatternDef& def, const PatternRequest& request, std::vector<PatternSlot>& out);

// The least distance between two places [m]; infinite for fewer than two.
double closest_distance(std::span<const PatternSlot> slots);

}  // namespace drover
