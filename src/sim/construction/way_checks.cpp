// Goals that agents find no way to, and goals that stand in something.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "sim/construction/build_checks.h"
#include "sim/geometry/static_blocker.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/step/agent_goals.h"
#include "sim/step/way_planning.h"

namespace drover {
namespace {

// Numbers of the parts of a grid between which no moves lead, by cell; moves of one direction count both
// ways.
std::vector<std::uint32_t> parts_of(const GridMap& map) {
  std::vector<std::uint32_t> part(map.frame().cell_count(), kNoIndex);
  std::vector<CellIndex> waiting;
  for (CellIndex first = 0; first < part.size(); ++first) {
    if (!map.is_free(first) || part[first] != kNoIndex) continue;
    part[first] = first;
    waiting.assign(1, first);
    while (!waiting.empty()) {
      const CellIndex cell = waiting.back();
      waiting.pop_back();
      for (std::size_t move = 0; move < map.move_count(); ++move) {
        const CellIndex to = map.frame().neighbor(cell, move);
        if (to == kNoCell || part[to] != kNoIndex) continue;
        if (!map.has_move(cell, move) && !map.has_move(to, opposite_move(move))) continue;
        part[to] = first;
        waiting.push_back(to);
      }
    }
  }
  return part;
}

// The grid of the first behavior of the agent's type that finds ways to the agent's own goal; nothing
// without.
std::optional<std::uint32_t> grid_to_goal(const AgentType& type) {
  for (const StackEntry& entry : type.entries) {
    if (!entry.kind->uses_grids) continue;
    bool goes_to_goal = false;
    std::uint32_t grid = 0;
    for (const Field& field : entry.kind->table.fields) {
      const void* value = field.in(entry.params.get());
      if (field.access.is_one(FieldType::target))
        goes_to_goal = goes_to_goal || static_cast<const Target*>(value)->type == TargetType::goal;
      if (field.access.is_one(FieldType::reference)) {
        const auto& reference = *static_cast<const Reference*>(value);
        if (reference.type == ReferenceType::grid && reference.index != kNoIndex) grid = reference.index;
      }
    }
    if (goes_to_goal) return grid;
  }
  return std::nullopt;
}

class WayCheck {
 public:
  explicit WayCheck(BuildCheck& check) : check_(check), world_(check.world), model_(check.model) {}

  void look_at(AgentIndex agent) {
    const std::optional<std::uint32_t> grid = grid_to_goal(model_.type_of(agent));
    const AgentGoal* goal = goal_of(world_, agent);
    if (!grid || goal == nullptr || !goal_aim(world_, agent)) return;
    NavigationLayer& layer = world_.layer_for(*grid, agent);
    const CellIndex start = free_cell_near(world_, layer, agent, world_.state.motion.position(agent));
    if (goal->form == GoalForm::route) {
      for (const GoalPlace& place : goal->places)
        look_at_place(agent, layer, start, place);
    } else if (goal->form == GoalForm::region) {
      look_at_place(agent, layer, start, goal->place);
    } else if (goal->form != GoalForm::regions && goal->form != GoalForm::direction &&
               goal->form != GoalForm::agent) {
      look_at_place(agent, layer, start, {.point = goal_aim(world_, agent)->position});
    }
  }

 private:
  void look_at_place(AgentIndex agent, NavigationLayer& layer, CellIndex start, const GoalPlace& place) {
    if (place.is_region()) {
      const std::span<const CellIndex> cells = layer.cells_of(world_.navigation_world(), place.region);
      if (!cells.empty()) return expect_way(agent, layer, start, cells);
    } else {
      warn_about_wall(agent, layer, place.point);
    }
    const Vec3 point = place.is_region() ? model_.regions[place.region].shape.center() : place.point;
    const CellIndex cell = free_cell_near(world_, layer, agent, point);
    expect_way(agent, layer, start, std::span(&cell, 1));
  }

  void warn_about_wall(AgentIndex agent, NavigationLayer& layer, Vec3 point) {
    constexpr double kTolerance = 1e-9;
    const std::optional<StaticBlocker> blocker =
        static_blocker(world_.geometry_for(agent), point, layer.room() - kTolerance);
    if (!blocker) return;
    const CellIndex cell = free_cell_near(world_, layer, agent, point);
    const std::string_view kind = blocker->kind == StaticBlocker::Kind::obstacle ? "an obstacle" : "a wall";
    const std::string name = blocker->id.empty()
                                 ? std::string(kind)
                                 : fmt::format("{} \"{}\"", kind.substr(kind.find(' ') + 1), blocker->id);
    std::string what_happens = "no place has room for them";
    if (cell != kNoCell) {
      const Vec3 nearest = layer.map().frame().center(cell);
      what_happens =
          fmt::format("unless they see it, they go to [{:.4g}, {:.4g}], the nearest place with room",
                      nearest.x, nearest.y);
    }
    check_.warn_about_start(
        agent,
        {.message =
             fmt::format("the goal [{:.6g}, {:.6g}] is in {} or nearer to it than {:.3g} m, the room of the "
                         "agents: {}",
                         point.x, point.y, name, layer.room(), what_happens)},
        "goal");
  }

  // Doors may open a way later.
  void expect_way(AgentIndex agent, NavigationLayer& layer, CellIndex start,
                  std::span<const CellIndex> goals) {
    if (model_.has_doors) return;
    const std::vector<std::uint32_t>& parts = parts_on(layer);
    const bool leads = start != kNoCell && std::ranges::any_of(goals, [&](CellIndex goal) {
                         return goal != kNoCell && parts[goal] == parts[start];
                       });
    if (leads) return;
    check_.warn_about_start(
        agent,
        {.message = "no way leads from where the agent starts to its goal: it goes as near as it can",
         .hint = "A gap is seen where it is wider than the body by 0.2 m and by 0.75 radii; smaller cells "
                 "see narrower ones (navigation.grids, cell_size)."},
        "goal");
  }

  const std::vector<std::uint32_t>& parts_on(const NavigationLayer& layer) {
    for (const auto& [of, parts] : parts_)
      if (of == &layer) return parts;
    return parts_.emplace_back(&layer, parts_of(layer.map())).second;
  }

  BuildCheck& check_;
  const World& world_;
  const Model& model_;
  std::vector<std::pair<const NavigationLayer*, std::vector<std::uint32_t>>> parts_;
};

}  // namespace

void warn_about_ways(BuildCheck& check) {
  if (!check.model.navigation.exists() || !check.model.goals.exists()) return;
  WayCheck ways(check);
  for (const AgentIndex i : check.model.every_agent()) {
    if (check.world.is_present(i)) ways.look_at(i);
  }
}

}  // namespace drover
