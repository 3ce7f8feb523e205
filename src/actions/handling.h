// What the actions of hands share.
#pragma once

#include <optional>

#include <fmt/format.h>

#include "sim/definitions/typed_kinds.h"
#include "sim/step/action_context.h"

namespace drover {

// TypedAction::check_in_world of actions that do something with a ball.
template <class Def>
std::optional<Problem> needs_hands(const Def&, const Model&, const AgentType& type) {
  if (type.hands) return std::nullopt;
  return Problem{
      .pointer = "",
      .message = fmt::format("agents of type \"{}\" have no \"hands\": they never hold a ball", type.name),
      .severity = Severity::warning};
}

}  // namespace drover
