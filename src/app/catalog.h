// The kinds of all families: the one place where the program's parts are put together.
#pragma once

#include "core/kind.h"

namespace drover {

const Catalog& catalog();

}  // namespace drover
