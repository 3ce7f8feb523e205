// drover completion SHELL and drover man: texts that packages install beside the program.
#include "app/cli.h"
#include "app/commands.h"
#include "app/completion.h"
#include "app/man_page.h"
#include "observe/record/provenance.h"

namespace drover {

ExitCode execute(const CompletionCommandOptions& options, const Console& console) {
  return print_result(console, completion_script(describe_commands(), options.shell));
}

ExitCode execute(const ManCommandOptions& /*options*/, const Console& console) {
  return print_result(console, man_page(describe_commands(), drover_version()));
}

}  // namespace drover
