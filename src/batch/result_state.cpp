#include "batch/result_state.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "observe/record/dataset_file.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

bool is_true(const Json& document, const char* pointer) {
  const Json::json_pointer at(pointer);
  return document.is_object() && document.contains(at) && document.at(at) == Json(true);
}

// The files of rows have a header where they are CSV; what else they hold is not written anywhere.
bool has_tables(const std::string& folder, const Json& metrics) {
  const auto tables = metrics.find("tables");
  if (tables == metrics.end() || !tables->is_object()) return true;
  for (const Json& table : *tables) {
    if (!table.is_object() || !table.contains("file") || !table["file"].is_string()) return false;
    const std::string name = table["file"].get<std::string>();
    std::error_code error;
    const std::uintmax_t size = fs::file_size(folder + "/" + name, error);
    if (error || (size == 0 && name.ends_with(".csv"))) return false;
  }
  return true;
}

bool has_whole_trace(const std::string& trace) {
  const Json meta = read_json(trace_meta_path(trace));
  const Json::json_pointer bytes("/content/bytes");
  if (!is_true(meta, "/complete")) return false;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(trace, error);
  return !error && (meta.contains(bytes) ? meta.at(bytes) == Json(size) : size > 0);
}

}  // namespace

Json read_json(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Json::parse(file, nullptr, false);
}

std::optional<double> number_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

ResultState state_of_result(const std::string& folder, const std::string& trace, Json* metrics) {
  std::error_code error;
  const std::string file = folder + "/metrics.json";
  if (!fs::exists(file, error)) return ResultState::missing;
  if (!trace.empty() && !fs::exists(folder + "/" + trace, error)) return ResultState::missing;
  Json document = read_json(file);
  if (!is_true(document, "/provenance/complete") || !has_tables(folder, document))
    return ResultState::damaged;
  if (!trace.empty() && !has_whole_trace(folder + "/" + trace)) return ResultState::damaged;
  if (metrics != nullptr) *metrics = std::move(document);
  return ResultState::complete;
}

}  // namespace drover
