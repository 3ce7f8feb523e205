// The file of a picture or a page.
#pragma once

#include <string>

#include "app/console.h"
#include "app/exit_code.h"
#include "observe/record/output_file.h"

namespace drover {

// To be called before a long run, so that a bad path costs nothing.
Failure open_picture(const std::string& path, OutputFile& file);

// Writes it and says so. One of only a part of a run, which ended with another code than ok, is marked
// incomplete. Returns what the program exits with.
ExitCode write_picture(OutputFile& file, const std::string& text, const Console& console, ExitCode code);

}  // namespace drover
