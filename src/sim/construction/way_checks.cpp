// Goals that agents find no way to, and goals that stand in something.
#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>

#include "sim/construction/build_checks.h"
#include "sim/geometry/static_blocker.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/step/agent_goals.h"
#include "sim/step/way_planning.h"

namespace drover {
namespace {

// What the parameters of a behavior that finds ways say about where to and over which cells.
struct WayParameters {
  bool goes_to_goal = false;  // the agent's own
  std::uint32_t grid = 0;

  void look_at(const Table& table, void* params) {
    for (const Field& field : table.fields) {
      void* value = field.in(params);
      if (field.access.is_one(FieldType::target))
        goes_to_goal = goes_to_goal || static_cast<const Target*>(value)->type == TargetType::goal;
      if (field.access.is_one(FieldType::reference)) {
        const auto& reference = *static_cast<const Reference*>(value);
        if (reference.type == ReferenceType::grid && reference.index != kNoIndex) grid = reference.index;
      }
      if (field.access.type == FieldType::object && field.access.holder == Holder::list)
        look_at_parts(field.access, value);
    }
  }

 private:
  // Of a pipeline: its targeters and decomposers.
  void look_at_parts(const FieldAccess& access, void* list) {
    const Table& table = access.nested();
    if (!table.is_part) return;
    for (std::size_t k = 0; k < access.list.size(list); ++k) {
      const KindBox& part = *table.box(access.list.at(list, k));
      const bool turns_only = part.kind->family == "targeter" && part.kind->name == "face";
      if (!turns_only) look_at(part.kind->table, part.params.get());
    }
  }
};

// The grid of the first behavior of the agent's type that finds ways to the agent's own goal; nothing
// without.
std::optional<std::uint32_t> grid_to_goal(const AgentType& type) {
  for (const StackEntry& entry : type.entries) {
    if (!entry.kind->uses_grids) continue;
    WayParameters found;
    found.look_at(entry.kind->table, entry.params.get());
    if (found.goes_to_goal) return found.grid;
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
    grid_ = &model_.navigation.grids[*grid];
    const CellIndex start = free_cell_near(world_, layer, agent, world_.state.motion.position(agent));
    if (goal->form == GoalForm::route) {
      for (const GoalPlace& place : goal->places)
        look_at_place(agent, layer, start, place);
    } else if (goal->form == GoalForm::region) {
      look_at_place(agent, layer, start, goal->place);
    } else if (goal->form == GoalForm::regions) {
      look_at_regions(agent, layer, start, *goal);
    } else if (goal->form != GoalForm::direction && goal->form != GoalForm::agent) {
      look_at_place(agent, layer, start, {.point = goal_aim(world_, agent)->position});
    }
  }

 private:
  // One that can be reached is enough: no choice leads to others.
  void look_at_regions(AgentIndex agent, NavigationLayer& layer, CellIndex start, const AgentGoal& goal) {
    const auto is_apart = [&](const GoalPlace& place) {
      const auto cells = layer.cells_of(world_.navigation_world(), place.region);
      return start == kNoCell || layer.parts().are_apart(start, cells);
    };
    if (!model_.has_doors && std::ranges::all_of(goal.places, is_apart)) warn_without_way(agent);
  }

  void look_at_place(AgentIndex agent, NavigationLayer& layer, CellIndex start, const GoalPlace& place) {
    if (!place.is_region()) {
      warn_about_wall(agent, layer, place.point,
                      fmt::format("the goal [{:.6g}, {:.6g}]", place.point.x, place.point.y));
      warn_beyond_grid(agent, place.point);
      return expect_way_to_point(agent, layer, start, place.point);
    }
    const Region& region = model_.regions[place.region];
    const std::span<const CellIndex> cells = layer.cells_of(world_.navigation_world(), place.region);
    const GridFrame& frame = layer.map().frame();
    // Else they are cells around it, or there are none.
    const bool are_in_it = !cells.empty() && region.shape.encloses(frame.center(cells.front()));
    if (!are_in_it)
      warn_about_wall(agent, layer, region.shape.center(),
                      fmt::format("the middle of the goal, region \"{}\",", region.name));
    if (cells.empty()) return expect_way_to_point(agent, layer, start, region.shape.center());
    expect_way(agent, layer, start, cells);
  }

  void expect_way_to_point(AgentIndex agent, NavigationLayer& layer, CellIndex start, Vec3 point) {
    const CellIndex cell = free_cell_near(world_, layer, agent, point);
    expect_way(agent, layer, start, std::span(&cell, 1));
  }

  // What a body of this room would be in; nothing where it is clear.
  std::string blocker_at(AgentIndex agent, Vec3 point, double room) const {
    const std::optional<StaticBlocker> blocker = static_blocker(world_.geometry(), point, room);
    if (!blocker) return static_blocker(world_.geometry_for(agent), point, room) ? "forbidden ground" : "";
    const bool is_obstacle = blocker->kind == StaticBlocker::Kind::obstacle;
    if (blocker->id.empty()) return is_obstacle ? "an obstacle" : "a wall";
    return fmt::format("{} \"{}\"", is_obstacle ? "obstacle" : "wall", blocker->id);
  }

  void warn_about_wall(AgentIndex agent, NavigationLayer& layer, Vec3 point, const std::string& goal) {
    constexpr double kTolerance = 1e-9;
    const std::string blocker = blocker_at(agent, point, layer.room() - kTolerance);
    if (blocker.empty()) return;
    const CellIndex cell = free_cell_near(world_, layer, agent, point);
    std::string what_happens = "no place has room for them";
    if (cell != kNoCell) {
      const Vec3 nearest = layer.map().frame().center(cell);
      what_happens =
          fmt::format("unless they see it, they go to [{:.4g}, {:.4g}], the nearest place with room",
                      nearest.x, nearest.y);
    }
    check_.warn_about_start(
        agent,
        {.message = fmt::format("{} is in {} or nearer to it than {:.3g} m, the room of the agents: {}", goal,
                                blocker, layer.room(), what_happens)},
        "goal");
  }

  // A grid that is made leaves out what is far away, where nothing stands.
  void warn_beyond_grid(AgentIndex agent, Vec3 point) {
    if (grid_->name.empty() || grid_->frame.wraps || grid_->frame.index_within(point) != kNoCell) return;
    check_.warn_about_start(
        agent,
        {.message =
             fmt::format("the goal [{:.6g}, {:.6g}] lies beyond the grid \"{}\": ways lead to its edge",
                         point.x, point.y, grid_->name)},
        "goal");
  }

  // Doors may open a way later.
  void expect_way(AgentIndex agent, NavigationLayer& layer, CellIndex start,
                  std::span<const CellIndex> goals) {
    if (model_.has_doors) return;
    if (start == kNoCell || layer.parts().are_apart(start, goals)) warn_without_way(agent);
  }

  void warn_without_way(AgentIndex agent) {
    check_.warn_about_start(
        agent,
        {.message = "no way leads from where the agent starts to its goal: what it does then is said by "
                    "\"unreachable\" of its behavior or decomposer",
         .hint = "A gap is seen where it is wider than the body by 0.2 m and by 0.75 radii; smaller cells "
                 "see narrower ones (navigation.grids, cell_size)."},
        "goal");
  }

  BuildCheck& check_;
  const World& world_;
  const Model& model_;
  const GridPlan* grid_ = nullptr;  // of the agent that is looked at
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
