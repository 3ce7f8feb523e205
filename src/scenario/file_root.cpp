#include "scenario/file_root.h"

#include <filesystem>
#include <system_error>

namespace drover {
namespace {

namespace fs = std::filesystem;

// Set before anything else is done, and only read from then on.
std::string explicit_root;

fs::path real_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path.empty() ? "." : path, error);
  const fs::path real = fs::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal() : real;
}

}  // namespace

void set_file_root(const std::string& folder) {
  explicit_root = folder;
}

const std::string& file_root() {
  return explicit_root;
}

std::string root_for(const std::string& folder) {
  if (!explicit_root.empty()) return explicit_root;
  return is_inside(".", folder) ? "." : folder;
}

bool is_inside(const std::string& root, const std::string& path) {
  const fs::path way = real_path(path).lexically_relative(real_path(root));
  return !way.empty() && *way.begin() != "..";
}

}  // namespace drover
