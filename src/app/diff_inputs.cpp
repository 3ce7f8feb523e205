#include "app/diff_inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/result_set.h"
#include "observe/compare/metrics_comparison.h"
#include "observe/read/trace_input.h"
#include "observe/record/output_file.h"
#include "observe/record/snapshot.h"

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

std::string first_of(const fs::path& folder, std::span<const std::string_view> names) {
  for (const std::string_view ending : {std::string_view(), kIncompleteEnding}) {
    for (const std::string_view name : names) {
      const fs::path path = folder / fmt::format("{}{}", name, ending);
      std::error_code error;
      if (fs::exists(path, error) && !fs::is_directory(path, error)) return path.string();
    }
  }
  return {};
}

// The whole file; empty where it cannot be read or is larger than any metrics file.
std::optional<std::string> read_small_file(const std::string& path, std::string& problem) {
  constexpr std::size_t kLargest = std::size_t{16} << 20;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::array<char, 1 << 16> chunk;
  while (file.read(chunk.data(), chunk.size()) || file.gcount() > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > kLargest) {
      problem = fmt::format("{}: larger than 16 MiB; this is no metrics file", path);
      return std::nullopt;
    }
  }
  if (file.eof()) return text;
  problem = fmt::format("cannot read {}", path);
  return std::nullopt;
}

// Deeper values than drover writes are dropped: walking through them would recurse as deeply.
std::optional<Json> parse(const std::string& path, const std::string& text, std::string& problem) {
  constexpr int kDeepest = 64;
  try {
    return Json::parse(text, [](int depth, Json::parse_event_t, Json&) { return depth <= kDeepest; });
  } catch (const Json::parse_error& error) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    problem = fmt::format("{}:{}: not valid JSON", path, 1 + std::count(text.begin(), end, '\n'));
  } catch (const Json::out_of_range&) {
    problem = fmt::format("{}: a number is too large", path);
  }
  return std::nullopt;
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
  const std::optional<std::string> text = read_small_file(path, problem);
  if (!text) return std::nullopt;
  std::optional<Json> file = parse(path, *text, problem);
  if (!file) return std::nullopt;
  for (const char* part : {"metrics", "counters"}) {
    const bool is_needed = std::string_view(part) == "metrics";
    if (!file->is_object() || !file->contains(part)) {
      if (!is_needed) continue;
      problem = fmt::format("{}:1: no metrics file: an object with \"metrics\" is needed", path);
      return std::nullopt;
    }
    const std::string bad = metrics_problem((*file)[part]);
    if (bad.empty()) continue;
    problem = fmt::format("{}: {}: {}", path, part, bad);
    return std::nullopt;
  }
  return file;
}

}  // namespace drover
