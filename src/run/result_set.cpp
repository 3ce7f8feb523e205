#include "run/result_set.h"

#include <cstdint>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/record/json_file.h"
#include "observe/record/output_file.h"
#include "observe/record/trace_writer.h"
#include "run/result_json.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

bool has_content(const std::string& path, const Json& content) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  std::ifstream file(path, std::ios::binary);
  ContentHash found;
  std::string chunk(kChunk, '\0');
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0)
    found.add(std::string_view(chunk).substr(0, static_cast<std::size_t>(file.gcount())));
  return file.eof() && to_json(found) == content;
}

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

std::string trace_mismatch(const std::string& trace, const Json& meta) {
  std::error_code error;
  const bool can_tell = meta.is_object() && meta.contains("content") && std::filesystem::exists(trace, error);
  if (!can_tell || has_content(trace, meta["content"])) return {};
  return fmt::format("{} was changed, or is of another run than {}", trace, meta_path_of(trace));
}

std::string result_mismatch(const std::string& trace, const std::string& metrics) {
  const Json meta = trace.empty() ? Json() : read_result(meta_path_of(trace), kListLimits).document;
  if (std::string problem = trace_mismatch(trace, meta); !problem.empty()) return problem;
  const Json numbers = metrics.empty() ? Json() : read_result(metrics).document;
  constexpr const char* kKey = "provenance";
  const bool can_tell =
      meta.is_object() && meta.contains(kKey) && numbers.is_object() && numbers.contains(kKey);
  if (!can_tell || meta[kKey] == numbers[kKey]) return {};
  return fmt::format("{} and {} are of different runs", trace, metrics);
}

}  // namespace drover
