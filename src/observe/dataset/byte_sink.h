// Where the bytes of a file go while it is made.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace drover {

// A message that says what failed, on which path and why; empty means success.
using Failure = std::optional<std::string>;

// Takes the next bytes of a file, in order.
using ByteSink = std::function<Failure(std::string_view)>;

}  // namespace drover
