#include "observe/dataset/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace drover {

SharedLibrary::SharedLibrary(const char* file, const char* package)
    : file_(file), handle_(::dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  problem_ = fmt::format("the library {} cannot be loaded; install the package {} (apt install {})", file,
                         package, package);
}

void* SharedLibrary::find(const char* name) {
  if (handle_ == nullptr) return nullptr;
  void* found = ::dlsym(handle_, name);
  if (found == nullptr && !problem_)
    problem_ = fmt::format("the library {} has no {}; another version of it is needed", file_, name);
  return found;
}

}  // namespace drover
