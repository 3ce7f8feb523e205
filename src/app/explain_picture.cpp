// drover explain KIND --picture FILE: runs the example scenario of a kind and draws it.
#include "app/explain_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/catalog.h"
#include "app/kind_pictures.h"
#include "app/render_command.h"
#include "app/render_layers.h"
#include "app/scenario_input.h"

namespace drover {
namespace {

// Those that are shown without being asked for, and what the scenario has to show besides. What drivers can
// do is about them and their bodies, and would hide what behaviors do.
std::vector<std::string> layers_of(const Kind& kind, const Model& model) {
  constexpr std::size_t kMostAims = 8;  // of agents; more would hide what they do
  std::vector<std::string> layers = RenderCommandOptions{}.show;
  if (kind.family == ActuatorKind::kFamily || kind.family == LocomotionKind::kFamily)
    for (const std::string_view layer : driving_layers(model))
      layers.emplace_back(layer);
  if (!model.formations.empty()) layers.emplace_back("formations");
  if (model.body_count() <= kMostAims) layers.emplace_back("aims");
  return layers;
}

// The scenario up to the moment that the picture shows.
RunInput read_example(const KindPicture& picture) {
  RunInput input;
  const auto read = [&](const ReadOptions& changes) {
    input = {};
    const std::string name = fmt::format("the example of {}", picture.kind->name);
    input.scenario = read_scenario_text({name, std::string(picture.scenario)}, changes, catalog(),
                                        input.sources, input.diagnostics);
  };
  read({});
  if (!input.scenario || !picture.moment) return input;
  const double dt = input.scenario->def.simulation.dt;
  read({.steps = static_cast<std::int64_t>(std::floor(*picture.moment / dt + 0.5))});
  return input;
}

ExitCode draw(const KindPicture& picture, const std::string& file, const Console& console) {
  const RunInput input = read_example(picture);
  ExitCode problem_code = ExitCode::bad_input;
  if (!input.scenario) {
    report_problems(input.diagnostics, input.sources, console);
    return problem_code;
  }
  const std::optional<Run> run =
      prepare_or_report(input, {.ignores_expectations = true}, console, problem_code);
  if (!run) return problem_code;
  RenderCommandOptions options;
  options.output = file;
  options.show = layers_of(*picture.kind, run->simulator().world().model());
  const ExitCode code = render_input(input, options, console);
  const std::string& description = input.scenario->def.description;
  if (code == ExitCode::ok && !console.json()) console.info(description);
  return code;
}

}  // namespace

ExitCode explain_by_picture(const std::string& name, const std::string& file, const Console& console) {
  const std::vector<KindPicture> pictures = kind_pictures_named(name);
  if (pictures.size() == 1) return draw(pictures.front(), file, console);
  std::vector<std::string> names;
  if (pictures.empty()) {
    for (const KindPicture& picture : kind_pictures())
      if (std::ranges::find(names, picture.kind->name) == names.end()) names.emplace_back(picture.kind->name);
    return refuse(fmt::format("--picture: nothing that is called \"{}\" has a picture; these kinds have: {}",
                              name, fmt::join(names, ", ")),
                  ExitCode::usage, console);
  }
  for (const KindPicture& picture : pictures)
    names.push_back(fmt::format("{}.{}", picture.kind->family, picture.kind->name));
  return refuse(fmt::format("--picture: \"{}\" has several; choose one: {}", name, fmt::join(names, ", ")),
                ExitCode::usage, console);
}

}  // namespace drover
