// What has no meaning in the dimensions in which agents move: kinds and keys of the plane in space, and of
// space in the plane.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"
#include "scenario/written_fields.h"

namespace drover {
namespace {

class SpaceCheck {
 public:
  explicit SpaceCheck(CheckedScenario& scenario)
      : scenario_(scenario), dimensions_(scenario.def.world.space()) {}

  void run() {
    visit_written(
        scenario_.def, scenario_.document,
        {.field = [this](const WrittenField& written) { return check_field(written); },
         .kind = [this](const Kind& kind, const std::string& pointer) { check_kind(kind, pointer); }});
  }

 private:
  // A value that is the same as without the key says nothing.
  bool check_field(const WrittenField& written) {
    if (is_default(written)) return true;
    if (!works(written.field)) {
      refuse(written.pointer, written.member.key);
      return false;
    }
    if (dimensions_ == Dimensions::space) check_choice(written);
    return true;
  }

  void check_choice(const WrittenField& written) {
    if (!written.member.value.is_string()) return;
    if (is_planar(written.field, written.member.value.string)) refuse_choice(written);
  }

  static bool is_planar(const Field& field, std::string_view choice) {
    for (std::string_view rest = field.planar_choices; !rest.empty();) {
      const std::size_t end = rest.find(", ");
      if (rest.substr(0, end) == choice) return true;
      rest = end == std::string_view::npos ? "" : rest.substr(end + 2);
    }
    return false;
  }

  void refuse_choice(const WrittenField& written) {
    Problem problem{.pointer = written.pointer,
                    .message = fmt::format("\"{}\" has no meaning where \"dimensions\" is {}",
                                           written.member.value.string, scenario_.def.world.dimensions)};
    for (const std::string_view choice : written.field.access.choices)
      if (!is_planar(written.field, choice)) problem.allowed.emplace_back(choice);
    scenario_.fail(std::move(problem));
  }

  void refuse(const std::string& pointer, std::string_view word) {
    scenario_.fail({.pointer = pointer,
                    .message = fmt::format("\"{}\" has no meaning where \"dimensions\" is {}", word,
                                           scenario_.def.world.dimensions)});
  }

  void check_kind(const Kind& kind, const std::string& pointer) {
    if (works(kind)) return;
    Problem problem{.pointer = pointer,
                    .message = fmt::format("the {} \"{}\" does not work where \"dimensions\" is {}",
                                           kind.family, kind.name, scenario_.def.world.dimensions)};
    if (dimensions_ == Dimensions::space && !kind.not_in_space.empty())
      problem.message += fmt::format(": {}", kind.not_in_space);
    for (const Kind* const other : scenario_.context.catalog.kinds(kind.family))
      if (works(*other)) problem.allowed.emplace_back(other->name);
    scenario_.fail(std::move(problem));
  }

  // Of a kind or a field.
  bool works_there(const auto& info) const {
    return dimensions_ == Dimensions::space ? info.in_space : info.in_plane;
  }
  bool works(const Kind& kind) const { return works_there(kind); }
  bool works(const Field& field) const {
    if (dimensions_ == Dimensions::elevated) return field.in_plane || field.on_heights;
    return works_there(field) && !field.only_on_heights;
  }

  CheckedScenario& scenario_;
  Dimensions dimensions_;
};

void check_heights_of_starts(CheckedScenario& scenario) {
  for (const DeclaredAgents& agents : scenario.parts.agents) {
    if (!agents.def->height.is_present() || !agents.def->position) continue;
    scenario.fail({.pointer = agents.pointer + "/height",
                   .message = "with a \"position\" its third number is the height"});
  }
}

// One corner with a height and one without: what is left out is 0, which is seldom meant. In resolved
// scenarios heights of 0 are never written.
void warn_about_corners(CheckedScenario& scenario, const std::string& pointer) {
  const auto numbers = [&](const char* key) -> std::size_t {
    const JsonValue* corner = value_at(scenario.document, pointer + key);
    return corner == nullptr ? 0 : corner->items.size();
  };
  const std::size_t of_min = numbers("/min"), of_max = numbers("/max");
  if (of_min == 0 || of_max == 0 || of_min == of_max) return;
  const char* const without = of_min < of_max ? "min" : "max";
  scenario.warn_of_own(
      {.pointer = fmt::format("{}/{}", pointer, without),
       .message = fmt::format("\"{}\" has no height, which the other corner has: it is at 0", without),
       .hint = "Give both corners three numbers, or neither."});
}

void warn_about_boxes(CheckedScenario& scenario) {
  const auto is_resolved = [&](const Named<AgentTypeDef>& type) { return scenario.is_resolved(type); };
  if (std::ranges::any_of(scenario.def.agent_types, is_resolved)) return;
  warn_about_corners(scenario, "/world/bounds");
  for (const Named<RegionDef>& region : scenario.def.world.regions)
    warn_about_corners(scenario, joined_pointer("/world/regions", region.name));
}

}  // namespace

void check_space(CheckedScenario& scenario) {
  SpaceCheck(scenario).run();
  if (scenario.def.world.space() == Dimensions::elevated) check_heights_of_starts(scenario);
  if (scenario.def.world.space() == Dimensions::space) warn_about_boxes(scenario);
}

}  // namespace drover
