#include "sim/step/factors.h"

#include <algorithm>
#include <utility>

#include "sim/step/agent_view.h"
#include "sim/step/population.h"

namespace drover {
namespace {

// Those on gravity and jump_speed are read where these act, and no limit follows from them.
bool change_limits(LimitFactors factors) {
  factors.gravity = factors.jump_speed = kNoIndex;
  return factors != LimitFactors{};
}

}  // namespace

void update_factors(World& world, AgentRange range) {
  const Model& model = world.model();
  const AgentView view(world, {});
  for (std::size_t k = 0; k < model.factors.size(); ++k) {
    const Ramp& ramp = model.factors[k].ramp;
    for (const AgentIndex i : within(range, model.factors[k].agents)) {
      if (world.is_present(i))
        world.state.factors[k][i] = ramp.at(ramp.kind->value(ramp.params.get(), view, i));
    }
  }
  // Those who were roots of emergent formations have their own limits again.
  const bool has_roots = model.has_roots();
  for (std::uint32_t type = 0; type < model.types.size(); ++type) {
    if (!change_limits(model.types[type].limit_factors) && !has_roots && !model.statics->ground.slows())
      continue;
    for (const AgentIndex i : within(range, world.state.agents_of(type)))
      update_limits(world, i);
  }
}

void update_limits(World& world, AgentIndex agent, double max_speed) {
  const Model& model = world.model();
  const OwnLimits& own = world.state.own_limits;
  const LimitFactors& factors = model.type_of(agent).limit_factors;
  AgentLimits& limits = world.state.limits;
  const auto product = [&](const std::vector<double>& declared, std::uint32_t factor) {
    return declared[agent] * world.factor(factor, agent);
  };
  if (!own.max_speed.empty())
    limits.max_speed.set(
        agent, smaller(product(own.max_speed, factors.max_speed) * world.ground_factor(agent), max_speed));
  if (!own.max_turn_rate.empty())
    limits.max_turn_rate.set(agent, product(own.max_turn_rate, factors.max_turn_rate));
  const double max_force = product(own.max_force, factors.max_force);
  double max_acceleration = product(own.max_acceleration, factors.max_acceleration);
  if (max_force == kInfinity && max_acceleration == kInfinity)
    max_acceleration = kDefaultMaxAcceleration * world.factor(factors.max_acceleration, agent);
  limit_requests(limits, agent, max_force, max_acceleration, model.agents.request_unit[agent]);
}

}  // namespace drover
