// drover version: what was built, how, and which numerics its results belong to. drover completion SHELL and
// drover man: texts that packages install beside the program.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli.h"
#include "app/commands.h"
#include "core/numerics.h"
#include "observe/record/json_file.h"
#include "observe/record/provenance.h"
#include "sim/definitions/definitions.h"

namespace drover {
namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

}  // namespace

ExitCode execute(const VersionCommandOptions& /*options*/, const Console& console) {
  const std::string numerics = fmt::format("{}: {}", kNumericsProfile, kNumericsDescription);
  if (console.json()) {
    const nlohmann::ordered_json document = {
        {"drover", drover_version()}, {"scenario_format", kScenarioFormat},
        {"numerics", numerics},       {"hashes", kHashForm},
        {"compiler", kCompiler},      {"build_type", DROVER_BUILD_TYPE}};
    return print_result(console, pretty(document));
  }
  return print_result(
      console,
      fmt::format("drover {}\nscenario format {}\nnumerics {}\nhashes {}\nbuilt by {}, {}\n",
                  drover_version(), kScenarioFormat, numerics, kHashForm, kCompiler, DROVER_BUILD_TYPE));
}

ExitCode execute(const CompletionCommandOptions& options, const Console& console) {
  return print_result(console, completion_script(describe_commands(), options.shell));
}

ExitCode execute(const ManCommandOptions& /*options*/, const Console& console) {
  return print_result(console, man_page(describe_commands(), drover_version()));
}

}  // namespace drover
