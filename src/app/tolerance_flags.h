// --tolerance NAME=ABS[,REL]: how far numbers may be off.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "observe/tolerances.h"

namespace drover {

// The texts are checked when the command line is parsed.
void add_tolerance_flag(CLI::App& command, std::vector<std::string>& texts, const std::string& doc);

// Adds what checked texts say.
void add_tolerances(const std::vector<std::string>& texts, Tolerances& tolerances);

}  // namespace drover
