// Explaining a kind by a picture of its example scenario.
#pragma once

#include <string>

#include "app/console.h"
#include "app/exit_code.h"

namespace drover {

// `name`: as of kind_pictures_named(). `file`: "-" for standard output.
ExitCode explain_by_picture(const std::string& name, const std::string& file, const Console& console);

}  // namespace drover
