// --tolerance NAME=ABS[,REL]: how far numbers may be off.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "observe/compare/tolerances.h"

namespace drover {

// The texts are checked when the command line is parsed.
void add_tolerance_flag(CLI::App& command, std::vector<std::string>& texts, const std::string& doc);

// Adds what checked texts say.
void add_tolerances(const std::vector<std::string>& texts, Tolerances& tolerances);

// What is wrong with the first name that is for none of the known ones, with the nearest of them; empty where
// every name is for something.
std::string unknown_tolerance(const Tolerances& tolerances, const std::vector<std::string>& known);

}  // namespace drover
