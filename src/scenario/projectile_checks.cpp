// Projectiles that cannot be computed, and what is said about projectiles and has no effect.
#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"

namespace drover {
namespace {

// The classical Runge-Kutta method diverges where a rate of decay times the step is above 2.78.
constexpr double kLargestDecay = 1.0;  // in a step

// The names of the projectile types that agents fire, or that are there from the start.
std::set<std::string_view> used_types_of_projectiles(const CheckedScenario& scenario) {
  std::set<std::string_view> names;
  for (const UsedName& name : scenario.context.used_names) {
    if (name.type == ReferenceType::projectile_type) names.insert(name.name);
  }
  return names;
}

bool has_drag(const ProjectileTypeDef& type) {
  return type.drag_linear > 0.0 || type.drag_quadratic > 0.0;
}

void check_drag(CheckedScenario& scenario, const ProjectileTypeDef& type, const std::string& pointer) {
  const double dt = scenario.def.simulation.dt;
  const double speed = type.drag_quadratic * type.muzzle_speed;
  const bool is_linear = type.drag_linear >= speed;
  const double decay = (type.drag_linear + speed) * dt;
  // Linear drag alone is exact where no well pulls.
  const bool may_be_exact = type.drag_quadratic == 0.0 && scenario.def.world.wells.empty();
  if (may_be_exact || decay <= kLargestDecay) return;
  scenario.fail({.pointer = pointer + (is_linear ? "/drag_linear" : "/drag_quadratic"),
                 .message = fmt::format("the drag takes {:.3g} times the speed in one step", decay),
                 .allowed = {"up to 1 times the speed"},
                 .hint = "Take a smaller \"dt\", or less drag."});
}

void warn_about_types_of_projectiles(CheckedScenario& scenario, const std::set<std::string_view>& used) {
  const Dimensions space = scenario.def.world.space();
  const bool has_ground = space == Dimensions::elevated;
  for (const auto& [type, pointer] : scenario.parts.projectile_types) {
    if (scenario.is_included(pointer)) continue;
    if (!used.contains(type.name)) {
      scenario.warn(
          {.pointer = pointer, .message = fmt::format("nothing uses the projectile type \"{}\"", type.name)});
    } else if (!type.value.lifetime && !type.value.ball && !type.value.instant && !has_ground) {
      scenario.warn({.pointer = pointer,
                     .message = fmt::format("what \"{}\" misses it flies past for ever", type.name),
                     .hint = "Give it a \"lifetime\"."});
    }
  }
}

}  // namespace

void check_projectiles(CheckedScenario& scenario) {
  const auto most = static_cast<std::size_t>(scenario.def.simulation.max_projectiles);
  if (scenario.def.projectiles.size() > most) {
    scenario.fail({.pointer = "/projectiles",
                   .message = "there are more projectiles than \"max_projectiles\" of \"simulation\" allows",
                   .found = fmt::format("{}", scenario.def.projectiles.size()),
                   .allowed = {fmt::format("up to {}", most)}});
  }
  for (std::size_t k = 0; k < scenario.def.projectiles.size(); ++k) {
    const std::string& name = scenario.def.projectiles[k].type.name;
    const auto type = std::ranges::find(scenario.def.projectile_types, name, &Named<ProjectileTypeDef>::name);
    if (type == scenario.def.projectile_types.end() || !type->value.instant) continue;
    scenario.fail({.pointer = fmt::format("/projectiles/{}/type", k),
                   .message = fmt::format("\"{}\" is instant: there is never one in flight", name)});
  }
  for (const LocatedSteering& steering : scenario.parts.steerings) {
    if (steering.type != nullptr) continue;
    for (const auto& [mode, pointer] : steering.modes) {
      if (mode.value.actions.empty()) continue;
      scenario.fail({.pointer = pointer + "/actions",
                     .message = "the anchor of a formation has no body and does not act",
                     .hint = "Give the actions to the types of its members."});
    }
  }
  for (const auto& [type, pointer] : scenario.parts.projectile_types)
    check_drag(scenario, type.value, pointer);
}

void warn_about_projectiles(CheckedScenario& scenario) {
  const std::set<std::string_view> used = used_types_of_projectiles(scenario);
  const ScenarioDef& def = scenario.def;
  warn_about_types_of_projectiles(scenario, used);
  const bool any_drag = std::ranges::any_of(scenario.parts.projectile_types, [&](const auto& type) {
    return used.contains(type.def.name) && has_drag(type.def.value);
  });
  if (!def.world.wind.empty() && !any_drag)
    scenario.warn_of_own(
        {.pointer = "/world/wind", .message = "the wind has no effect: no projectile has drag"});
  if (!def.world.wells.empty() && used.empty())
    scenario.warn_of_own(
        {.pointer = "/world/wells", .message = "the wells have no effect: there are no projectiles"});
  if (!used.empty()) return;
  if (scenario.is_given("/simulation/max_projectiles") &&
      def.simulation.max_projectiles != SimulationDef().max_projectiles)
    scenario.warn_of_own({.pointer = "/simulation/max_projectiles",
                          .message = "this has no effect: there are no projectiles"});
}

}  // namespace drover
