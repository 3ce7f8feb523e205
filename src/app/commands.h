// The commands of the command line. Each prints its results and problems to the console and returns the exit
// code of the program.
#pragma once

#include "app/console.h"
#include "app/exit_code.h"
#include "app/options.h"

namespace drover {

ExitCode execute(const RunCommandOptions& options, const Console& console);
ExitCode execute(const ValidateCommandOptions& options, const Console& console);
ExitCode execute(const RenderCommandOptions& options, const Console& console);
ExitCode execute(const ExportCommandOptions& options, const Console& console);
ExitCode execute(const CheckCommandOptions& options, const Console& console);
ExitCode execute(const GoldenCommandOptions& options, const Console& console);
ExitCode execute(const HashCommandOptions& options, const Console& console);
ExitCode execute(const DiffCommandOptions& options, const Console& console);
ExitCode execute(const BatchCommandOptions& options, const Console& console);
ExitCode execute(const CollectCommandOptions& options, const Console& console);
ExitCode execute(const DatasetCommandOptions& options, const Console& console);
ExitCode execute(const SearchCommandOptions& options, const Console& console);
ExitCode execute(const ListCommandOptions& options, const Console& console);
ExitCode execute(const ExplainCommandOptions& options, const Console& console);
ExitCode execute(const SchemaCommandOptions& options, const Console& console);
ExitCode execute(const InitCommandOptions& options, const Console& console);
ExitCode execute(const VersionCommandOptions& options, const Console& console);
ExitCode execute(const CompletionCommandOptions& options, const Console& console);
ExitCode execute(const ManCommandOptions& options, const Console& console);

}  // namespace drover
