// From a scenario to a simulation ready to run: shared by run, render and validate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover {

// Builds the world and checks what the reader cannot: room for all agents, the paths of expected metrics, the
// names of trace columns and groups. Empty when there are errors; the problems go to the diagnostics.
std::optional<Simulator> prepare_simulator(const LoadedScenario& scenario, Diagnostics& diagnostics);

// The number of threads to step with; 0 asks for one per processor.
std::size_t thread_count(std::int64_t wanted);

// "20 agents of 2 types, 3000 steps of 0.02 s".
std::string summary_of(const ScenarioDef& def);

}  // namespace drover
