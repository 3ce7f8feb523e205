// jump: runs up to an edge and jumps, to a pad or as a jump point says.
// Millington, AI for Games, 3rd ed., 3.6.2 and the errors of its listing: see jumps.md.
#include <fmt/format.h>

#include "behaviors/arrival.h"
#include "behaviors/jump_checks.h"
#include "behaviors/jump_run.h"
#include "behaviors/turning.h"
#include "core/frame.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct JumpDef {
  Vec3 takeoff;
  std::optional<Vec3> landing;
  Parameter direction;
  Parameter min_speed;
  Parameter max_speed;
  Parameter max_lateral_speed;
  JumpPointMode point_mode = JumpPointMode::component;
  Parameter lookahead;
  Parameter radius = 0.5;
  Parameter pad_radius = 0.5;
  TakeoffSpeed takeoff_speed = TakeoffSpeed::full;
  Parameter response_time = 0.1;
};

constexpr auto kJumpFields = fields(
    field<&JumpDef::takeoff>({.key = "takeoff",
                              .unit = "m",
                              .doc = "Where the feet leave the ground, at its height there.",
                              .required = true,
                              .has_height = true}),
    field<&JumpDef::landing>({.key = "landing",
                              .unit = "m",
                              .doc = "The middle of the pad, at the height of the ground there.",
                              .otherwise = "the take-off is a jump point, which has a direction instead",
                              .has_height = true}),
    field<&JumpDef::direction>({.key = "direction",
                                .unit = "rad",
                                .range = closed(-1e3, 1e3),
                                .doc = "Of a jump point: which way to jump, counter-clockwise from +x.",
                                .otherwise = "that of the landing",
                                .read_when = when("landing", kAbsent)}),
    field<&JumpDef::min_speed>(
        {.key = "min_speed",
         .unit = "m/s",
         .range = closed(0, 1e4),
         .doc = "Of a jump point: how fast along its direction the feet leave the ground at least.",
         .otherwise = "as fast as the landing needs",
         .read_when = when("landing", kAbsent)}),
    field<&JumpDef::max_speed>(
        {.key = "max_speed",
         .unit = "m/s",
         .range = left_open(0, 1e4),
         .doc = "Of a jump point: how fast along its direction at most, as to a narrow ledge.",
         .otherwise = "any speed",
         .read_when = when("landing", kAbsent)}),
    field<&JumpDef::max_lateral_speed>(
        {.key = "max_lateral_speed",
         .unit = "m/s",
         .range = closed(0, 1e4),
         .doc = "Of a jump point: how fast across its direction at most, as to a narrow landing.",
         .otherwise = "any speed",
         .read_when = when("landing", kAbsent)}),
    field<&JumpDef::point_mode>(
        {.key = "point_mode",
         .doc = "What of the velocity a jump point looks at: its parts along and across the direction "
                "(component), or all of it, which is to be min_speed along the direction (match).",
         .read_when = when("landing", kAbsent)}),
    field<&JumpDef::lookahead>(
        {.key = "lookahead",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "How near to a jump point an agent takes the jump. Farther away it is left to the rest of "
                "the stack.",
         .otherwise = "the length of the run-up and what the agent needs to stop",
         .read_when = when("landing", kAbsent)}),
    field<&JumpDef::radius>(
        {.key = "radius",
         .unit = "m",
         .range = left_open(0, 1e3),
         .doc = "How far beside the point of the take-off the feet may leave the ground."}),
    field<&JumpDef::pad_radius>({.key = "pad_radius",
                                 .unit = "m",
                                 .range = left_open(0, 1e3),
                                 .doc = "How far from the middle of the pad a landing counts as one.",
                                 .read_when = when("landing", kGiven)}),
    field<&JumpDef::takeoff_speed>(
        {.key = "takeoff_speed",
         .doc = "How the agent leaves the ground: with the jump_speed of its type (full), or with as much "
                "of it as the shortest flight needs (fastest).",
         .read_when = when("landing", kGiven)}),
    field<&JumpDef::response_time>(kResponseTime));

const TurnRule kTurnToJump;

std::optional<JumpPoint> point_of(const JumpDef& def, const AgentView& view, AgentIndex agent) {
  if (def.landing) return std::nullopt;
  return JumpPoint{.along = unit_vector(view.value(def.direction, agent)),
                   .min_speed = view.value(def.min_speed, agent),
                   .max_speed = view.value_or(def.max_speed, agent, kInfinity),
                   .max_side_speed = view.value_or(def.max_lateral_speed, agent, kInfinity),
                   .mode = def.point_mode,
                   .lookahead = view.value_or(def.lookahead, agent, -1.0)};
}

JumpPlace place_of(const JumpDef& def, const AgentView& view, AgentIndex agent) {
  return {.takeoff = def.takeoff,
          .landing = def.landing.value_or(def.takeoff),
          .radius = view.value(def.radius, agent),
          .pad_radius = view.value(def.pad_radius, agent),
          .response_time = view.value(def.response_time, agent),
          .speed = def.takeoff_speed,
          .point = point_of(def, view, agent)};
}

// A pad or a jump point.
std::vector<Problem> check(const JumpDef& def) {
  if (def.landing) return {};
  if (!def.direction.is_present())
    return {{.message = "\"landing\" is missing, or \"direction\" and \"min_speed\" of a jump point"}};
  if (!def.min_speed.is_present())
    return {{.message = "\"min_speed\" is missing: a jump point needs it beside its \"direction\""}};
  if (def.max_speed.is_present() && def.max_speed.least() < def.min_speed.greatest())
    return {{"/max_speed", "\"max_speed\" is below \"min_speed\""}};
  if (def.point_mode == JumpPointMode::match && !(def.min_speed.least() > 0.0))
    return {{"/min_speed", "a velocity to match has a speed above 0"}};
  if (def.point_mode == JumpPointMode::match && def.max_speed.is_present())
    return {{.pointer = "/max_speed",
             .message = "\"max_speed\" has no effect: \"point_mode\": \"match\" takes min_speed as it is",
             .severity = Severity::warning}};
  return {};
}

// Every time that an agent comes into its mode is an attempt of its own.
double attempt_now(const AgentView& view, AgentIndex agent) {
  return 1.0 + static_cast<double>(view.world().state.status.mode_since[agent]);
}

std::optional<Request> steer(const JumpDef& def, const AgentView& view, AgentIndex agent) {
  const std::span<double> numbers = view.memory_to_write(agent);
  JumpMemory memory(numbers);
  if (memory.attempt() != attempt_now(view, agent)) memory.begin_attempt(attempt_now(view, agent));
  std::optional<Request> request = JumpRun(view, agent, numbers, place_of(def, view, agent)).steer();
  if (request && view.world().model().type_of(agent).locomotion->turns)
    request->angular = turn_to(kTurnToJump, view, agent, direction(view.velocity(agent))).angular;
  return request;
}

// Of an agent that has come into its mode since it steered last, nothing.
std::optional<JumpReport> find_report(const JumpDef&, const AgentView& view, AgentIndex agent) {
  const JumpMemory memory(view.memory(agent));
  if (memory.attempt() != attempt_now(view, agent)) return std::nullopt;
  return memory.report(view.world().state.tick);
}

bool finished(const JumpDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<JumpReport> report = find_report(def, view, agent);
  return report && (report->state == JumpState::landed || report->state == JumpState::missed ||
                    report->state == JumpState::failed);
}

std::optional<Goal> find_goal(const JumpDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<JumpReport> report = find_report(def, view, agent);
  const Vec3 place = def.landing.value_or(def.takeoff);
  return Goal{.position = {place.x, place.y, 0.0},
              .is_reached = report && report->state == JumpState::landed};
}

std::optional<Vec3> displacement_to_aim(const JumpDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<JumpReport> report = find_report(def, view, agent);
  const bool is_before =
      !report || report->state == JumpState::approach || report->state == JumpState::run_up;
  if (!is_before && !def.landing) return std::nullopt;
  const Vec3 aim = is_before ? def.takeoff : *def.landing;
  return view.displacement(view.position(agent), {aim.x, aim.y, 0.0});
}

bool always_jumps(const JumpDef&, const Model&) {
  return true;
}

std::vector<Problem> find_problems(const JumpDef& def, const World& world, std::uint32_t type) {
  JumpPlace place{
      .takeoff = def.takeoff, .landing = def.landing.value_or(def.takeoff), .speed = def.takeoff_speed};
  if (!def.landing && !def.direction.is_drawn() && !def.min_speed.is_drawn())
    place.point = JumpPoint{.along = unit_vector(def.direction.constant()),
                            .min_speed = def.min_speed.constant(),
                            .max_speed = def.max_speed.is_present() ? def.max_speed.greatest() : kInfinity,
                            .mode = def.point_mode};
  else if (!def.landing)
    place.point = JumpPoint{.min_speed = def.min_speed.least()};
  return jump_problems(world, type, place, {.takeoff = "/takeoff", .landing = "/landing"});
}

constexpr TypedBehavior<JumpDef> kTypedJump = {
    .info = {.name = "jump",
             .summary = "Runs up to an edge and jumps, onto a pad or as a jump point says.",
             .source = "Millington, Artificial Intelligence for Games, 3rd ed., 3.6",
             .example = R"({"type": "jump", "takeoff": [-1, 1], "landing": [3, 1]})",
             .related = "jump_gaps, go_to, path_finished, jump_state, jumps",
             .not_in_space = "nothing stands on ground there; it needs \"dimensions\": 2.5"},
    .fields = kJumpFields,
    .check = check,
    .memory = JumpMemory::kWidth,
    .steer = steer,
    .goal = find_goal,
    .finished = finished,
    .aim_at = displacement_to_aim,
    .may_jump = always_jumps,
    .jump = find_report,
    .check_in_world = find_problems,
};

}  // namespace

extern constexpr BehaviorKind kJump = make_behavior<kTypedJump>();

}  // namespace drover
