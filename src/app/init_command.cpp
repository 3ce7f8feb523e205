// drover init [DIR]: a small commented scenario to start from, one of the templates, with its schema for
// editors.
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "app/files.h"
#include "app/golden_folder.h"
#include "app/templates.h"
#include "observe/record/json_file.h"
#include "scenario/json_schema.h"

namespace drover {
namespace {

// Why no file of this name can be new here; a symbolic link counts as one, wherever it leads.
std::string problem_with_new(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::exists(status)) return fmt::format("{} exists already; nothing was written", path);
  if (status.type() == fs::file_type::not_found) return {};
  return fmt::format("cannot write {}: {}", path, error.message());
}

}  // namespace

ExitCode execute(const InitCommandOptions& options, const Console& console) {
  if (options.list) {
    const std::string list = console.json() ? pretty(list_templates_json()) : list_templates(console.width());
    return print_result(console, list);
  }
  const std::string& folder = options.folder;
  const std::string scenario = folder + "/scenario.jsonc";
  const std::string schema = folder + "/scenario.schema.json";
  for (const std::string& path : {scenario, schema}) {
    if (const std::string problem = problem_with_new(path); !problem.empty())
      return refuse(problem, ExitCode::bad_output, console);
  }
  const std::string text(
      template_text(options.template_name.empty() ? template_names().front() : options.template_name));
  Failure problem = write_whole_file(schema, pretty(scenario_schema(catalog())));
  if (!problem) problem = write_whole_file(scenario, text);
  if (problem) return refuse(*problem, ExitCode::bad_output, console);
  if (console.json()) {
    return print_result(console, pretty({{"ok", true}, {"wrote", {scenario, schema}}}));
  }
  console.info(fmt::format("wrote {}\nnext: drover run {} -o {}", scenario, shell_word(scenario),
                           shell_word(folder + "/out")));
  return ExitCode::ok;
}

}  // namespace drover
