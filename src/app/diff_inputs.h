// The inputs of `drover diff`, found from the paths given to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace drover {

// A further kind gets a name here, is recognized in input_kind(), and is compared in diff_command.cpp.
enum class InputKind { trace, metrics, folder, snapshot };

// "a trace"
std::string_view name_with_article(InputKind kind);

// A snapshot is known by how it begins, others by the ending where that says it or else by the first line.
// Empty where there is nothing.
std::optional<InputKind> input_kind(const std::string& path);

// The results of a run in a folder, as `drover run -o` names them; those of an interrupted run where there
// are no complete ones. Empty paths for what is not there.
struct ResultPaths {
  std::string trace;
  std::string metrics;
};
ResultPaths find_results(const std::string& folder);

// A metrics file, or any JSON object with comparable "metrics". `problem` says why there is none, with file
// and line.
std::optional<nlohmann::ordered_json> read_metrics_file(const std::string& path, std::string& problem);

}  // namespace drover
