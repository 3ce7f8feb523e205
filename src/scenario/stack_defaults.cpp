// The behaviors of stacks that list none, where the arbiter has some then.
#include "core/kind.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/group.h"

namespace drover {
namespace {

class StackFilling {
 public:
  explicit StackFilling(const Catalog& catalog) : catalog_(catalog) {}

  void fill(SteeringDef& steering) const {
    if (steering.modes.empty()) fill(steering.arbiter, steering.behaviors);
    fill_groups(steering.behaviors);
    for (Named<ModeDef>& mode : steering.modes) {
      if (steering.behaviors.empty()) fill(mode.value.arbiter, mode.value.behaviors);
      fill_groups(mode.value.behaviors);
    }
  }

 private:
  void fill(const ArbiterDef& def, std::vector<StackEntryDef>& behaviors) const {
    const ArbiterKind* arbiter = def.arbiter.get();
    if (arbiter == nullptr || arbiter->default_behavior.empty() || !behaviors.empty()) return;
    const auto* kind = catalog_.find<BehaviorKind>(arbiter->default_behavior);
    if (kind == nullptr) return;
    StackEntryDef& entry = behaviors.emplace_back();
    entry.behavior.kind = kind;
    entry.behavior.params = kind->make_params();
  }

  void fill_groups(std::vector<StackEntryDef>& behaviors) const {
    for (StackEntryDef& entry : behaviors) {
      if (entry.behavior.kind != &kGroup) continue;
      auto& group = *static_cast<BehaviorGroupDef*>(entry.behavior.params.get());
      fill(group.arbiter, group.behaviors);
      fill_groups(group.behaviors);
    }
  }

  const Catalog& catalog_;
};

}  // namespace

void fill_stacks(ScenarioDef& def, const Catalog& catalog) {
  const StackFilling filling(catalog);
  for (Named<AgentTypeDef>& type : def.agent_types)
    filling.fill(type.value.steering);
  for (Named<FormationDef>& formation : def.formations)
    filling.fill(formation.value.anchor.steering);
}

}  // namespace drover
