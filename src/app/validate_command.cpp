// drover validate FILES...: every problem of every file, without running anything.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/run_setup.h"

namespace drover {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  drover validate scenario.jsonc\n"
    "  drover validate scenarios/demos/*.json --json\n";

struct ValidateFlags {
  std::vector<std::string> files;
};

ExitCode validate(const ValidateFlags& flags, const Console& console) {
  std::size_t bad = 0;
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  for (const std::string& file : flags.files) {
    JsonSources sources;
    Diagnostics diagnostics;
    const std::optional<LoadedScenario> loaded = load_scenario_file(file, {}, sources, diagnostics);
    if (loaded) prepare_simulator(*loaded, diagnostics);
    const bool ok = loaded && !diagnostics.has_errors();
    bad += ok ? 0 : 1;
    if (console.json()) {
      document.push_back({{"file", file}, {"ok", ok}, {"problems", format_json(diagnostics, sources)}});
    } else {
      console.raw_error(format_human(diagnostics, sources, console.color()));
      if (ok) console.info(fmt::format("{}: ok ({})", file, summary_of(loaded->def)));
    }
  }
  const ExitCode code = bad == 0 ? ExitCode::ok : ExitCode::bad_input;
  return console.json() ? print_result(console, document.dump(2) + "\n", code) : code;
}

}  // namespace

void add_validate_command(CommandLine& line) {
  auto flags = std::make_shared<ValidateFlags>();
  CLI::App* command = line.app.add_subcommand("validate", "List every problem in scenario files");
  command->footer(kExamples);
  command->add_option("files", flags->files, "Scenario files")->required()->type_name("FILE...");
  command->callback([&line, flags] {
    line.chosen = [flags](const Console& console) { return validate(*flags, console); };
  });
}

}  // namespace drover
