#include "run/output_conflict.h"

#include <algorithm>
#include <filesystem>

#include "observe/record/dataset_file.h"
#include "observe/record/projectile_table.h"

namespace drover {
namespace {

namespace fs = std::filesystem;

bool is_file_name(const std::string& path) {
  std::error_code error;
  return !path.empty() && path != "-" && !fs::is_other(path, error);
}

}  // namespace

std::vector<std::string> output_files(const RunOptions& options) {
  std::vector<std::string> files = {options.trace, options.metrics};
  if (is_file_name(options.trace)) {
    files.push_back(trace_meta_path(options.trace));
    std::string problem;
    const DatasetFormat* format = chosen_format(options.trace_choices, options.trace, problem);
    if (format != nullptr && !format->has_layout)
      files.push_back(projectile_table_path(options.trace, *format));
  }
  for (const auto& [time, path] : options.snapshots)
    files.push_back(path);
  return files;
}

bool lead_to_one_file(const std::string& a, const std::string& b) {
  if (!is_file_name(a) || !is_file_name(b)) return false;
  std::error_code error_a, error_b;
  const fs::path real_a = fs::weakly_canonical(fs::absolute(a), error_a);
  const fs::path real_b = fs::weakly_canonical(fs::absolute(b), error_b);
  return error_a || error_b ? a == b : real_a == real_b;
}

std::optional<std::string> doubled_output(std::span<const std::string> outputs) {
  for (std::size_t k = 1; k < outputs.size(); ++k) {
    const auto before = outputs.first(k);
    if (std::ranges::any_of(before, [&](const std::string& o) { return lead_to_one_file(o, outputs[k]); }))
      return outputs[k];
  }
  return std::nullopt;
}

bool is_overwritten_by(const std::string& input, const std::string& output) {
  std::error_code error;
  return fs::is_regular_file(output, error) && fs::equivalent(input, output, error);
}

}  // namespace drover
