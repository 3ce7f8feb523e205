// Folders of results that appear complete or not at all: one grows under a hidden name, whose lock (flock)
// its process holds, and is renamed when it is complete. What a killed process left is found by its free
// lock.
#pragma once

#include <functional>
#include <string>

#include "observe/record/output_file.h"

namespace drover {

// Owns a folder `.NAME.drover.tmp.MARK`, and removes it unless it was renamed.
class HiddenFolder {
 public:
  HiddenFolder() = default;
  ~HiddenFolder() { discard(); }
  HiddenFolder(HiddenFolder&& other) noexcept;
  HiddenFolder& operator=(HiddenFolder&& other) noexcept;
  HiddenFolder(const HiddenFolder&) = delete;
  HiddenFolder& operator=(const HiddenFolder&) = delete;

  // In the folder `parent`, which exists.
  [[nodiscard]] Failure create(const std::string& parent, const std::string& name);

  const std::string& path() const { return path_; }

  // Gives it its name. Only an empty folder may have that name already. Returns zero or the error number;
  // ENOENT also where another folder stands under the hidden name by now. Where results have to be on the
  // disk, all that is in the folder is there before its name, and the name is there afterwards.
  [[nodiscard]] int rename_to(const std::string& target, Durability durability);
  // Takes the place of what has that name already, which is removed. Returns zero or the error number.
  [[nodiscard]] int replace(const std::string& target, Durability durability);

  void discard();

 private:
  bool is_still_there() const;
  int prepare(Durability durability) const;

  std::string path_;
  int lock_ = -1;  // descriptor of the folder
};

// Tells of the hidden folders in `parent` whose lock can be asked for: the name they are for, their path, and
// whether their process is gone. Those that are left over are removed where `visit` returns true.
using HiddenFolderVisitor =
    std::function<bool(const std::string& name, const std::string& path, bool is_left_over)>;
void visit_hidden_folders(const std::string& parent, const HiddenFolderVisitor& visit);

}  // namespace drover
