// drover golden status|diff|accept|reject|prune: what was accepted, and what waits to be.
#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "core/escape.h"
#include "core/text.h"
#include "core/utf8.h"
#include "golden/golden_comparison.h"
#include "golden/golden_store.h"
#include "golden/human_report.h"
#include "golden/json_report.h"
#include "golden/report_text.h"
#include "observe/record/json_file.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

enum class GoldenState { accepted, pending_new, pending_change, obsolete, unreadable };
constexpr std::array<std::string_view, 5> kStateNames = {"accepted", "new", "changed", "obsolete",
                                                         "unreadable"};

GoldenState state_of(const GoldenFile& file) {
  if (!file.problem.empty()) return GoldenState::unreadable;
  if (file.is_obsolete()) return GoldenState::obsolete;
  if (!file.pending) return GoldenState::accepted;
  return file.accepted ? GoldenState::pending_change : GoldenState::pending_new;
}

using Files = std::vector<const GoldenFile*>;
using IsWanted = bool (*)(const GoldenFile& file);

// Also what waits and cannot be read.
bool has_pending_file(const GoldenFile& file) {
  std::error_code error;
  return fs::exists(file.pending_path(), error);
}

// Those of one name: a whole path stands for itself alone, although it may be a part of another.
Files named(const Files& files, const std::string& name) {
  Files whole, part;
  for (const GoldenFile* file : files) {
    if (file->path == name || file->scenario == name || file->pending_path() == name) whole.push_back(file);
    if (file->path.find(name) != std::string::npos || file->scenario.find(name) != std::string::npos)
      part.push_back(file);
  }
  return whole.empty() ? part : whole;
}

// The goldens an action is about, by path, or why there is no action.
struct Selection {
  Files files;
  std::string problem;
  ExitCode code = ExitCode::ok;
  std::string details = {};  // lines about the problem
};

ExitCode refuse(const Selection& selection, const Console& console) {
  console.error(selection.problem);
  console.raw_error(selection.details);
  return selection.code;
}

// `what` completes "no golden ... " for the problem.
Selection select(const GoldenStore& store, const std::vector<std::string>& names, IsWanted is_wanted,
                 std::string_view what) {
  if (!store.problem().empty()) return {{}, store.problem(), ExitCode::bad_input};
  Files wanted;
  for (const GoldenFile& file : store.files()) {
    if (is_wanted(file)) wanted.push_back(&file);
  }
  if (wanted.empty()) return {{}, fmt::format("no golden {}", what), ExitCode::nothing};
  if (names.empty()) return {wanted, {}};
  Files files;
  for (const std::string& name : names) {
    const Files found = named(wanted, name);
    if (found.empty())
      return {{}, fmt::format("no golden of the name \"{}\" {}", name, what), ExitCode::nothing};
    files.insert(files.end(), found.begin(), found.end());
  }
  std::sort(files.begin(), files.end());  // they lie in one array, by path
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return {files, {}};
}

// Those that wait to be accepted; what waits and cannot be read is a problem.
Selection select_pending(const GoldenStore& store, const std::vector<std::string>& names) {
  Selection selection = select(store, names, has_pending_file, "waits to be accepted");
  for (const GoldenFile* file : selection.files) {
    if (!file->pending)
      return {{}, fmt::format("{} cannot be read", file->pending_path()), ExitCode::bad_input, file->problem};
  }
  return selection;
}

// Whether files may be written here; says why not.
bool may_write(const Console& console) {
  if (!is_continuous_integration()) return true;
  console.error("the variable CI is set: goldens are accepted, rejected and removed by people");
  return false;
}

ExitCode status(const GoldenCommandOptions& options, const Console& console) {
  const GoldenStore store(options.folder);
  const auto selection = select(
      store, options.names, [](const GoldenFile&) { return true; }, "is in " + options.folder);
  if (!selection.problem.empty()) return refuse(selection, console);
  std::string text;
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  std::size_t accepted = 0;
  for (const GoldenFile* file : selection.files) {
    const GoldenState state = state_of(*file);
    const std::string_view state_name = kStateNames[static_cast<std::size_t>(state)];
    accepted += state == GoldenState::accepted ? 1 : 0;
    document.push_back({{"golden", file->path}, {"scenario", file->scenario}, {"state", state_name}});
    document.back()["reason"] =
        file->accepted ? nlohmann::ordered_json(file->accepted->accepted.reason) : nullptr;
    if (state != GoldenState::accepted || console.verbose()) {
      const std::string why =
          console.verbose() && file->accepted ? "  " + file->accepted->accepted.reason : "";
      text += fmt::format("{:<10}  {}{}\n", state_name, make_visible(file->path), make_visible(why));
    }
    text += file->problem;
  }
  if (console.json()) return print_result(console, pretty(document));
  text += fmt::format("{}: {} accepted, {} waiting, obsolete or unreadable\n",
                      counted(selection.files.size(), "golden"), accepted, selection.files.size() - accepted);
  return print_text(console, text);
}

// What accepting the pending golden would change, as the check that found it reports it.
ScenarioCheck check_of(const GoldenFile& file, const GoldenStore& store) {
  ScenarioCheck check;
  check.scenario = file.scenario;
  check.golden = file.path;
  check.dt = file.pending->dt;
  check.steps = static_cast<std::uint64_t>(file.pending->steps);
  check.state_hash = file.pending->state_hash;
  check.expectations = file.pending->unmet();
  if (file.accepted) {
    compare_goldens(*file.accepted, *file.pending, {}, check);
  } else {
    note_missing_golden(store.left_behind(*file.pending), *file.pending, check);
  }
  return check;
}

ExitCode diff(const GoldenCommandOptions& options, const Console& console) {
  const GoldenStore store(options.folder);
  const Selection selection = select_pending(store, options.names);
  if (selection.code == ExitCode::nothing && console.json()) {
    console.error(selection.problem);
    return print_result(console, pretty(to_json(CheckReport{})), selection.code);
  }
  if (!selection.problem.empty()) return refuse(selection, console);
  CheckReport report;
  for (const GoldenFile* file : selection.files) {
    report.scenarios.push_back(check_of(*file, store));
    report.scenarios.back().command = accept_command(options.folder, {file->path});
  }
  const ExitCode code = report.pass() ? ExitCode::ok : ExitCode::no;
  if (console.json()) return print_result(console, pretty(to_json(report)), code);
  const HumanReportOptions form{.verbose = console.verbose(), .color = console.result_color()};
  return print_result(console, defuse_commands(format_human(report, form)), code);
}

// Why the options select nothing, or empty.
std::string selection_problem(const GoldenCommandOptions& options) {
  if (options.names.empty() && !options.all) return "name goldens, or take --all";
  if (!options.names.empty() && options.all) return "names and --all exclude each other";
  return {};
}

ExitCode accept(const GoldenCommandOptions& options, const Console& console) {
  const std::string problem =
      options.reason.empty() ? "say with --reason why the results are right" : selection_problem(options);
  if (!problem.empty()) return refuse(problem, ExitCode::usage, console);
  if (!may_write(console)) return ExitCode::usage;
  const GoldenStore store(options.folder);
  const Selection selection = select_pending(store, options.names);
  if (!selection.problem.empty()) return refuse(selection, console);
  std::size_t not_as_expected = 0;
  for (const GoldenFile* file : selection.files) {
    const ScenarioCheck check = check_of(*file, store);
    if (const Failure failure = accept_pending(*file, options.reason))
      return refuse(*failure, ExitCode::bad_output, console);
    if (!check.meets_expectations()) ++not_as_expected;
    console.info(fmt::format("accepted {}: {}", file->path, headline(check)));
  }
  if (not_as_expected > 0)
    console.warning(
        fmt::format("{} not what the scenario expects: its check goes on failing",
                    not_as_expected == 1 ? "one result is" : fmt::format("{} results are", not_as_expected)));
  return ExitCode::ok;
}

// Removes what is there of these files.
ExitCode remove_all(const std::vector<std::string>& paths, std::string_view what, const Console& console) {
  for (const std::string& path : paths) {
    std::error_code error;
    const bool was_there = fs::remove(path, error);
    if (error)
      return refuse(fmt::format("cannot remove {}: {}", path, error.message()), ExitCode::bad_output,
                    console);
    if (was_there) console.info(fmt::format("{} {}", what, path));
  }
  return ExitCode::ok;
}

ExitCode reject(const GoldenCommandOptions& options, const Console& console) {
  if (const std::string problem = selection_problem(options); !problem.empty())
    return refuse(problem, ExitCode::usage, console);
  if (!may_write(console)) return ExitCode::usage;
  const GoldenStore store(options.folder);
  const Selection selection = select(store, options.names, has_pending_file, "waits to be accepted");
  if (!selection.problem.empty()) return refuse(selection, console);
  std::vector<std::string> paths;
  for (const GoldenFile* file : selection.files)
    paths.push_back(file->pending_path());
  return remove_all(paths, "rejected", console);
}

ExitCode prune(const GoldenCommandOptions& options, const Console& console) {
  if (!may_write(console)) return ExitCode::usage;
  const GoldenStore store(options.folder);
  const Selection selection = select(
      store, options.names, [](const GoldenFile& file) { return file.is_obsolete(); }, "is obsolete");
  // Nothing to remove is what was wanted, unless something was named.
  if (selection.code == ExitCode::nothing && options.names.empty()) {
    console.info("every golden has its scenario");
    return ExitCode::ok;
  }
  if (!selection.problem.empty()) return refuse(selection, console);
  std::vector<std::string> paths;
  for (const GoldenFile* file : selection.files)
    paths.insert(paths.end(), {file->pending_path(), file->path});
  return remove_all(paths, "removed", console);
}

}  // namespace

ExitCode execute(const GoldenCommandOptions& options, const Console& console) {
  switch (options.action) {
    case GoldenAction::status:
      return status(options, console);
    case GoldenAction::diff:
      return diff(options, console);
    case GoldenAction::accept:
      return accept(options, console);
    case GoldenAction::reject:
      return reject(options, console);
    case GoldenAction::prune:
      return prune(options, console);
  }
  return ExitCode::bug;
}

}  // namespace drover
