// Behaviors made by hand, where a test needs a request that is exactly known.
#pragma once

#include <string_view>

#include "sim/step/agent_view.h"
#include "support/model_of.h"
#include "support/scene.h"

namespace drover::test {

// A simulator of one agent whose only behavior asks for Ask(view, agent).
template <auto Ask>
Simulator hand_made(std::string_view agent, std::string_view type_keys, std::string_view scenario_keys) {
  static constexpr BehaviorKind kKind = [] {
    BehaviorKind kind;
    kind.compute = [](const void*, const AgentView& view, std::span<const AgentIndex> agents,
                      RequestColumns& out) {
      for (const AgentIndex i : agents)
        out.set(i, Ask(view, i));
    };
    kind.compute_in_space = kind.compute;
    return kind;
  }();
  BuiltWorld built =
      make_world(scene(R"([{"type":"seek","target":{"point":[0,0]}}])",
                       "[{\"type\":\"a\"," + std::string(agent) + "}]", type_keys, scenario_keys));
  model_of(built.world).types[0].entries[0].kind = &kKind;
  return Simulator(std::move(built));
}

}  // namespace drover::test
