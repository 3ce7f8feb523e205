// drover validate FILES...: every problem of every file, without running anything.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/run_setup.h"
#include "app/scenario_input.h"

namespace drover {

ExitCode execute(const ValidateCommandOptions& options, const Console& console) {
  std::size_t bad = 0;
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  for (const std::string& file : options.files) {
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

}  // namespace drover
