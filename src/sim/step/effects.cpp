#include "sim/step/effects.h"

namespace drover {

void EffectList::note(const World& world, AgentIndex agent, const EffectDef& effect, double share) {
  if (!world.model().type_of(agent).counters[effect.counter.index]) return;
  effects_.push_back({agent, &effect, share});
}

void EffectList::apply(World& world) {
  const Model& model = world.model();
  const auto values = [&](const Effect& effect) {
    return world.state.columns.values(model.counters[effect.def->counter.index].values);
  };
  for (const Effect& effect : effects_) {
    double& value = values(effect)[effect.agent];
    if (effect.def->add) value += *effect.def->add * effect.share;
    if (effect.def->set) value = *effect.def->set;
  }
  for (const Effect& effect : effects_) {
    const CounterDef& limits = *model.type_of(effect.agent).counters[effect.def->counter.index];
    double& value = values(effect)[effect.agent];
    value = clamp(value, limits.min, limits.max.value_or(kInfinity));
  }
  effects_.clear();
}

}  // namespace drover
