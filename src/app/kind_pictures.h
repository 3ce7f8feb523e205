// The pictures of `drover explain KIND --picture FILE`: each kind of these families has an example scenario
// of its name, a file of the folder scenarios that is embedded in the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kind.h"

namespace drover {

struct KindPicture {
  const Kind* kind = nullptr;
  std::string_view scenario;          // its text
  std::optional<double> moment = {};  // when the run shows best what the kind does [s]; absent: at its end
};

// Those of the catalog, family by family.
std::vector<KindPicture> kind_pictures();

// Those that a name means: "car", or "actuator.car". Kinds of several families may have one name.
std::vector<KindPicture> kind_pictures_named(std::string_view name);

// What to type for the pictures of a name, a line each; empty where it has none.
std::string picture_commands(std::string_view name);

}  // namespace drover
