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

// Targets that nothing can be: nothing fires projectiles of the type, and none is there from the start.
void warn_about_missing_targets(CheckedScenario& scenario) {
  const auto& names = scenario.context.used_names;
  for (const UsedName& target : names) {
    if (target.target != TargetType::projectile) continue;
    const bool exists = std::ranges::any_of(names, [&](const UsedName& other) {
      const bool makes_one =
          other.pointer.starts_with("/projectiles/") || other.pointer.find("/actions/") != std::string::npos;
      return makes_one && other.type == ReferenceType::projectile_type && other.target == TargetType::none &&
             other.name == target.name;
    });
    if (exists) continue;
    scenario.warn({.pointer = target.pointer,
                   .message = fmt::format("there is never a projectile of the type \"{}\"", target.name),
                   .hint = "List some in \"projectiles\", or let agents fire them."});
  }
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
    } else if (!type.value.lifetime && !type.value.fuse && !type.value.ball && !type.value.instant &&
               !has_ground) {
      scenario.warn({.pointer = pointer,
                     .message = fmt::format("what \"{}\" misses it flies past for ever", type.name),
                     .hint = "Give it a \"lifetime\"."});
    }
  }
}

bool may_anything_fly(const ScenarioDef& def) {
  const auto acts = [](const Named<AgentTypeDef>& type) {
    return !type.value.actions.empty() ||
           std::ranges::any_of(type.value.steering.modes,
                               [](const Named<ModeDef>& mode) { return !mode.value.actions.empty(); });
  };
  return !def.projectiles.empty() || std::ranges::any_of(def.agent_types, acts);
}

// Behaviors that look at what flies, or at what explodes, where nothing does.
void warn_about_lookouts(CheckedScenario& scenario) {
  const bool any_flies = may_anything_fly(scenario.def);
  const bool any_explodes = std::ranges::any_of(
      scenario.parts.projectile_types, [](const auto& type) { return type.def.value.explosion.has_value(); });
  for (const LocatedSteering& steering : scenario.parts.steerings) {
    for (const LocatedEntry& entry : steering.entries) {
      if (entry.kind() == nullptr || entry.kind()->forecast == nullptr) continue;
      const ForecastNeed need = entry.kind()->forecast(entry.params());
      const bool needs_explosions = need.dangers && !need.paths;
      if (!any_flies)
        scenario.warn_of_own(
            {.pointer = entry.pointer, .message = "this has no effect: there are no projectiles"});
      else if (needs_explosions && !any_explodes)
        scenario.warn_of_own(
            {.pointer = entry.pointer, .message = "this has no effect: no projectile explodes"});
    }
  }
}

void warn_about_fuses(CheckedScenario& scenario) {
  for (const auto& [type, pointer] : scenario.parts.projectile_types) {
    const auto& [lifetime, fuse] = std::pair(type.value.lifetime, type.value.fuse);
    if (scenario.is_included(pointer) || !lifetime || !fuse || *lifetime > *fuse) continue;
    scenario.warn({.pointer = pointer + "/fuse",
                   .message = "the fuse never ends: its lifetime is over before",
                   .found = fmt::format("a fuse of {} s, a lifetime of {} s", *fuse, *lifetime)});
  }
}

// Hands that have nothing to catch, and counters that nothing changes.
void warn_about_hands_and_counters(CheckedScenario& scenario, const std::set<std::string_view>& used) {
  const bool any_ball = std::ranges::any_of(scenario.parts.projectile_types, [&](const auto& type) {
    return used.contains(type.def.name) && type.def.value.ball;
  });
  std::set<std::string_view> counters;
  for (const UsedName& name : scenario.context.used_names)
    if (name.type == ReferenceType::counter) counters.insert(name.name);
  for (const auto& [type, pointer] : scenario.parts.types) {
    if (scenario.is_included(pointer)) continue;
    if (type.value.hands && !any_ball && scenario.is_given(pointer + "/hands"))
      scenario.warn({.pointer = pointer + "/hands",
                     .message = "hands have no effect: there are no balls",
                     .hint = "List some in \"projectiles\", of a type with a \"ball\"."});
    for (const auto& [name, counter] : type.value.counters) {
      const std::string place = joined_pointer(pointer + "/counters", name);
      if (!counters.contains(name) && scenario.is_given(place))
        scenario.warn({.pointer = place, .message = fmt::format("nothing uses the counter \"{}\"", name)});
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
  warn_about_fuses(scenario);
  warn_about_hands_and_counters(scenario, used);
  warn_about_lookouts(scenario);
  warn_about_missing_targets(scenario);
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
