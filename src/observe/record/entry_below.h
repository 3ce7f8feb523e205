// Files and folders of results that may come from anyone, named by their paths below a root that the caller
// trusts.
#pragma once

#include <string>
#include <string_view>

namespace drover {

enum class Entry {
  absent,
  file,  // a regular one
  folder,
  foreign,  // a symbolic link or a file on the way to it, or itself a link, device, pipe or socket
};

// What stands at a path below the root, which may itself be a link. A link below it leads to what somebody
// else chose: no file behind one is read as a result, and none is written there.
Entry entry_below(const std::string& root, std::string_view name);

}  // namespace drover
