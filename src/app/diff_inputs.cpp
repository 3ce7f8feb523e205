#include "app/diff_inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/compare/metrics_comparison.h"
#include "observe/read/trace_input.h"
#include "observe/record/entry_below.h"
#include "observe/record/output_file.h"
#include "observe/record/snapshot.h"
#include "run/result_json.h"
#include "run/result_set.h"

namespace drover {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Rows of a trace stand on lines of their own; a metrics file is one object, mostly over many lines.
InputKind kind_by_first_line(const std::string& path) {
  constexpr std::size_t kEnough = 1 << 16;
  std::string text(kEnough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  text.erase(0, text.find_first_not_of(" \t\r\n"));
  if (!text.starts_with('{')) return InputKind::trace;
  const Json row = Json::parse(text.substr(0, text.find('\n')), nullptr, false);
  return row.is_object() && row.contains("agent") ? InputKind::trace : InputKind::metrics;
}

// A link in the folder may lead anywhere: it is no result.
std::string first_of(const fs::path& folder, std::span<const std::string_view> names) {
  for (const std::string_view ending : {std::string_view(), kIncompleteEnding}) {
    for (const std::string_view name : names) {
      const std::string file = fmt::format("{}{}", name, ending);
      if (entry_below(folder.string(), file) == Entry::file) return (folder / file).string();
    }
  }
  return {};
}

}  // namespace

std::string_view name_with_article(InputKind kind) {
  static constexpr std::array<std::string_view, 4> kNames = {"a trace", "a metrics file", "a folder",
                                                             "a snapshot"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<InputKind> input_kind(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return std::nullopt;
  if (fs::is_directory(status)) return InputKind::folder;
  if (looks_like_snapshot(path)) return InputKind::snapshot;
  if (is_trace_name(path)) return InputKind::trace;
  if (without_incomplete(path).ends_with(".json")) return InputKind::metrics;
  // What a pipe gives can be read only once.
  return fs::is_regular_file(status) ? kind_by_first_line(path) : InputKind::trace;
}

ResultPaths find_results(const std::string& folder) {
  static constexpr std::array<std::string_view, 6> kTraces = {
      "trace.csv", "trace.jsonl", "trace.ndjson", "trace.csv.zst", "trace.jsonl.zst", "trace.ndjson.zst"};
  static constexpr std::array<std::string_view, 1> kMetrics = {"metrics.json"};
  return {.trace = first_of(folder, kTraces), .metrics = first_of(folder, kMetrics)};
}

std::optional<Json> read_metrics_file(const std::string& path, std::string& problem) {
  JsonReading file = read_result(path);
  problem = std::move(file.problem);
  if (!problem.empty()) return std::nullopt;
  Json& document = file.document;
  for (const char* part : {"metrics", "counters"}) {
    const bool is_needed = std::string_view(part) == "metrics";
    if (!document.is_object() || !document.contains(part)) {
      if (!is_needed) continue;
      problem = fmt::format("{}:1: no metrics file: an object with \"metrics\" is needed", path);
      return std::nullopt;
    }
    const std::string bad = metrics_problem(document[part]);
    if (bad.empty()) continue;
    problem = fmt::format("{}: {}: {}", path, part, bad);
    return std::nullopt;
  }
  return std::move(document);
}

}  // namespace drover
