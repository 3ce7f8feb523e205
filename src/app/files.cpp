#include "app/files.h"

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace drover {

Failure write_whole_file(const std::string& path, std::string_view text) {
  OutputFile file;
  Failure failure = prepare_folder(path);
  if (!failure) failure = file.open(path);
  if (!failure) failure = file.write(text);
  if (!failure) failure = file.commit();
  return failure;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Failure FolderLock::lock(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  descriptor_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return std::nullopt;
  return fmt::format("cannot write into {}: another run of drover is writing there", folder);
}

}  // namespace drover
