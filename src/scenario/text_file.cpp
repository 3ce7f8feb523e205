#include "scenario/text_file.h"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"
#include "scenario/file_root.h"

namespace drover {
namespace {

std::string reason(int error) {
  constexpr std::pair<int, std::string_view> kReasons[] = {
      {ENOENT, "there is no such file"},
      {EACCES, "permission to read the file is denied"},
      {EPERM, "permission to read the file is denied"},
      {EISDIR, "this is a directory, not a file"},
      {ENOTDIR, "a part of the path is not a directory"},
      {ENAMETOOLONG, "the file name is too long"},
      {ELOOP, "the path runs through too many symbolic links"},
      {EMFILE, "too many files are open"},
      {ENFILE, "too many files are open"},
      {EINTR, "reading was interrupted"},
      {ENOTSUP, "this is no regular file"},
  };
  for (const auto& [known, text] : kReasons) {
    if (known == error) return std::string(text);
  }
  return "the file cannot be read: " + std::generic_category().message(error);
}

// Returns 0 or the errno. Stops after `limit` + 1 bytes.
int read_descriptor(int descriptor, FileKinds kinds, std::size_t limit, std::string& text) {
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  if (kinds == FileKinds::regular && !S_ISREG(status.st_mode)) return ENOTSUP;
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  while (text.size() <= limit) {
    const std::size_t wanted = std::min(kChunk, limit + 1 - text.size());
    const std::size_t before = text.size();
    text.resize(before + wanted);
    const ssize_t count = ::read(descriptor, text.data() + before, wanted);
    text.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count < 0) return errno;
    if (count == 0) return 0;
  }
  return 0;
}

}  // namespace

std::optional<std::uint32_t> read_text_file(JsonSources& sources, const std::string& path,
                                            const JsonLimits& limits, Diagnostics& diagnostics,
                                            FileKinds kinds) {
  const bool is_stdin = path == "-" && kinds == FileKinds::any;
  const std::string name = is_stdin ? std::string(kStandardInput) : path;
  const auto fail = [&](std::string message) {
    diagnostics.add({.where = whole_source(sources.add(name, {})), .message = std::move(message)});
    return std::nullopt;
  };
  if (path.empty()) return fail("the file name is empty");
  if (path.find('\0') != std::string::npos) return fail("the file name contains a NUL byte");
  if (!is_stdin && !file_root().empty() && !is_inside(file_root(), path))
    return fail("the file is outside of --root");
  const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (kinds == FileKinds::regular ? O_NONBLOCK : 0);
  const int descriptor = is_stdin ? STDIN_FILENO : ::open(path.c_str(), flags);
  if (descriptor < 0) return fail(reason(errno));
  const std::size_t limit = std::min<std::size_t>(limits.text_bytes, kNoOffset - 1);
  std::string text;
  const int error = read_descriptor(descriptor, kinds, limit, text);
  if (!is_stdin) ::close(descriptor);
  if (error != 0) return fail(reason(error));
  if (text.size() > limit) return fail("the file is larger than the limit of " + counted_bytes(limit));
  return sources.add(name, std::move(text));
}

}  // namespace drover
