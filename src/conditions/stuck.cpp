// stuck: the agent does not leave its position although it is asked to.
#include "sim/definitions/ticks.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct StuckConditionDef {
  Parameter distance = 0.1;
  Parameter duration = 2.0;
  Parameter min_demand = 0.0;
  Parameter min_demand_velocity = 0.0;
};

constexpr auto kStuckFields = fields(
    field<&StuckConditionDef::distance>(
        {.key = "distance",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "An agent that stays nearer than this to one position is not moving on."}),
    field<&StuckConditionDef::duration>(
        {.key = "duration",
         .unit = "s",
         .range = left_open(0, 1e9),
         .doc = "How long an agent has to stay there before it counts as stuck."}),
    field<&StuckConditionDef::min_demand>(
        {.key = "min_demand",
         .unit = "m/s^2",
         .range = closed(0, 1e9),
         .doc =
             "Only an agent that is asked for more than this wants to move. Requests at a goal fade "
             "without ever being quite zero: with a small number here, to rest there is not to be stuck."}),
    field<&StuckConditionDef::min_demand_velocity>(
        {.key = "min_demand_velocity",
         .unit = "m/s",
         .range = closed(0, 1e9),
         .doc = "Takes the place of min_demand where requests are velocities."}));

// A longer last request counts as being asked to move; in the unit of the agent's requests.
double min_request_length(const StuckConditionDef& def, const AgentView& view, AgentIndex agent) {
  return view.value(
      view.request_unit(agent) == RequestUnit::velocity ? def.min_demand_velocity : def.min_demand, agent);
}

// The memory: where the present window started (x, y; in space z is the last number) [m], and at which tick.
// A window slides in jumps: it starts anew, here and now, when the agent is not asked to move and when it has
// come as far as `distance` from where the window started. So three numbers are enough for a window of any
// length. The one difference is a slow creep: a sliding window would report it as stuck all the time, this
// one only from `duration` after each start until the next start.
constexpr std::size_t kMemory = 3, kHeight = 3;

void restart(const AgentView& view, AgentIndex agent) {
  const std::span<double> window = view.memory_to_write(agent);
  remember_vector(window, 0, view.position(agent), kHeight);
  window[2] = static_cast<double>(view.world().state.tick);
}

void start(const StuckConditionDef&, const AgentView& view, AgentIndex agent) {
  restart(view, agent);
}

bool holds(const StuckConditionDef& def, const AgentView& view, AgentIndex agent) {
  const std::span<const double> window = view.memory(agent);
  const Vec3 moved = view.displacement(remembered_vector(window, 0, kHeight), view.position(agent));
  if (!(view.world().state.status.request_length[agent] > min_request_length(def, view, agent)) ||
      !(length(moved) < view.value(def.distance, agent)))
    restart(view, agent);
  const double ticks = static_cast<double>(view.world().state.tick) - window[2];
  return ticks >= static_cast<double>(first_tick_from(view.value(def.duration, agent), view.dt()));
}

constexpr TypedCondition<StuckConditionDef> kTypedStuck = {
    .info = {.name = "stuck",
             .summary = "Holds while the agent stays in one place although it is asked to move.",
             .source = "drover's own",
             .example = R"({"type": "stuck", "distance": 0.2, "duration": 3, "min_demand": 0.1})",
             .related = "speed, arrived",
             .in_space = true},
    .fields = kStuckFields,
    .memory = kMemory,
    .memory_of_heights = 1,
    .start = start,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kStuckCondition = make_condition<kTypedStuck>();

}  // namespace drover
