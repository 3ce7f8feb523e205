// The layers of `drover render`: whether what is asked for can be shown, and what the last state of a run has
// to show of it.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/console.h"
#include "app/options.h"
#include "observe/picture/picture.h"
#include "observe/record/output_file.h"
#include "sim/step/simulator.h"

namespace drover {

bool shows(const RenderCommandOptions& options, std::string_view layer);

// The agents of --agents; without it all of them. Nothing after an error.
std::optional<std::vector<AgentIndex>> chosen_agents(const RenderCommandOptions& options, const Model& model,
                                                     const Console& console);

// Why the views do not show the layers.
Failure check_views(const RenderCommandOptions& options);

// Why a layer that is asked for cannot be shown, before the run.
Failure check_layers(const RenderCommandOptions& options, const Model& model,
                     std::span<const AgentIndex> agents);

// The search of the layer expanded at the start, which is over when the rest is drawn.
Failure show_search(const RenderCommandOptions& options, const Simulator& simulator,
                    std::span<const AgentIndex> agents, PictureOptions& picture);

// What the layers show of the last state. Without a last state, as the run was stopped within a step, says
// what is not shown.
void show_last_state(const RenderCommandOptions& options, const Simulator& simulator,
                     std::span<const AgentIndex> agents, const Console& console, PictureOptions& picture);
void warn_of_lost_layers(const RenderCommandOptions& options, const Console& console);

// The layers about bodies that are driven which this world has something to show of, on not too many agents.
std::vector<std::string_view> driving_layers(const Model& model);

}  // namespace drover
