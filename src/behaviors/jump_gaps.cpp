// jump_gaps: jumps over the gaps that lie straight ahead.
// Millington, AI for Games, 3rd ed., 3.6.3: a detector that looks ahead for gap fillers, invisible volumes in
// what is to be jumped over. See jumps.md.
#include <cmath>

#include "behaviors/arrival.h"
#include "behaviors/jump_checks.h"
#include "behaviors/jump_run.h"
#include "behaviors/turning.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/gaps.h"

namespace drover {
namespace {

struct JumpGapsDef {
  Parameter lookahead;
  Parameter response_time = 0.1;
};

constexpr auto kJumpGapsFields =
    fields(field<&JumpGapsDef::lookahead>(
               {.key = "lookahead",
                .unit = "m",
                .range = left_open(0, 1e5),
                .doc = "How far straight ahead the agent looks for a gap to run at.",
                .otherwise = "as far as it needs to reach max_speed from rest, and 0.5 m"}),
           field<&JumpGapsDef::response_time>(kResponseTime));

const TurnRule kTurnToGap;

// What it remembers: its jump, and which gap that is over: its index and 1.
constexpr std::size_t kGapMemory = JumpMemory::kWidth + 1;

// Every time that an agent comes into its mode it begins with nothing.
double gap_attempt_now(const AgentView& view, AgentIndex agent) {
  return 1.0 + static_cast<double>(view.world().state.status.mode_since[agent]);
}

// One agent in one step.
class GapRun {
 public:
  GapRun(const JumpGapsDef& def, const AgentView& view, AgentIndex agent)
      : view_(view),
        agent_(agent),
        numbers_(view.memory_to_write(agent)),
        memory_(numbers_.first(JumpMemory::kWidth)),
        here_(view.position(agent)),
        velocity_(view.world().state.motion.velocity(agent)),
        feet_(view.world().state.elevation.z[agent]),
        response_time_(view.value(def.response_time, agent)) {
    constexpr double kMargin = 0.5;  // m
    const double most =
        view.request_unit(agent) == RequestUnit::velocity ? kInfinity : view.max_request(agent);
    lookahead_ = view.value_or(def.lookahead, agent,
                               run_up_distance(view.max_speed(agent), most, response_time_, kMargin));
  }

  std::optional<Request> steer() {
    if (memory_.attempt() != gap_attempt_now(view_, agent_))
      memory_.begin_attempt(gap_attempt_now(view_, agent_));
    memory_.begin_step(tick());
    if (memory_.state() == JumpState::airborne) return fly();
    if (!view_.world().is_grounded(agent_)) return leave_run_up();
    // Swept, so that nobody gets into a gap on foot; at once by one who is in it.
    const MetGap met = met_gap(view_.world(), here_, feet_, velocity_ * view_.dt());
    if (met.at <= 1.0) return take_off(met.gap);
    const Vec3 ahead = way_ahead();
    const MetGap seen = met_gap(view_.world(), here_, feet_, ahead * lookahead_);
    if (seen.gap == kNoIndex) return leave_run_up();
    if (memory_.state() != JumpState::run_up) memory_.set_state(JumpState::run_up, tick());
    const Vec3 wanted = gap(seen.gap).velocity.value_or(ahead * view_.max_speed(agent_));
    return velocity_request(view_, agent_, wanted, response_time_);
  }

 private:
  std::uint64_t tick() const { return view_.world().state.tick; }
  const GroundGap& gap(std::uint32_t index) const {
    return view_.world().model().statics->ground.gaps()[index];
  }

  // Where it moves to, or where it faces at rest.
  Vec3 way_ahead() const {
    constexpr double kMoves = 1e-3;  // m/s
    const Vec3 way = length(velocity_) >= kMoves ? velocity_ : view_.heading(agent_);
    return direction({way.x, way.y, 0.0});
  }

  // The gap is not ahead any more, or it falls.
  std::optional<Request> leave_run_up() {
    if (memory_.state() != JumpState::run_up) return std::nullopt;
    memory_.abort();
    memory_.set_state(JumpState::approach, tick());
    return std::nullopt;
  }

  // From where it is, with the velocity that it has. A jump that is not known to end behind the gap is a bad
  // one.
  std::optional<Request> take_off(std::uint32_t index) {
    const World& world = view_.world();
    const JumpLaw law = world.fall_law(agent_);
    const Vec3 velocity{velocity_.x, velocity_.y, world.jump_speed(agent_)};
    const auto landing = predicted_landing(world, {here_.x, here_.y, feet_}, velocity, law,
                                           world.model().type_of(agent_).body_height);
    if (!is_over(world, gap(index), landing)) memory_.note(JumpMemory::bad_takeoff);
    const double level_time = jump_time(law, velocity.z, 0.0).value_or(0.0);
    JumpFlight flight;
    flight.time = landing ? landing->time : level_time;
    flight.takeoff_velocity = velocity;
    memory_.take_off(tick(), flight);
    memory_.set_state(JumpState::airborne, tick());
    numbers_[JumpMemory::kWidth] = 1.0 + index;
    return std::nullopt;
  }

  // Until the feet meet the ground: behind the gap, or in it.
  std::optional<Request> fly() {
    if (!view_.world().is_grounded(agent_)) return std::nullopt;
    const double number = numbers_[JumpMemory::kWidth];
    const double count = static_cast<double>(view_.world().model().statics->ground.gaps().size());
    const bool is_known = 1.0 <= number && number <= count;
    const PredictedLanding here{{here_.x, here_.y, feet_}, 0.0};
    const bool is_behind =
        is_known && is_over(view_.world(), gap(static_cast<std::uint32_t>(number) - 1), here);
    memory_.set_state(is_behind ? JumpState::landed : JumpState::missed, tick());
    return std::nullopt;
  }

  const AgentView& view_;
  AgentIndex agent_;
  std::span<double> numbers_;
  JumpMemory memory_;
  Vec3 here_, velocity_;
  double feet_, response_time_;
  double lookahead_ = 0.0;
};

std::optional<Request> steer(const JumpGapsDef& def, const AgentView& view, AgentIndex agent) {
  if (view.world().model().statics->ground.gaps().empty()) return std::nullopt;
  std::optional<Request> request = GapRun(def, view, agent).steer();
  if (request && view.world().model().type_of(agent).locomotion->turns)
    request->angular = turn_to(kTurnToGap, view, agent, direction(view.velocity(agent))).angular;
  return request;
}

// Nothing before the first gap is seen, and of an agent that has come into its mode since it steered last.
std::optional<JumpReport> find_report(const JumpGapsDef&, const AgentView& view, AgentIndex agent) {
  const JumpMemory memory(view.memory(agent).first(JumpMemory::kWidth));
  if (memory.attempt() != gap_attempt_now(view, agent)) return std::nullopt;
  return memory.report(view.world().state.tick);
}

bool jumps_gaps(const JumpGapsDef&, const Model& model) {
  return model.is_elevated();
}

std::vector<Problem> find_problems(const JumpGapsDef&, const World& world, std::uint32_t type) {
  return gap_problems(world, type);
}

constexpr TypedBehavior<JumpGapsDef> kTypedJumpGaps = {
    .info = {.name = "jump_gaps",
             .summary = "Runs straight at the jumpable gaps ahead and jumps where it comes into them.",
             .source = "Millington, Artificial Intelligence for Games, 3rd ed., 3.6.3",
             .example = R"({"type": "jump_gaps"})",
             .related = "jump, jump_state, jumps",
             .not_in_space = "nothing stands on ground there; it needs \"dimensions\": 2.5"},
    .fields = kJumpGapsFields,
    .memory = kGapMemory,
    .steer = steer,
    .may_jump = jumps_gaps,
    .jump = find_report,
    .check_in_world = find_problems,
};

}  // namespace

extern constexpr BehaviorKind kJumpGaps = make_behavior<kTypedJumpGaps>();

}  // namespace drover
