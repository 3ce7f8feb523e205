#include "app/kind_pictures.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/catalog.h"
#include "app/kind_scenario_texts.h"

namespace drover {
namespace {

// The families that have an example for each kind, and the folders of scenarios with those.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kFolders = {
    {{"behavior", "behaviors"},
     {"arbiter", "arbiters"},
     {"condition", "conditions"},
     {"quantity", "quantities"},
     {"action", "actions"},
     {"actuator", "actuators"},
     {"locomotion", "locomotion"},
     {"pattern", "formations"},
     {"event", "events"}}};

// Of scenarios whose agents rest at the end: when all of them are under way [s].
constexpr std::array<std::pair<std::string_view, double>, 10> kMoments = {
    {{"actuators/car", 3.0},
     {"actuators/motorbike", 4.0},
     {"actuators/tank", 3.0},
     {"actuators/human", 6.0},
     {"actuators/output_filter", 4.0},
     {"actuators/capability_search", 4.5},
     {"locomotion/unicycle", 8.0},
     {"locomotion/bicycle", 9.0},
     {"locomotion/two_track", 4.0},
     {"locomotion/differential_drive", 20.0}}};

std::optional<double> moment_of(std::string_view scenario) {
  const auto at = std::ranges::find(kMoments, scenario, &std::pair<std::string_view, double>::first);
  return at == kMoments.end() ? std::nullopt : std::optional(at->second);
}

bool is_named(const Kind& kind, std::string_view name) {
  return name == kind.name || name == fmt::format("{}.{}", kind.family, kind.name);
}

}  // namespace

std::vector<KindPicture> kind_pictures() {
  std::vector<KindPicture> pictures;
  for (const auto& [family, folder] : kFolders) {
    for (const Kind* kind : catalog().kinds(family)) {
      const std::string name = fmt::format("{}/{}", folder, kind->name);
      const auto text =
          std::ranges::find(kKindScenarioTexts, name, &std::pair<std::string_view, std::string_view>::first);
      if (text != kKindScenarioTexts.end()) pictures.push_back({kind, text->second, moment_of(name)});
    }
  }
  return pictures;
}

std::vector<KindPicture> kind_pictures_named(std::string_view name) {
  std::vector<KindPicture> pictures = kind_pictures();
  std::erase_if(pictures, [&](const KindPicture& picture) { return !is_named(*picture.kind, name); });
  return pictures;
}

std::string picture_commands(std::string_view name) {
  const std::vector<KindPicture> pictures = kind_pictures_named(name);
  std::string text;
  for (const auto& [kind, scenario, moment] : pictures) {
    const std::string prefix = pictures.size() > 1 ? fmt::format("{}.", kind->family) : "";
    text += fmt::format("  drover explain {}{} --picture {}.svg\n", prefix, kind->name, kind->name);
  }
  return text;
}

}  // namespace drover
