// The scenario files of the tree, for tests that hold for all of them.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenario/scenario_reader.h"
#include "sim/construction/world_builder.h"

namespace drover::test {

// Paths relative to the root of the tree, such as "scenarios/behaviors/seek.json", sorted.
const std::vector<std::string>& scenario_files();

// Where such a file is, and how it is read: scenarios/benchmark with fewer agents.
std::string path_of_file(const std::string& file);
ReadOptions options_of_file(const std::string& file);

// Reads a file of the tree; scenarios/benchmark with fewer agents. Throws std::runtime_error with the
// formatted diagnostics, warnings included.
LoadedScenario load_file(const std::string& file);

// Throws std::runtime_error with the first problem or warning.
BuiltWorld build_without_problems(const ScenarioDef& def);
// Of scenes that are odd on purpose: throws std::runtime_error with the first problem.
BuiltWorld build_despite_warnings(const ScenarioDef& def);

// "behaviors_seek": the name of a test that runs for one file.
std::string name_of_file(const testing::TestParamInfo<std::string>& info);

}  // namespace drover::test
