// play: slots that move along paths over time, such as the moves of a team in a game.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/enum_names.h"
#include "core/target.h"
#include "formations/patterns/pattern_parts.h"

namespace drover {
namespace {

DROVER_ENUM(Interpolation, linear, hold, smooth)

// The path of one slot, or the agent that it marks. Facings have keyframes of their own, because most paths
// have none.
struct PlaySlotDef {
  Rows<3> keyframes;
  Rows<2> facings;
  Interpolation interp = Interpolation::linear;
  bool loop = false;
  Reference marks{ReferenceType::agent, {}, kNoIndex};
  Vec3 offset;
  std::string role;
  static const Table& table();

  bool is_mark() const { return !marks.name.empty(); }
};

struct PlayDef {
  std::vector<PlaySlotDef> slots;
  double scale_x = 1.0;
  double scale_y = 1.0;
};

constexpr auto kPathFields = fields(
    field<&PlaySlotDef::keyframes>({.key = "keyframes",
                                    .doc = "Rows [time, x, y], x forward and y to the left; times ascend.",
                                    .otherwise = "given by marks"}),
    field<&PlaySlotDef::facings>(
        {.key = "facings",
         .doc = "Rows [time, facing], facing in rad counter-clockwise from forward; times ascend, and "
                "turns go the short way.",
         .otherwise = "it faces forward"}),
    field<&PlaySlotDef::interp>(
        {.key = "interp",
         .doc = "How it gets from one keyframe to the next: at constant speed, at once when the next "
                "is due, or from rest to rest by 3 u^2 - 2 u^3."}),
    field<&PlaySlotDef::loop>(
        {.key = "loop", .doc = "Whether it starts again at the last keyframe, or stays there."}),
    field<&PlaySlotDef::marks>({.key = "marks",
                                .doc = "Instead of keyframes, an agent: the slot is at offset in its frame "
                                       "and faces as it does; without the agent there is no slot.",
                                .otherwise = "the slot follows its keyframes"}),
    field<&PlaySlotDef::offset>({.key = "offset",
                                 .unit = "m",
                                 .range = closed(-1e5, 1e5),
                                 .doc = "With marks: how far in front of the agent and how far to its "
                                        "left."}),
    field<&PlaySlotDef::role>({.key = "role", .doc = "What the slot asks for.", .otherwise = "nothing"}));

const Table& PlaySlotDef::table() {
  static constexpr Table kTable = {.name = "slot", .fields = kPathFields};
  return kTable;
}

constexpr auto kPlayFields =
    fields(field<&PlayDef::slots>({.key = "slots",
                                   .doc = "The paths of the slots, in the order in which they are filled.",
                                   .required = true}),
           field<&PlayDef::scale_x>(
               {.key = "scale_x", .range = closed(-1e3, 1e3), .doc = "Factor of x of all keyframes."}),
           field<&PlayDef::scale_y>(
               {.key = "scale_y", .range = closed(-1e3, 1e3), .doc = "Factor of y of all keyframes."}));

// Between which keyframes a time lies, and how far the path is from the first to the second.
struct Piece {
  std::size_t from = 0;
  std::size_t to = 0;
  double share = 0.0;  // 0 to 1
  double rate = 0.0;   // its derivative [1/s]
};

// The piece that begins at a keyframe is the one that counts there.
template <std::size_t N>
Piece piece_at(const Rows<N>& keyframes, const PlaySlotDef& path, double time) {
  const std::size_t last = keyframes.size() - 1;
  const double start = keyframes[0][0];
  const double period = keyframes[last][0] - start;
  if (path.loop && period > 0.0) time -= std::floor((time - start) / period) * period;
  // Rounding can leave the last moment of a period.
  if (path.loop && time >= keyframes[last][0]) time = start;
  if (time < start) return {};
  std::size_t k = 0;
  while (k < last && keyframes[k + 1][0] <= time)
    ++k;
  if (k == last || path.interp == Interpolation::hold) return {.from = k, .to = k};
  const double duration = keyframes[k + 1][0] - keyframes[k][0];
  const double u = (time - keyframes[k][0]) / duration;
  if (path.interp == Interpolation::linear) return {k, k + 1, u, 1.0 / duration};
  return {k, k + 1, u * u * (3.0 - 2.0 * u), 6.0 * u * (1.0 - u) / duration};
}

Vec3 place_of(const PlayDef& def, const std::array<double, 3>& keyframe) {
  return {keyframe[1] * def.scale_x, keyframe[2] * def.scale_y, 0.0};
}

double facing_at(const PlaySlotDef& path, double time) {
  if (path.facings.empty()) return 0.0;
  const Piece piece = piece_at(path.facings, path, time);
  const double from = path.facings[piece.from][1];
  return det::wrap_angle(from + det::wrap_angle(path.facings[piece.to][1] - from) * piece.share);
}

PatternSlot slot_at(const PlayDef& def, const PlaySlotDef& path, double time) {
  if (path.is_mark()) return {};
  const Piece piece = piece_at(path.keyframes, path, time);
  const Vec3 from = place_of(def, path.keyframes[piece.from]);
  const Vec3 way = place_of(def, path.keyframes[piece.to]) - from;
  return {from + way * piece.share, facing_at(path, time), way * piece.rate};
}

constexpr double kMaxTime = 1e9;        // [s]
constexpr double kMaxCoordinate = 1e5;  // [m], as for every point of a scenario
constexpr double kMaxFacing = 1e3;      // [rad]

// What is wrong with the rows, or nothing. `limit` bounds the numbers after the time.
template <std::size_t N>
std::string_view problem_of(const Rows<N>& rows, double limit) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k > 0 && !(rows[k - 1][0] < rows[k][0])) return "times must ascend from row to row";
    if (std::fabs(rows[k][0]) > kMaxTime) return "times must lie within a billion seconds";
    for (std::size_t column = 1; column < N; ++column) {
      if (std::fabs(rows[k][column]) > limit) return "a number after the time is too large";
    }
  }
  return {};
}

// What an agent that is marked leaves without an effect.
std::string_view problem_of_mark(const PlaySlotDef& path) {
  if (!path.keyframes.empty()) return "give either \"keyframes\" or \"marks\"";
  if (!path.facings.empty() || path.loop || path.interp != Interpolation::linear)
    return "\"facings\", \"interp\" and \"loop\" belong to \"keyframes\"";
  return {};
}

std::vector<Problem> check(const PlayDef& def) {
  std::vector<Problem> problems;
  const auto add = [&](std::string pointer, std::string_view message) {
    if (!message.empty()) problems.push_back({std::move(pointer), std::string(message)});
  };
  if (def.slots.empty()) add("/slots", "the list of slots is empty");
  for (std::size_t k = 0; k < def.slots.size(); ++k) {
    const PlaySlotDef& path = def.slots[k];
    const std::string slot = "/slots/" + std::to_string(k);
    if (path.is_mark()) {
      add(slot, problem_of_mark(path));
      continue;
    }
    if (!(path.offset == Vec3{})) add(slot + "/offset", "\"offset\" belongs to \"marks\"");
    if (path.keyframes.empty()) add(slot, "give either \"keyframes\" or \"marks\"");
    add(slot + "/keyframes", problem_of(path.keyframes, kMaxCoordinate));
    add(slot + "/facings", problem_of(path.facings, kMaxFacing));
  }
  return problems;
}

std::size_t capacity(const PlayDef& def) {
  return def.slots.size();
}

void append_slots(const PlayDef& def, const PatternRequest& request, std::vector<PatternSlot>& out) {
  for (std::size_t k = 0; k < request.count && k < def.slots.size(); ++k)
    out.push_back(slot_at(def, def.slots[k], request.time));
}

std::string_view role(const PlayDef& def, std::size_t slot) {
  return def.slots[slot].role;
}

// A slot that marks an agent has no end of its own.
double duration(const PlayDef& def) {
  double end = 0.0;
  if (std::ranges::all_of(def.slots, &PlaySlotDef::is_mark)) return kInfinity;
  for (const PlaySlotDef& path : def.slots) {
    if (path.is_mark()) continue;
    if (path.loop) return kInfinity;
    end = larger(end, path.keyframes.back()[0]);
    if (!path.facings.empty()) end = larger(end, path.facings.back()[0]);
  }
  return end;
}

// The slope of 3 u^2 - 2 u^3 is at most 1.5. What holds its place jumps, and its members follow as they can.
double peak_speed(const PlayDef& def, std::size_t slot) {
  const PlaySlotDef& path = def.slots[slot];
  if (path.interp == Interpolation::hold) return 0.0;
  double peak = 0.0;
  for (std::size_t k = 1; k < path.keyframes.size(); ++k) {
    const Vec3 way = place_of(def, path.keyframes[k]) - place_of(def, path.keyframes[k - 1]);
    peak = larger(peak, length(way) / (path.keyframes[k][0] - path.keyframes[k - 1][0]));
  }
  return path.interp == Interpolation::smooth ? 1.5 * peak : peak;
}

SlotMark mark(const PlayDef& def, std::size_t slot) {
  return {def.slots[slot].marks.name, def.slots[slot].offset};
}

constexpr TypedPattern<PlayDef> kTypedPlay = {
    .info = {.name = "play",
             .summary = "Slots that move along keyframes, or with an agent that they mark.",
             .source = "Millington & Funge, Artificial Intelligence for Games, 2nd ed., 3.7.9",
             .example =
                 R"({"type": "play", "slots": [{"keyframes": [[0, 0, 8], [1.5, 8, 8], [3.5, 20, 2]]}]})",
             .related = "custom",
             .in_space = true},
    .fields = kPlayFields,
    .check = check,
    .capacity = capacity,
    .slots = append_slots,
    .role = role,
    .duration = duration,
    .peak_speed = peak_speed,
    .mark = mark,
};

}  // namespace

extern constexpr PatternKind kPlayPattern = make_pattern<kTypedPlay>();

}  // namespace drover
