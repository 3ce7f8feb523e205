// A table with one row per agent: when it came and went, its way, its waits and its contacts.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "observe/metrics/metric.h"
#include "sim/definitions/definitions.h"

namespace drover {

// Its name: part of the name of its file, so that no metric may have it.
inline constexpr std::string_view kAgentsTableName = "agents_table";

// The columns that can be chosen. "goal" stands for goal_x and goal_y.
std::vector<std::string> agents_table_columns();

// What is wrong with the columns chosen, with pointers relative to the definition.
std::vector<Problem> check_agents_table(const AgentsTableDef& def);

// The table as a metric that has rows and no numbers. It looks at the state before and compares bodies with
// it (Observation::remember_states, remember_bodies).
std::unique_ptr<Metric> make_agents_table(const AgentsTableDef& def, const Simulator& simulator);

}  // namespace drover
