// The field table of platforms; see core/field.h.
#include "sim/definitions/platform_definitions.h"

#include <cmath>

#include <fmt/format.h>

#include "core/erased.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

constexpr auto kPlatformFields = fields(
    field<&PlatformDef::id>({.key = "id", .doc = "Name for messages.", .otherwise = "no name"}),
    field<&PlatformDef::region>(
        {.key = "region", .doc = "Its top, at the first keyframe: a region.", .required = true}),
    field<&PlatformDef::keyframes>(
        {.key = "keyframes",
         .doc = "Rows [time, z] of the height of its top, or rows [time, x, y, z] where the region moves in "
                "the plane, too: by how much x and y differ from those of the first row. The ends are held.",
         .required = true}),
    field<&PlatformDef::interp>({.key = "interp",
                                 .doc = "How it gets from row to row: evenly (linear), from rest to rest "
                                        "(smooth), or at once when the next row comes (hold)."}),
    field<&PlatformDef::loop>({.key = "loop", .doc = "After the last row the first one follows."}),
    field<&PlatformDef::solid>(
        {.key = "solid",
         .doc = "Whether its sides reach down to the ground: walls for all whose feet are below its top. "
                "false: a slab, under which those go who fit by their body_height."}),
    field<&PlatformDef::when_blocked>(
        {.key = "when_blocked",
         .doc = "Where it would squeeze or overlap a body it waits, and its clock stands still, or it passes "
                "through."}),
    field<&PlatformDef::start>({.key = "start",
                                .doc = "A condition: the clock of the platform starts when it first holds "
                                       "for one of those it watches.",
                                .otherwise = "it starts with the run"}),
    field<&PlatformDef::watch>({.key = "watch",
                                .doc = "Whom start looks at: an agent, a group or an agent type.",
                                .otherwise = "nobody, without start"}));

inline constexpr double kMaxCoordinate = 1e5;                  // m, as for every point of a scenario
inline constexpr double kMaxTime = 1e9;                        // s
inline constexpr double kShortestPiece = 1e-3 * (1.0 - 1e-9);  // s; a step looks at each

std::string problem_of_row(const std::vector<double>& row, const std::vector<double>* before) {
  if (row.size() != 2 && row.size() != 4) return "needs [time, z] or [time, x, y, z]";
  if (before != nullptr && row.size() != before->size())
    return "every row needs as many numbers as the first";
  if (row[0] < 0.0 || row[0] > kMaxTime) return "times must lie between 0 and a billion seconds";
  if (before != nullptr && !(row[0] - (*before)[0] >= kShortestPiece))
    return "times must ascend from row to row, by 0.001 s at least";
  for (std::size_t k = 1; k < row.size(); ++k) {
    if (!(std::fabs(row[k]) <= kMaxCoordinate))
      return fmt::format("coordinates must lie between {} and {} m", -kMaxCoordinate, kMaxCoordinate);
  }
  return {};
}

std::vector<Problem> check_platform(const PlatformDef& platform) {
  if (platform.keyframes.empty()) return {{"/keyframes", "\"keyframes\" needs at least one row"}};
  for (std::size_t k = 0; k < platform.keyframes.size(); ++k) {
    const std::vector<double>* const before = k == 0 ? nullptr : &platform.keyframes[k - 1];
    const std::string problem = problem_of_row(platform.keyframes[k], before);
    if (!problem.empty()) return {{fmt::format("/keyframes/{}", k), problem}};
  }
  if (platform.loop && platform.keyframes.size() < 2)
    return {{"/loop", "a platform needs two keyframes at least to repeat them"}};
  const bool watches = platform.watch.type != TargetType::none;
  if (platform.start && !watches) return {{"/start", "\"start\" needs \"watch\": whom it looks at"}};
  if (watches && platform.watch.type != TargetType::agent && platform.watch.type != TargetType::group &&
      platform.watch.type != TargetType::agent_type)
    return {{"/watch", "\"watch\" is an agent, a group or an agent type"}};
  if (watches && !platform.start) return {{"/watch", "\"watch\" has no effect without \"start\""}};
  return {};
}

}  // namespace

const Table& PlatformDef::table() {
  static constexpr Table kTable = plain_table("platform", kPlatformFields, erased<check_platform>);
  return kTable;
}

}  // namespace drover
