// jump: runs up to an edge, jumps and lands on a pad.
// Millington, AI for Games, 3rd ed., 3.6.2 and the errors of its listing: see jumps.md.
#include <fmt/format.h>

#include "behaviors/arrival.h"
#include "behaviors/jump_checks.h"
#include "behaviors/jump_run.h"
#include "behaviors/turning.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct JumpDef {
  Vec3 takeoff;
  Vec3 landing;
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
                              .required = true,
                              .has_height = true}),
    field<&JumpDef::radius>(
        {.key = "radius",
         .unit = "m",
         .range = left_open(0, 1e3),
         .doc = "How far beside the point of the take-off the feet may leave the ground."}),
    field<&JumpDef::pad_radius>({.key = "pad_radius",
                                 .unit = "m",
                                 .range = left_open(0, 1e3),
                                 .doc = "How far from the middle of the pad a landing counts as one."}),
    field<&JumpDef::takeoff_speed>(
        {.key = "takeoff_speed",
         .doc = "How the agent leaves the ground: with the jump_speed of its type (full), or with as much "
                "of it as the shortest flight needs (fastest)."}),
    field<&JumpDef::response_time>(kResponseTime));

const TurnRule kTurnToJump;

JumpPlace place_of(const JumpDef& def, const AgentView& view, AgentIndex agent) {
  return {.takeoff = def.takeoff,
          .landing = def.landing,
          .radius = view.value(def.radius, agent),
          .pad_radius = view.value(def.pad_radius, agent),
          .response_time = view.value(def.response_time, agent),
          .speed = def.takeoff_speed};
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
  return Goal{.position = {def.landing.x, def.landing.y, 0.0},
              .is_reached = report && report->state == JumpState::landed};
}

std::optional<Vec3> displacement_to_aim(const JumpDef& def, const AgentView& view, AgentIndex agent) {
  const std::optional<JumpReport> report = find_report(def, view, agent);
  const bool is_before =
      !report || report->state == JumpState::approach || report->state == JumpState::run_up;
  const Vec3 aim = is_before ? def.takeoff : def.landing;
  return view.displacement(view.position(agent), {aim.x, aim.y, 0.0});
}

bool always_jumps(const JumpDef&, const Model&) {
  return true;
}

std::vector<Problem> find_problems(const JumpDef& def, const World& world, std::uint32_t type) {
  return jump_problems(world, type,
                       {.takeoff = def.takeoff, .landing = def.landing, .speed = def.takeoff_speed},
                       {.takeoff = "/takeoff", .landing = "/landing"});
}

constexpr TypedBehavior<JumpDef> kTypedJump = {
    .info = {.name = "jump",
             .summary = "Runs up to an edge, jumps and lands on a pad.",
             .source = "Millington, Artificial Intelligence for Games, 3rd ed., 3.6",
             .example = R"({"type": "jump", "takeoff": [-1, 1], "landing": [3, 1]})",
             .related = "go_to, path_finished, jump_state, jumps",
             .not_in_space = "nothing stands on ground there; it needs \"dimensions\": 2.5"},
    .fields = kJumpFields,
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
