// A JSON value of any type that a table hands on as it stands: an override of a scenario, say.
#pragma once

#include <string>

namespace drover {

// Compact, in the order of the file; empty: absent.
struct JsonText {
  std::string text;

  friend bool operator==(const JsonText&, const JsonText&) = default;
};

}  // namespace drover
