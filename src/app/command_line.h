// The command line: parses, runs the chosen command, answers with an exit status.
#pragma once

namespace drover {

int run_command_line(int argc, char** argv);

}  // namespace drover
