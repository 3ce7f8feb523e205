#include "sim/construction/jump_builder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sim/definitions/group.h"
#include "sim/step/jumps.h"

namespace drover {
namespace {

void add_jumpers(const Model& model, const AgentType& type, std::uint32_t group,
                 std::vector<std::uint32_t>& out) {
  for (const std::uint32_t index : type.groups[group].entries) {
    const StackEntry& entry = type.entries[index];
    if (entry.group != kNoIndex) add_jumpers(model, type, entry.group, out);
    if (entry.kind->may_jump != nullptr && entry.kind->may_jump(entry.params.get(), model))
      out.push_back(index);
  }
}

// The entries of a type with their places in the file.
class BehaviorCheck {
 public:
  BehaviorCheck(BuildCheck& check, std::uint32_t type) : check_(check), type_(type) {}

  void look_at(const SteeringDef& def, const std::string& pointer) {
    look_at(def.behaviors, pointer + "/behaviors", "");
    for (const Named<ModeDef>& mode : def.modes)
      look_at(mode.value.behaviors, joined_pointer(pointer + "/modes", mode.name) + "/behaviors",
              mode.name + "/");
  }

 private:
  // The labels of entries say which is which, in the order in which the linker gives them.
  void look_at(const std::vector<StackEntryDef>& behaviors, const std::string& pointer,
               const std::string& prefix) {
    for (std::size_t k = 0; k < behaviors.size(); ++k) {
      const std::string here = fmt::format("{}/{}", pointer, k);
      const BehaviorKind& kind = *behaviors[k].behavior.get();
      const std::string base = prefix + std::string(kind.name);
      const std::size_t same = counts_[base]++;
      const std::string label = same > 0 ? fmt::format("{}#{}", base, same) : base;
      if (kind.check_in_world != nullptr) look_at(kind, label, here);
      if (&kind == &kGroup)
        look_at(behaviors[k].behavior.as<BehaviorGroupDef>().behaviors, here + "/behaviors", prefix);
    }
  }

  void look_at(const BehaviorKind& kind, const std::string& label, const std::string& pointer) {
    for (const StackEntry& entry : check_.model.types[type_].entries) {
      if (entry.label != label) continue;
      for (Problem& problem : kind.check_in_world(entry.params.get(), check_.world, type_)) {
        const std::string place = pointer + problem.pointer;
        if (problem.severity == Severity::warning)
          check_.warn(place, std::move(problem));
        else
          check_.fail(place, std::move(problem));
      }
    }
  }

  BuildCheck& check_;
  std::uint32_t type_;
  std::map<std::string, std::size_t> counts_;  // how often each label would have been given
};

// The ends of the jumps of a graph, and whether anybody can do them.
class LinkCheck {
 public:
  LinkCheck(BuildCheck& check, std::size_t graph)
      : check_(check),
        def_(check.def.navigation.graphs[graph].value),
        graph_(check.model.navigation.graphs[graph].graph),
        pointer_(joined_pointer("/navigation/graphs", check.def.navigation.graphs[graph].name)) {}

  void find() {
    for (std::size_t k = 0; k < def_.edges.size(); ++k) {
      const NavigationEdgeDef& edge = def_.edges[k];
      if (edge.kind != WaypointEdgeKind::jump) continue;
      look_at_node(edge.from);
      look_at_node(edge.to);
      if (!can_anybody(edge))
        check_.warn(fmt::format("{}/edges/{}", pointer_, k),
                    {.message = fmt::format("no agent can jump from \"{}\" to \"{}\"", edge.from, edge.to)});
    }
  }

 private:
  void look_at_node(const std::string& name) {
    constexpr double kSame = 1e-6;  // m
    const Vec3 p = std::ranges::find(def_.nodes, name, &Named<Vec3>::name)->value;
    const std::optional<double> ground = ground_at_feet(check_.model, p);
    if (!ground || std::fabs(*ground - p.z) <= kSame || !seen_.insert(name).second) return;
    check_.fail(joined_pointer(pointer_ + "/nodes", name),
                {.message = fmt::format("a jump begins or ends at this node, which is {:.6g} m high, and the "
                                        "ground there {:.6g} m",
                                        p.z, *ground),
                 .hint = "Give it the height of the ground as its third number."});
  }

  bool can_anybody(const NavigationEdgeDef& edge) const {
    for (const AgentIndex agent : check_.model.every_agent()) {
      WaypointGraph graph = graph_;
      const AgentType& type = check_.model.type_of(agent);
      graph.find_jumps({lightest_fall(check_.model, type), greatest_jump_speed(check_.model, type),
                        check_.world.state.limits.max_speed[agent]});
      const auto leads = [&](const WaypointEdge& over) {
        return over.jump && over.is_possible && graph.nodes()[over.from].id == edge.from &&
               graph.nodes()[over.to].id == edge.to;
      };
      if (std::ranges::any_of(graph.edges(), leads)) return true;
    }
    return false;
  }

  BuildCheck& check_;
  const NavigationGraphDef& def_;
  const WaypointGraph& graph_;
  std::string pointer_;
  std::set<std::string> seen_;
};

}  // namespace

void link_jumps(Model& model) {
  for (AgentType& type : model.types) {
    for (Mode& mode : type.modes)
      add_jumpers(model, type, mode.group, mode.jumpers);
  }
}

void check_jumps(BuildCheck& check) {
  for (std::uint32_t t = 0; t < check.def.agent_types.size(); ++t) {
    const Named<AgentTypeDef>& type = check.def.agent_types[t];
    BehaviorCheck(check, t).look_at(type.value.steering,
                                    joined_pointer("/agent_types", type.name) + "/steering");
    const bool jumps = std::ranges::any_of(check.model.types[t].modes,
                                           [](const Mode& mode) { return !mode.jumpers.empty(); });
    if (jumps || check.model.types[t].agent_count == 0) continue;
    const auto warn = [&](std::string_view key) {
      check.warn(joined_pointer("/agent_types", type.name) + std::string(key),
                 {.message = "it has no effect: no agent of this type jumps"});
    };
    if (type.value.jump_speed != AgentTypeDef().jump_speed) warn("/jump_speed");
    if (type.value.jump_speed_by) warn("/jump_speed_by");
  }
  for (std::size_t k = 0; k < check.model.navigation.graphs.size(); ++k)
    LinkCheck(check, k).find();
}

}  // namespace drover
