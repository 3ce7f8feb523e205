// Compares this program with another one, state by state: an accepted build, another compiler, another
// machine.
#pragma once

#include <string>

#include "golden/check_report.h"

namespace drover {

// Why the command cannot be run, or empty; nothing is run for that.
std::string reference_problem(const std::string& command);

// Runs the scenario in both programs, finds the first step whose state hashes differ, takes the states of
// that step and of later ones from both, and puts their differences into the divergence of the check. The
// command is split at spaces; its program answers to `hash` and `run --save-at`. Says what came out in the
// check's detail.
void compare_with_program(const std::string& command, ScenarioCheck& check);

}  // namespace drover
