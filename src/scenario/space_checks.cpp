// What has no meaning in the dimensions in which agents move: kinds and keys of the plane in space, and of
// space in the plane.
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"
#include "scenario/written_fields.h"

namespace drover {
namespace {

class SpaceCheck {
 public:
  explicit SpaceCheck(CheckedScenario& scenario)
      : scenario_(scenario), is_spatial_(scenario.def.world.space() == Dimensions::space) {}

  void run() {
    visit_written(
        scenario_.def, scenario_.document,
        {.field = [this](const WrittenField& written) { check_field(written); },
         .kind = [this](const Kind& kind, const std::string& pointer) { check_kind(kind, pointer); }});
  }

 private:
  // A value that is the same as without the key says nothing.
  void check_field(const WrittenField& written) {
    if (works(written.field) || is_default(written)) return;
    scenario_.fail({.pointer = written.pointer,
                    .message = fmt::format("\"{}\" has no meaning where \"dimensions\" is {}",
                                           written.member.key, scenario_.def.world.dimensions)});
  }

  void check_kind(const Kind& kind, const std::string& pointer) {
    if (works(kind)) return;
    Problem problem{.pointer = pointer,
                    .message = fmt::format("the {} \"{}\" does not work where \"dimensions\" is {}",
                                           kind.family, kind.name, scenario_.def.world.dimensions)};
    for (const Kind* const other : scenario_.context.catalog.kinds(kind.family))
      if (works(*other)) problem.allowed.emplace_back(other->name);
    scenario_.fail(std::move(problem));
  }

  // Of a kind or a field.
  bool works(const auto& info) const { return is_spatial_ ? info.in_space : info.in_plane; }

  CheckedScenario& scenario_;
  bool is_spatial_;
};

}  // namespace

void check_space(CheckedScenario& scenario) {
  SpaceCheck(scenario).run();
}

}  // namespace drover
