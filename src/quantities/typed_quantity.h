// How the file of a quantity describes it; see sim/definitions/typed_kinds.h.
#pragma once

#include "quantities/threshold.h"

namespace drover {

template <class Def>
struct TypedQuantity {
  using Params = Def;
  KindInfo info = {};
  std::string_view unit = "";
  // The words of the condition that it is below or above a threshold. Without a name there is none.
  KindInfo condition = {};
  bool in_steps = false;  // a time that is a whole number of steps and only grows
  bool is_whole = false;  // a count
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  void (*plan)(Def& def, PerceptionPlan& plan) = nullptr;
  bool needs_slots = false;      // of formations
  bool compares_states = false;  // see QuantityKind
  // The number, for one agent: it may be infinite, never NaN.
  double (*value)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
};

template <const auto& Typed>
constexpr QuantityKind make_quantity() {
  auto kind = make_kind<QuantityKind, Typed>();
  kind.unit = Typed.unit;
  kind.plan = erased<Typed.plan>;
  kind.needs_slots = Typed.needs_slots;
  kind.compares_states = Typed.compares_states;
  kind.value = erased<Typed.value>;
  if constexpr (!Typed.condition.name.empty()) kind.condition = &ConditionOn<Typed>::kKind;
  return kind;
}

}  // namespace drover
