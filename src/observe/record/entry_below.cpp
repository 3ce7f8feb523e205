#include "observe/record/entry_below.h"

#include <cerrno>

#include <sys/stat.h>

namespace drover {

Entry entry_below(const std::string& root, std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return Entry::foreign;
  for (std::size_t end = name.find('/');; end = name.find('/', end + 1)) {
    const bool is_last = end == std::string_view::npos;
    const std::string_view part = name.substr(0, end);
    const bool leads_out = part == ".." || part.ends_with("/..");
    struct stat status {};
    if (leads_out || part.empty()) return Entry::foreign;
    if (::lstat((root + "/" + std::string(part)).c_str(), &status) != 0)
      return errno == ENOENT ? Entry::absent : Entry::foreign;
    if (S_ISREG(status.st_mode)) return is_last ? Entry::file : Entry::foreign;
    if (!S_ISDIR(status.st_mode)) return Entry::foreign;
    if (is_last) return Entry::folder;
  }
}

}  // namespace drover
