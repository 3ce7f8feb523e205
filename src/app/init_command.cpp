// drover init [DIR]: a small commented scenario to start from, one of the templates, with its schema for
// editors.
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "app/files.h"
#include "app/templates.h"
#include "core/shell_word.h"
#include "observe/record/json_file.h"
#include "scenario/json_schema.h"

namespace drover {

ExitCode execute(const InitCommandOptions& options, const Console& console) {
  if (options.list) {
    const std::string list = console.json() ? pretty(list_templates_json()) : list_templates(console.width());
    return print_result(console, list);
  }
  const std::string& folder = options.folder;
  const std::string scenario = folder + "/scenario.jsonc";
  const std::string schema = folder + "/scenario.schema.json";
  for (const std::string& path : {scenario, schema}) {
    std::error_code error;
    // A symbolic link counts as a file, wherever it leads.
    const std::filesystem::file_status status = std::filesystem::symlink_status(path, error);
    if (std::filesystem::exists(status))
      return refuse(fmt::format("{} exists already; nothing was written", path), ExitCode::bad_output,
                    console);
    if (status.type() != std::filesystem::file_type::not_found)
      return refuse(fmt::format("cannot write {}: {}", path, error.message()), ExitCode::bad_output, console);
  }
  const std::string text(
      template_text(options.template_name.empty() ? template_names().front() : options.template_name));
  Failure problem = write_whole_file(schema, pretty(scenario_schema(catalog())));
  if (!problem) problem = write_whole_file(scenario, text);
  if (problem) return refuse(*problem, ExitCode::bad_output, console);
  if (console.json()) {
    return print_result(console, pretty({{"ok", true}, {"wrote", {scenario, schema}}}));
  }
  console.info("wrote " + scenario);
  console.info(fmt::format("next: drover run {} -o {}", shell_word(scenario), shell_word(folder + "/out")));
  return ExitCode::ok;
}

}  // namespace drover
