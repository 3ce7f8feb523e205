// Small files written in one go.
#pragma once

#include <string>
#include <string_view>

#include "observe/record/output_file.h"

namespace drover {

// Creates missing folders; the file appears complete or not at all.
[[nodiscard]] Failure write_whole_file(const std::string& path, std::string_view text);

// Reserves a folder of results: while one run of drover writes there, a second one is told so, because their
// files would end up side by side.
class FolderLock {
 public:
  FolderLock() = default;
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // Creates the folder where it is missing. Fails only when another process holds the lock: what else may be
  // wrong with the folder is reported by who writes into it.
  [[nodiscard]] Failure lock(const std::string& folder);

 private:
  int descriptor_ = -1;
};

}  // namespace drover
