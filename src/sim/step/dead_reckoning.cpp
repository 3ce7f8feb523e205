#include "sim/step/dead_reckoning.h"

#include <algorithm>
#include <cmath>

#include "sim/definitions/ticks.h"
#include "sim/state/report_memory.h"
#include "sim/step/changes.h"

namespace drover {
namespace {

std::uint64_t interval_ticks(double interval, double dt) {
  return std::max<std::uint64_t>(1, first_tick_from(interval, dt));
}

// One agent that is known by reports, in the present state.
class ReportedAgent {
 public:
  ReportedAgent(World& world, AgentIndex i)
      : world_(world),
        i_(i),
        type_(world.model().type_of(i)),
        memory_(
            world.state.columns.values(type_.reports)
                .subspan(world.model().agents.index_in_type[i] * type_.reports.width, type_.reports.width)) {}

  void exchange() {
    const std::uint64_t tick = world_.state.tick;
    if (!world_.is_present(i_)) return memory_.forget_all();
    if (memory_.count() == 0) return memory_.start(tick, present_report());
    if (is_report_due()) memory_.send(tick, present_report());
    const auto delay = static_cast<double>(first_tick_from(rule().delay, dt()));
    if (memory_.count() < 2 || memory_.sent(1) + delay > static_cast<double>(tick)) return;
    const Vec3 before = shown_position();
    memory_.forget_first();
    memory_.correct(tick, bounds().displacement(estimate(0), before));
  }

  bool is_known() const { return memory_.count() > 0; }
  Vec3 shown_position() const {
    return bounds().wrapped_if_needed(estimate(0) + shown_error(rule().rule(), memory_.error(), elapsed()));
  }
  Vec3 shown_velocity() const {
    return estimated_velocity(memory_.report(0, dt()), world_.time(), max_speed()) +
           shown_error_rate(rule().rule(), memory_.error(), elapsed());
  }

 private:
  const DeadReckoningDef& rule() const { return *type_.dead_reckoning; }
  const Bounds& bounds() const { return world_.model().bounds; }
  double dt() const { return world_.model().dt; }
  // Ground that carries the agent adds to its own speed [m/s].
  double max_speed() const { return world_.state.limits.max_speed[i_] + length(world_.ground_velocity(i_)); }
  double elapsed() const { return (static_cast<double>(world_.state.tick) - memory_.arrival()) * dt(); }
  Vec3 estimate(std::size_t k) const {
    return estimated_position(memory_.report(k, dt()), world_.time(), max_speed());
  }

  StateReport present_report() const {
    return {.time = world_.time(),
            .position = world_.state.motion.position(i_),
            .velocity = world_.state.motion.velocity(i_),
            .acceleration = rule().order == 2 ? velocity_change(world_, i_) : Vec3{}};
  }

  // By the last report, which may still be on its way: the agent knows nothing of what arrived.
  bool is_report_due() const {
    const std::size_t last = memory_.count() - 1;
    const double age = static_cast<double>(world_.state.tick) - memory_.sent(last);
    if (rule().interval && age >= static_cast<double>(interval_ticks(*rule().interval, dt()))) return true;
    if (!rule().threshold) return false;
    const Vec3 error = bounds().displacement(estimate(last), world_.state.motion.position(i_));
    return length(error) > *rule().threshold;
  }

  const World& world_;
  AgentIndex i_;
  const AgentType& type_;
  ReportMemory memory_;
};

}  // namespace

bool has_reports(const Model& model) {
  return std::ranges::any_of(model.types,
                             [](const AgentType& type) { return type.dead_reckoning.has_value(); });
}

// Beside the one that others go by, those that were sent within the delay, and one that arrives now.
std::size_t report_capacity(const DeadReckoningDef& def, double dt) {
  const std::uint64_t apart = def.interval && !def.threshold ? interval_ticks(*def.interval, dt) : 1;
  return static_cast<std::size_t>(first_tick_from(def.delay, dt) / apart + 2);
}

void exchange_reports(World& world, AgentRange range) {
  for (AgentIndex i = range.first; i < range.last; ++i)
    if (world.model().type_of(i).dead_reckoning) ReportedAgent(world, i).exchange();
}

void show_agents(World& world) {
  world.state.shown = world.state.motion;
  for (AgentIndex i = 0; i < world.model().body_count(); ++i) {
    if (!world.model().type_of(i).dead_reckoning) continue;
    const ReportedAgent agent(world, i);
    if (!agent.is_known()) continue;
    world.state.shown.set_position(i, agent.shown_position());
    world.state.shown.set_velocity(i, agent.shown_velocity());
  }
}

}  // namespace drover
