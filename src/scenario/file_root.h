// Which files a file may name. Files of strangers must not lead to others that are there by accident, such as
// keys.
#pragma once

#include <string>

namespace drover {

// From now on no file outside of this folder is read: --root. Called once, before any file is read.
void set_file_root(const std::string& folder);
// Empty without --root.
const std::string& file_root();

// The folder below which the files must be that a file in `folder` names (empty: the working folder): that of
// --root; else the working folder, or `folder` itself where that is elsewhere.
std::string root_for(const std::string& folder);

// Whether the path leads to something below the root, links followed.
bool is_inside(const std::string& root, const std::string& path);

}  // namespace drover
