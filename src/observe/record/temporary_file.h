// The hidden file beside its target in which a result grows until it is published.
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace drover {

// Owns a file `.NAME.drover.tmp.PROCESS` in the folder of NAME, and removes it unless it was renamed. All
// that exist in the process are in one list, so that a process that has to end at once leaves none.
class TemporaryFile {
 public:
  TemporaryFile() = default;
  ~TemporaryFile() { remove(); }
  TemporaryFile(TemporaryFile&& other) noexcept { *this = std::move(other); }
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // Creates the file, whose lock says that it is in use, and returns its descriptor; -1 with errno where that
  // fails. The first call for a folder removes what killed processes left there. The descriptor of the folder
  // stays open until this file was renamed or removed.
  int create(int folder, const std::string& target);

  bool exists() const { return !name_.empty(); }

  // Moves the file to a name within its folder. Returns zero or the error number.
  int rename_to(const std::string& name);

  void remove();

  // Removes the files of the whole process, those that other threads are writing included. While the lock is
  // held that it returns, no thread makes another one. For the way out when memory is exhausted: it allocates
  // nothing and throws nothing.
  static std::unique_lock<std::mutex> remove_all();

 private:
  void link();
  void unlink();

  int folder_ = -1;
  std::string name_;  // within the folder; empty when there is no file
  TemporaryFile* next_ = nullptr;
  TemporaryFile* previous_ = nullptr;
};

}  // namespace drover
