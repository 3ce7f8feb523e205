#include "sim/step/jumps.h"

#include <algorithm>
#include <cmath>

namespace drover {
namespace {

std::optional<JumpReport> jump_of(const World& world, std::span<const PerceptionPass> perceptions,
                                  const StackEntry& entry, AgentIndex agent) {
  return entry.kind->jump(entry.params.get(), AgentView(world, perceptions, entry), agent);
}

// What is new, of the first of the agent's jumps that does something new.
JumpReport news_of(const World& world, std::span<const PerceptionPass> perceptions, const AgentType& type,
                   const Mode& mode, AgentIndex agent) {
  for (const std::uint32_t index : mode.jumpers) {
    const std::optional<JumpReport> report = jump_of(world, perceptions, type.entries[index], agent);
    if (report && (report->is_new || report->events != JumpEvents{})) return *report;
  }
  return {};
}

}  // namespace

bool may_jump(const Model& model) {
  return std::ranges::any_of(model.types, [](const AgentType& type) {
    return std::ranges::any_of(type.modes, [](const Mode& mode) { return !mode.jumpers.empty(); });
  });
}

void make_jump_columns(World& world) {
  const std::size_t count = world.model().agents.size();
  resize_columns(world.state.jumps, count);
  world.state.takeoff_speeds.assign(count, 0.0);
}

std::optional<double> ground_at_feet(const Model& model, Vec3 p) {
  const Ground& ground = model.statics->ground;
  const Vec3 level{p.x, p.y, 0.0};
  bool has_platform = false;
  ground.visit_platforms_near(level, [&](std::uint32_t) { has_platform = true; });
  if (has_platform) return std::nullopt;
  double height = 0.0;
  ground.visit_tops_at(model.regions, level, [&](const GroundTop& top) {
    const double here = top.height_at(level);
    const bool is_nearer = std::fabs(here - p.z) < std::fabs(height - p.z);
    if (is_nearer || (top.solid && here > p.z)) height = here;
  });
  return height;
}

JumpLaw lightest_fall(const Model& model, const AgentType& type) {
  const std::uint32_t factor = type.limit_factors.gravity;
  return {type.gravity * (factor == kNoIndex ? 1.0 : model.factors[factor].least()), type.air_drag};
}

double greatest_jump_speed(const Model& model, const AgentType& type) {
  const std::uint32_t factor = type.limit_factors.jump_speed;
  return type.jump_speed * (factor == kNoIndex ? 1.0 : model.factors[factor].greatest());
}

std::optional<JumpState> jump_state(const World& world, std::span<const PerceptionPass> perceptions,
                                    AgentIndex agent) {
  const AgentType& type = world.model().type_of(agent);
  for (const std::uint32_t index : world.mode_of(agent).jumpers) {
    if (const auto report = jump_of(world, perceptions, type.entries[index], agent)) return report->state;
  }
  return std::nullopt;
}

std::uint32_t entry_in_control(const World& world, std::span<const PerceptionPass> perceptions,
                               const AgentType& type, const Mode& mode, AgentIndex agent) {
  for (const std::uint32_t index : mode.jumpers) {
    const std::optional<JumpReport> report = jump_of(world, perceptions, type.entries[index], agent);
    if (report && report->has_control()) return index;
  }
  return kNoIndex;
}

void steer_alone(World& world, std::span<const PerceptionPass> perceptions, const StackEntry& entry,
                 AgentIndex agent, RequestColumns& total) {
  entry.kind->compute(entry.params.get(), AgentView(world, perceptions, entry), std::span(&agent, 1), total);
  if (!total.is_active(agent)) return;
  const AgentLimits& limits = world.state.limits;
  const Request asked = total.request(agent);
  total.set(agent, Request{clip(asked.linear, limits.max_request[agent]),
                           clip_turn(asked.angular, limits.max_angular_request[agent])});
}

void find_jumps(World& world, std::span<const PerceptionPass> perceptions, AgentRange range,
                std::span<JumpReport> reports) {
  for (AgentIndex i = range.first; i < range.last; ++i) {
    reports[i] = {};
    if (world.is_present(i)) {
      const AgentType& type = world.model().type_of(i);
      reports[i] = news_of(world, perceptions, type, world.mode_of(i), i);
    }
    const JumpEvents& events = reports[i].events;
    world.state.takeoff_speeds[i] = events.takes_off && world.is_grounded(i) ? events.takeoff_speed : 0.0;
  }
}

void count_jumps(World& world, std::span<const JumpReport> reports) {
  JumpColumns& jumps = world.state.jumps;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const JumpReport& report = reports[i];
    jumps.takeoffs[i] += report.events.takes_off ? 1 : 0;
    jumps.bad_takeoffs[i] += report.events.is_bad_takeoff ? 1 : 0;
    jumps.aborts[i] += report.events.is_aborted ? 1 : 0;
    if (!report.is_new) continue;
    jumps.landed[i] += report.state == JumpState::landed ? 1 : 0;
    jumps.missed[i] += report.state == JumpState::missed ? 1 : 0;
    jumps.failed[i] += report.state == JumpState::failed ? 1 : 0;
  }
}

}  // namespace drover
