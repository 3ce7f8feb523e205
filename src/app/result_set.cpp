#include "app/result_set.h"

#include <cstdint>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/record/json_file.h"
#include "observe/record/output_file.h"
#include "observe/record/trace_writer.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// The content of a file as the file beside a trace describes it.
Json description_of(const std::string& path) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  std::ifstream file(path, std::ios::binary);
  if (!file) return nullptr;
  ContentHash content;
  std::string chunk(kChunk, '\0');
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0)
    content.add(std::string_view(chunk).substr(0, static_cast<std::size_t>(file.gcount())));
  return to_json(content);
}

}  // namespace

std::string without_incomplete(const std::string& path) {
  return path.ends_with(kIncompleteEnding) ? path.substr(0, path.size() - kIncompleteEnding.size()) : path;
}

std::string meta_path_of(const std::string& trace) {
  const std::string plain = without_incomplete(trace);
  // The parts of a dataset hold nothing but data.
  const std::filesystem::path file(plain);
  const std::string name = file.filename().string();
  const auto in_dataset =
      file.parent_path() / ".." / "provenance" / (name.substr(0, name.find('.')) + ".json");
  std::error_code error;
  if (!std::filesystem::exists(trace_meta_path(trace), error) && std::filesystem::exists(in_dataset, error))
    return in_dataset.string();
  return trace_meta_path(plain) + (plain == trace ? "" : std::string(kIncompleteEnding));
}

Json read_written_json(const std::string& path) {
  constexpr int kDeepest = 64;
  std::ifstream file(path);
  return Json::parse(
      file, [](int depth, Json::parse_event_t, Json&) { return depth <= kDeepest; }, false);
}

std::string trace_mismatch(const std::string& trace, const Json& meta) {
  if (!meta.is_object() || !meta.contains("content")) return {};
  const Json content = description_of(trace);
  if (content.is_null() || content == meta["content"]) return {};
  return fmt::format("{} was changed, or is of another run than {}", trace, meta_path_of(trace));
}

std::string result_mismatch(const std::string& trace, const std::string& metrics) {
  const Json meta = trace.empty() ? Json() : read_written_json(meta_path_of(trace));
  if (std::string problem = trace_mismatch(trace, meta); !problem.empty()) return problem;
  const Json numbers = metrics.empty() ? Json() : read_written_json(metrics);
  constexpr const char* kKey = "provenance";
  const bool can_tell =
      meta.is_object() && meta.contains(kKey) && numbers.is_object() && numbers.contains(kKey);
  if (!can_tell || meta[kKey] == numbers[kKey]) return {};
  return fmt::format("{} and {} are of different runs", trace, metrics);
}

}  // namespace drover
