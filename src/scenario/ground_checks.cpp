// Speeds and ground that have no effect, as far as the scenario alone shows it: warnings only.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/scenario_checks.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/group.h"
#include "sim/definitions/kinds.h"
#include "sim/geometry/region.h"

namespace drover {
namespace {

class GroundChecker {
 public:
  GroundChecker(const ReadScenario& scenario, ReaderContext& context)
      : def_(scenario.def), document_(scenario.document), context_(context) {}

  void run() {
    for (std::size_t k = 0; k < def_.world.ground.size(); ++k)
      check_entry(def_.world.ground[k], fmt::format("/world/ground/{}", k));
    for (const Named<AgentTypeDef>& type : def_.agent_types)
      check_type(type);
  }

 private:
  void warn(Problem problem) {
    if (context_.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    problem.severity = Severity::warning;
    report(document_, std::move(problem), context_.diagnostics);
  }

  void check_entry(const GroundDef& ground, const std::string& pointer) {
    if (!has_effect(ground)) {
      return warn({.pointer = pointer,
                   .message = "this ground has no effect",
                   .hint = "Give it speed_factor, carries, forbidden_to or one_way."});
    }
    for (std::size_t k = 0; k < ground.forbidden_to.size(); ++k)
      check_forbidden(ground.forbidden_to[k], fmt::format("{}/forbidden_to/{}", pointer, k));
    check_edges(ground, pointer);
  }

  // Of a type without agents that others extend, too: what it forbids is not inherited.
  void check_forbidden(const std::string& type, std::string pointer) {
    const std::vector<DeclaredAgents> entries = declared_agents(def_);
    const bool is_used =
        std::ranges::any_of(entries, [&](const DeclaredAgents& agents) { return may_be(*agents.def, type); });
    if (is_used || entries.empty()) return;
    warn({.pointer = std::move(pointer),
          .message = fmt::format("no agent has the type \"{}\"", type),
          .hint = "Types that extend it have to be listed too."});
  }

  // In a world that wraps, what a region has beyond the edge is not on the other side.
  void check_edges(const GroundDef& ground, const std::string& pointer) {
    const auto& bounds = def_.world.bounds;
    const auto found = std::ranges::find(def_.world.regions, ground.region.name, &Named<RegionDef>::name);
    if (!bounds || bounds->edge != Edge::wrap || found == def_.world.regions.end()) return;
    const Region region(found->name, found->value);
    std::vector<Vec3> extremes = region.corners();
    if (region.is_disc()) {
      for (const Vec3 arm : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
        extremes.push_back(region.center() + arm * region.radius());
    }
    const bool is_inside = std::ranges::all_of(extremes, [&](Vec3 p) {
      return bounds->min.x <= p.x && p.x <= bounds->max.x && bounds->min.y <= p.y && p.y <= bounds->max.y;
    });
    if (is_inside) return;
    warn({.pointer = pointer + "/region",
          .message = fmt::format("the region \"{}\" reaches beyond the edge of a world that wraps, and "
                                 "regions do not wrap",
                                 found->name),
          .hint = "Declare the part on the other side as a region of its own."});
  }

  void check_type(const Named<AgentTypeDef>& type) {
    std::string pointer = "/agent_types";
    append_pointer_token(pointer, type.name);
    const SteeringDef& steering = type.value.steering;
    check_stack(type, steering.behaviors, pointer + "/steering");
    for (const Named<ModeDef>& mode : steering.modes) {
      std::string owner = pointer + "/steering/modes";
      append_pointer_token(owner, mode.name);
      check_stack(type, mode.value.behaviors, owner);
    }
  }

  void check_stack(const Named<AgentTypeDef>& type, const std::vector<StackEntryDef>& entries,
                   const std::string& owner) {
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const std::string pointer = fmt::format("{}/behaviors/{}", owner, k);
      check_speed(type, entries[k], pointer);
      if (entries[k].behavior.kind == &kGroup)
        check_stack(type, entries[k].behavior.as<BehaviorGroupDef>().behaviors, pointer);
    }
  }

  void check_speed(const Named<AgentTypeDef>& type, const StackEntryDef& entry, const std::string& pointer) {
    const BehaviorKind* kind = entry.behavior.get();
    if (entry.speed == FullSpeed::preferred || kind == nullptr) return;
    if (!kind->asks_for_full_speed) {
      warn({.pointer = pointer + "/speed",
            .message = fmt::format("\"speed\" has no effect: {} never asks for full speed", kind->name)});
    } else if (!has_preferred_speed(type)) {
      warn({.pointer = pointer + "/speed",
            .message =
                fmt::format("\"speed\" has no effect: the type \"{}\" has no preferred_speed", type.name)});
    }
  }

  // Events may give one to any type.
  bool has_preferred_speed(const Named<AgentTypeDef>& type) const {
    return type.value.preferred_speed.is_present() || type.value.preferred_speed_by ||
           std::ranges::any_of(def_.events, sets_preferred_speed);
  }

  static bool sets_preferred_speed(const EventDef& event) {
    const std::span<const Field> fields = event.event.kind->table.fields;
    const auto field = std::ranges::find(fields, "parameter", &Field::key);
    return field != fields.end() && field->access.is_one(FieldType::text) &&
           *static_cast<const std::string*>(field->in(static_cast<const void*>(event.event.params.get()))) ==
               "preferred_speed";
  }

  const ScenarioDef& def_;
  const JsonValue& document_;
  ReaderContext& context_;
};

}  // namespace

void check_ground(const ReadScenario& scenario, ReaderContext& context) {
  GroundChecker(scenario, context).run();
}

}  // namespace drover
