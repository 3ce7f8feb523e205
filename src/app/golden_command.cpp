// drover golden status|diff|accept|reject|prune: what was accepted, and what waits to be.
#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/golden_folder.h"
#include "golden/golden_comparison.h"
#include "golden/human_report.h"
#include "golden/json_report.h"
#include "observe/metrics_file.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExamples =
    "Examples:\n"
    "  drover golden status --golden golden\n"
    "  drover golden diff --golden golden hide             what would change\n"
    "  drover golden accept --golden golden --reason \"slower turns, see the changelog\" hide\n"
    "  drover golden reject --golden golden --all\n"
    "  drover golden prune --golden golden                 remove goldens whose scenario is gone\n"
    "\n"
    "A NAME is part of the path of a golden or of its scenario.";

struct GoldenFlags {
  std::string folder = "golden";
  std::vector<std::string> names;
  std::string reason;
  bool all = false;
};

enum class GoldenState { accepted, pending_new, pending_change, obsolete, unreadable };
constexpr std::array<std::string_view, 5> kStateNames = {"accepted", "new", "changed", "obsolete",
                                                         "unreadable"};

GoldenState state_of(const GoldenFile& file) {
  if (!file.problem.empty()) return GoldenState::unreadable;
  if (file.is_obsolete()) return GoldenState::obsolete;
  if (!file.pending) return GoldenState::accepted;
  return file.accepted ? GoldenState::pending_change : GoldenState::pending_new;
}

std::string_view name_of(GoldenState state) {
  return kStateNames[static_cast<std::size_t>(state)];
}

bool is_named(const GoldenFile& file, const std::vector<std::string>& names) {
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return file.path.find(name) != std::string::npos ||
                  file.scenario.find(name) != std::string::npos || file.pending_path() == name;
         });
}

using Files = std::vector<const GoldenFile*>;

Files select(const GoldenStore& store, const std::vector<std::string>& names,
             const std::function<bool(const GoldenFile&)>& is_wanted) {
  Files files;
  for (const GoldenFile& file : store.files()) {
    if (is_named(file, names) && is_wanted(file)) files.push_back(&file);
  }
  return files;
}

bool is_pending(const GoldenFile& file) {
  return file.pending.has_value();
}

ExitCode nothing_to_do(std::string_view what, const Console& console) {
  console.error(fmt::format("no golden {}", what));
  return ExitCode::nothing;
}

// Whether files may be written here; says why not.
bool may_write(const Console& console) {
  if (!is_continuous_integration()) return true;
  console.error("the variable CI is set: goldens are accepted, rejected and removed by people");
  return false;
}

ExitCode status(const GoldenFlags& flags, const Console& console) {
  const GoldenStore store(flags.folder);
  const Files files = select(store, flags.names, [](const GoldenFile&) { return true; });
  if (files.empty()) return nothing_to_do(fmt::format("is in {}", flags.folder), console);
  std::string text;
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  std::size_t accepted = 0;
  for (const GoldenFile* file : files) {
    const GoldenState state = state_of(*file);
    accepted += state == GoldenState::accepted ? 1 : 0;
    document.push_back({{"golden", file->path}, {"scenario", file->scenario}, {"state", name_of(state)}});
    document.back()["reason"] =
        file->accepted ? nlohmann::ordered_json(file->accepted->accepted.reason) : nullptr;
    if (state != GoldenState::accepted || console.verbose()) {
      text += fmt::format("{:<10}  {}{}\n", name_of(state), file->path,
                          console.verbose() && file->accepted ? "  " + file->accepted->accepted.reason : "");
    }
    text += file->problem;
  }
  if (console.json()) return print_result(console, pretty(document));
  text += fmt::format("{} goldens: {} accepted, {} waiting, obsolete or unreadable\n", files.size(), accepted,
                      files.size() - accepted);
  return print_result(console, text);
}

// What would change, as the check that found it reports it.
CheckReport report_of(const Files& files, const std::string& folder) {
  CheckReport report;
  for (const GoldenFile* file : files) {
    ScenarioCheck check;
    check.scenario = file->scenario;
    check.golden = file->path;
    check.dt = file->pending->dt;
    check.steps = static_cast<std::uint64_t>(file->pending->steps);
    check.state_hash = file->pending->state_hash;
    check.command = accept_command(folder, {file->path});
    if (file->accepted) {
      compare_goldens(*file->accepted, *file->pending, {}, check);
    } else {
      check.status = CheckStatus::missing;
      check.message = "nothing was accepted yet";
    }
    report.scenarios.push_back(std::move(check));
  }
  return report;
}

ExitCode diff(const GoldenFlags& flags, const Console& console) {
  const GoldenStore store(flags.folder);
  const Files files = select(store, flags.names, is_pending);
  if (files.empty()) return nothing_to_do("waits to be accepted", console);
  const CheckReport report = report_of(files, flags.folder);
  const ExitCode code = report.pass() ? ExitCode::ok : ExitCode::no;
  if (console.json()) return print_result(console, pretty(to_json(report)), code);
  return print_result(
      console, format_human(report, {.verbose = console.verbose(), .color = console.result_color()}), code);
}

// Those that wait and were named, or all.
Files pending_files(const GoldenStore& store, const GoldenFlags& flags) {
  return select(store, flags.names, is_pending);
}

// Why the flags name nothing, or empty.
std::string selection_problem(const GoldenFlags& flags) {
  if (flags.names.empty() && !flags.all) return "name goldens, or take --all";
  if (!flags.names.empty() && flags.all) return "names and --all exclude each other";
  return {};
}

ExitCode accept(const GoldenFlags& flags, const Console& console) {
  const std::string problem =
      flags.reason.empty() ? "say with --reason why the results are right" : selection_problem(flags);
  if (!problem.empty()) {
    console.error(problem);
    return ExitCode::usage;
  }
  if (!may_write(console)) return ExitCode::bad_output;
  const GoldenStore store(flags.folder);
  const Files files = pending_files(store, flags);
  if (files.empty()) return nothing_to_do("of that name waits to be accepted", console);
  for (const GoldenFile* file : files) {
    if (const Failure failure = accept_pending(*file, flags.reason)) {
      console.error(*failure);
      return ExitCode::bad_output;
    }
    console.info(fmt::format("accepted {}", file->path));
  }
  return ExitCode::ok;
}

ExitCode remove_all(const Files& files, std::string_view what,
                    const std::function<std::string(const GoldenFile&)>& path, const Console& console) {
  for (const GoldenFile* file : files) {
    std::error_code error;
    fs::remove(path(*file), error);
    if (error) {
      console.error(fmt::format("cannot remove {}: {}", path(*file), error.message()));
      return ExitCode::bad_output;
    }
    console.info(fmt::format("{} {}", what, path(*file)));
  }
  return ExitCode::ok;
}

ExitCode reject(const GoldenFlags& flags, const Console& console) {
  if (const std::string problem = selection_problem(flags); !problem.empty()) {
    console.error(problem);
    return ExitCode::usage;
  }
  if (!may_write(console)) return ExitCode::bad_output;
  const GoldenStore store(flags.folder);
  const Files files = pending_files(store, flags);
  if (files.empty()) return nothing_to_do("of that name waits to be accepted", console);
  return remove_all(
      files, "rejected", [](const GoldenFile& file) { return file.pending_path(); }, console);
}

// The files a golden may consist of: whether one is there, and where.
struct Part {
  bool (*is_there)(const GoldenFile&);
  std::string (*path)(const GoldenFile&);
};
constexpr std::array<Part, 2> kParts = {{
    {is_pending, [](const GoldenFile& file) { return file.pending_path(); }},
    {[](const GoldenFile& file) { return file.accepted.has_value(); },
     [](const GoldenFile& file) { return file.path; }},
}};

ExitCode prune(const GoldenFlags& flags, const Console& console) {
  if (!may_write(console)) return ExitCode::bad_output;
  const GoldenStore store(flags.folder);
  const Files files = select(store, flags.names, [](const GoldenFile& file) { return file.is_obsolete(); });
  if (files.empty()) {
    console.info("every golden has its scenario");
    return ExitCode::ok;
  }
  for (const auto& [is_there, path] : kParts) {
    Files present = files;
    std::erase_if(present, [&](const GoldenFile* file) { return !is_there(*file); });
    if (const ExitCode code = remove_all(present, "removed", path, console); code != ExitCode::ok)
      return code;
  }
  return ExitCode::ok;
}

struct Action {
  std::string_view name;
  std::string_view doc;
  ExitCode (*act)(const GoldenFlags& flags, const Console& console);
  bool has_reason = false;
  bool has_all = false;
};
constexpr std::array<Action, 5> kActions = {{
    {"status", "List what waits, is obsolete or cannot be read", status},
    {"diff", "Show what accepting would change", diff},
    {"accept", "Make what waits the accepted results", accept, true, true},
    {"reject", "Remove what waits", reject, false, true},
    {"prune", "Remove goldens whose scenario is gone", prune},
}};

}  // namespace

void add_golden_command(CommandLine& line) {
  CLI::App* command =
      line.app.add_subcommand("golden", "Review accepted results: status, diff, accept, reject, prune");
  command->footer(kExamples);
  command->require_subcommand(1);
  for (const Action& action : kActions) {
    auto flags = std::make_shared<GoldenFlags>();
    CLI::App* sub = command->add_subcommand(std::string(action.name), std::string(action.doc));
    sub->footer(kExamples);
    sub->fallthrough();
    sub->add_option("names", flags->names, "Parts of paths; all without")->type_name("NAME...");
    add_golden_folder_flag(*sub, flags->folder);
    if (action.has_reason)
      sub->add_option("--reason", flags->reason, "Why the results are right")->type_name("TEXT");
    if (action.has_all) sub->add_flag("--all", flags->all, "Everything that waits");
    sub->callback([&line, flags, act = action.act] {
      line.chosen = [flags, act](const Console& console) { return act(*flags, console); };
    });
  }
}

}  // namespace drover
