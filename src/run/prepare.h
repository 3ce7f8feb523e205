// Prepares a simulation from a scenario.
#pragma once

#include <memory>
#include <optional>

#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover {

// Builds the world and checks what the reader cannot: room for all agents, the paths of expected metrics, the
// names of trace columns and groups. Empty when there are errors; the problems go to the diagnostics. `like`
// is for build_world.
std::optional<Simulator> prepare_simulator(const LoadedScenario& scenario, Diagnostics& diagnostics,
                                           std::shared_ptr<const Statics> like = nullptr);

}  // namespace drover
