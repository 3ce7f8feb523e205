// scripted: moves along keyframes or by a list of controls and is never steered; stands in for a human
// player.
#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "locomotion/facing.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/locomotion_context.h"

namespace drover {
namespace {

struct ScriptedDef {
  Rows<4> keyframes;
  Rows<3> controls;
};

constexpr auto kScriptedFields = fields(
    field<&ScriptedDef::keyframes>({.key = "keyframes",
                                    .doc = "Rows [time, x, y], in space also [time, x, y, z]: straight "
                                           "lines between them, the ends held.",
                                    .otherwise = "controls are used",
                                    .last_is_height = true}),
    field<&ScriptedDef::controls>({.key = "controls",
                                   .doc = "Rows [time, throttle, turn], each held until the next: throttle "
                                          "from -1 (full brake) to 1 as a part of "
                                          "max_acceleration, turn in rad/s, counter-clockwise; in space "
                                          "about the agent's own up.",
                                   .otherwise = "keyframes are used"}));

inline constexpr double kMaxCoordinate = 1e5;  // m, as for every point of a scenario
inline constexpr double kMaxTime = 1e9;        // s

// What is wrong with the rows, or nothing. `limit` bounds the numbers after the time of every row.
template <std::size_t N>
std::string problem_of(const Rows<N>& rows, double limit) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k > 0 && !(rows[k][0] > rows[k - 1][0])) return "times must ascend from row to row";
    if (std::fabs(rows[k][0]) > kMaxTime) return "times must lie within a billion seconds";
    const auto numbers = std::span(rows[k]).template subspan<1>();
    if (std::ranges::any_of(numbers, [&](double number) { return std::fabs(number) > limit; }))
      return fmt::format("numbers after the time must lie between {} and {}", -limit, limit);
  }
  return {};
}

std::vector<Problem> check(const ScriptedDef& def) {
  if (def.keyframes.empty() == def.controls.empty()) {
    return {{"", "give either \"keyframes\" or \"controls\""}};
  }
  if (const std::string problem = problem_of(def.keyframes, kMaxCoordinate); !problem.empty()) {
    return {{"/keyframes", problem}};
  }
  if (const std::string problem = problem_of(def.controls, 1e4); !problem.empty()) {
    return {{"/controls", problem}};
  }
  return {};
}

Vec3 point_of(const std::array<double, 4>& row) {
  return {row[1], row[2], row[3]};
}

constexpr auto kTimeOf = [](const auto& row) { return row[0]; };

void follow_keyframes(const ScriptedDef& def, LocomotionContext& context, AgentIndex i, double time) {
  const Rows<4>& rows = def.keyframes;
  const auto end = std::ranges::lower_bound(rows, time, {}, kTimeOf);
  Vec3 position = point_of(end == rows.end() ? rows.back() : rows.front());
  Vec3 velocity;
  if (end != rows.begin() && end != rows.end()) {
    const auto begin = end - 1;
    const double span = kTimeOf(*end) - kTimeOf(*begin);
    const Vec3 step = point_of(*end) - point_of(*begin);
    position = point_of(*begin) + step * ((time - kTimeOf(*begin)) / span);
    velocity = step / span;
  }
  context.next().set_position(i, position);
  context.next().set_velocity(i, velocity);
  const Vec3 along = direction(velocity);
  context.next().set_heading(i, along == Vec3{} ? context.state().heading(i) : along);
  if (context.world().model().is_spatial()) settle_frame(context, i);
}

void follow_controls(const ScriptedDef& def, LocomotionContext& context, AgentIndex i) {
  const AgentLimits& limits = context.world().state.limits;
  const double dt = context.dt();
  // The last row that has begun; nothing happens before the first.
  const auto after = std::ranges::upper_bound(def.controls, context.world().time(), {}, kTimeOf);
  const auto [begins, throttle, turn] =
      after == def.controls.begin() ? std::array<double, 3>{} : *(after - 1);
  const double limit = limits.max_turn_rate[i];
  const Frame frame =
      context.world().model().is_spatial() ? context.state().frame(i) : upright(context.state().heading(i));
  const Vec3 heading = frame.turned(clamp(turn, -limit, limit) * dt);
  const double speed = length(context.velocity(i)) + throttle * limits.max_request[i] * dt;
  const Vec3 v = heading * clamp(speed, 0.0, context.speed_limit(i));
  context.next().set_heading(i, heading);
  if (context.world().model().is_spatial()) context.next().set_up(i, frame.up);
  context.next().set_velocity(i, v);
  context.next().set_position(i, context.state().position(i) + v * dt);
}

void advance(const ScriptedDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  const double time = static_cast<double>(context.world().state.tick + 1) * context.dt();
  for (const AgentIndex i : agents) {
    if (def.keyframes.empty()) {
      follow_controls(def, context, i);
    } else {
      follow_keyframes(def, context, i, time);
    }
  }
}

// Keyframes say where the agent starts, whatever its placement was: their times are those of the world, also
// for an agent that comes later.
void start(const ScriptedDef& def, LocomotionContext& context, AgentIndex i) {
  if (!def.keyframes.empty()) follow_keyframes(def, context, i, context.world().time());
}

bool dictates_positions(const ScriptedDef& def) {
  return !def.keyframes.empty();
}

// A jump between two keyframes that are nearer in time than dt is one of its whole length.
double longest_step(const ScriptedDef& def, double dt) {
  double longest = 0.0;
  for (std::size_t k = 1; k < def.keyframes.size(); ++k) {
    const double way = length(point_of(def.keyframes[k]) - point_of(def.keyframes[k - 1]));
    const double span = kTimeOf(def.keyframes[k]) - kTimeOf(def.keyframes[k - 1]);
    longest = larger(longest, span > dt ? way / span * dt : way);
  }
  return longest;
}

constexpr TypedLocomotion<ScriptedDef> kTypedScripted = {
    .info = {.name = "scripted",
             .summary = "Follows keyframes or recorded controls and ignores every behavior.",
             .source = "drover's own",
             .example = R"({"type": "scripted", "keyframes": [[0, 0, 0], [5, 20, 0], [10, 20, 15]]})",
             .related = "point_mass",
             .in_space = true},
    .fields = kScriptedFields,
    .check = check,
    .steered = false,
    .dictates_positions = dictates_positions,
    .longest_step = longest_step,
    .start = start,
    .advance = advance,
};

}  // namespace

extern constexpr LocomotionKind kScripted = make_locomotion<kTypedScripted>();

}  // namespace drover
