// Files that would destroy each other, or what they are made from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "run/run_options.h"

namespace drover {

// The files that a run writes, that beside the trace among them; without the tables of metrics, which follow
// from the scenario.
std::vector<std::string> output_files(const RunOptions& options);

// Whether two names, of files that need not exist, lead to one file. "-" and the empty name lead to none.
bool lead_to_one_file(const std::string& a, const std::string& b);

// The first output that leads to the same file as one before it. Devices and pipes take everything.
std::optional<std::string> doubled_output(std::span<const std::string> outputs);

// Whether an output would replace a file that is read.
bool is_overwritten_by(const std::string& input, const std::string& output);

}  // namespace drover
