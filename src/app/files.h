// Small files written in one go.
#pragma once

#include <string>
#include <string_view>

#include "observe/record/output_file.h"

namespace drover {

// Creates missing folders; the file appears complete or not at all.
[[nodiscard]] Failure write_whole_file(const std::string& path, std::string_view text);

}  // namespace drover
