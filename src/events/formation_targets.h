// Which events can be about a formation: its anchor is then the only target.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/formation/formation_columns.h"
#include "sim/step/event_context.h"
#include "sim/step/event_setup.h"

namespace drover {

inline bool is_about_formation(const World& world, std::span<const AgentIndex> targets) {
  return !targets.empty() && world.model().is_anchor(targets.front());
}

inline std::optional<Problem> refuse_formation(const World& world, std::span<const AgentIndex> targets,
                                               std::string_view event, std::string hint) {
  if (!is_about_formation(world, targets)) return std::nullopt;
  return Problem{.pointer = "/target",
                 .message = fmt::format("\"{}\" cannot be about a formation", event),
                 .hint = std::move(hint)};
}

inline std::optional<Problem> require_formation(const World& world, std::span<const AgentIndex> targets,
                                                std::string_view event) {
  if (is_about_formation(world, targets)) return std::nullopt;
  return Problem{.pointer = "/target", .message = fmt::format("\"{}\" is about a formation", event)};
}

inline const Formation& formation_of_target(const World& world, AgentIndex anchor) {
  return world.model().formations[formation_at(world, anchor)];
}

}  // namespace drover
